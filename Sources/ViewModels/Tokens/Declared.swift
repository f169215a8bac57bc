import Statecharts

/// Something that a definition uses and that snapshots mention by name.
enum Declared: Sendable {
  case wiring(WiringDefinition)
  case handler(HandlerDefinition)
  case clock
}

/// Reads captured values back as what they were.
struct CaptureReader {
  private let values: [Value]
  private let owner: Name
  /// What came, for what is left when the captures are read.
  private var rest: Value?
  private var position = 0

  init(_ values: [Value], of owner: Name, then rest: Value? = nil) {
    self.values = values
    self.owner = owner
    self.rest = rest
  }

  mutating func next<T: ValueConvertible>(_ type: T.Type) throws(CaptureMisfit) -> T {
    if position == values.count, let came = rest.take() {
      guard let value = T(came) else {
        throw CaptureMisfit("'\(owner)' was given a value that is not of type \(T.self)")
      }
      return value
    }
    guard position < values.count else {
      throw CaptureMisfit("'\(owner)' was started with \(values.count) captures but needs more")
    }
    guard let capture = T(values[position]) else {
      throw CaptureMisfit("'\(owner)' was started with a capture \(position + 1) that is no \(T.self)")
    }
    position += 1
    return capture
  }
}

extension WiringDefinition {
  /// A link that is made of an instance and of what was captured for it.
  init<V: ViewModel, each C: ValueConvertible>(
    _ name: Name, of build: @escaping @Sendable (Ref<V>, repeat each C) -> Link
  ) {
    self.init(name) { try CaptureReader.apply(build, to: $0, of: name) }
  }
}

extension CaptureReader {
  /// Calls what takes an instance and captures with those that were captured.
  static func apply<V: ViewModel, each C: ValueConvertible, Result>(
    _ build: (Ref<V>, repeat each C) -> Result, to values: [Value], of name: Name
  ) throws(CaptureMisfit) -> Result {
    var captures = CaptureReader(values, of: name)
    let me = try captures.next(Ref<V>.self)
    return build(me, repeat try captures.next((each C).self))
  }
}

extension Ref {
  /// The instance and what is captured with it, as they are read back.
  func capturing<each C: ValueConvertible>(_ captures: repeat each C) -> [Value] {
    var values = [value]
    repeat values.append((each captures).value)
    return values
  }
}

/// The clock of the machine, for code that needs to know how late it is, and not only how long something takes.
///
/// A definition that reads it declares it, with `Uses(clock)`; reading it otherwise is a fault. Two moments of a machine with a
/// clock are two states, however alike they are, so a search of such a machine has no end. Delays, time-outs and timers need
/// none; and where the time of an answer is all that matters, let the answer carry it.
public struct Clock: Sendable {
  /// Makes the token; it reads no clock but the machine's.
  public init() {}
}

extension TurnContext {
  /// The virtual milliseconds since the machine was opened. A fault when no definition of the machine declares the clock.
  package func milliseconds(on clock: Clock) -> Int { readClock() }
}

extension Handle {
  /// The virtual milliseconds since the machine was opened. A fault when no definition of the machine declares the clock.
  public func milliseconds(on clock: Clock) -> Int { turn.milliseconds(on: clock) }
}

/// The name of a state. The six phases that every command passes through are given; a view model adds its own.
public struct StateID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as charts, traces and `isIn` have it.
  public let name: Name

  public init(stringLiteral name: String) { self.name = Name(name) }

  /// Nothing is in flight.
  public static let idle: StateID = "idle"
  /// The inputs are checked; it takes no time but is seen in the trace.
  public static let validating: StateID = "validating"
  /// Work is in flight.
  public static let executing: StateID = "executing"
  /// Transport and business are fine: green.
  public static let succeeded: StateID = "succeeded"
  /// The business says no: yellow.
  public static let failed: StateID = "failed"
  /// The transport broke: red.
  public static let error: StateID = "error"
}
