import Statecharts

enum Declared: Sendable {
  case wiring(WiringDefinition)
  case handler(HandlerDefinition)
  case clock
  /// Code asks for the event of a microstep.
  case events

  var wiring: WiringDefinition? { if case .wiring(let wiring) = self { wiring } else { nil } }
  var handler: HandlerDefinition? { if case .handler(let handler) = self { handler } else { nil } }
}

struct CaptureReader {
  private let values: [Value]
  private let owner: Name
  /// The event's value, used after the captures.
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
  init<V: ViewModel, each C: ValueConvertible>(
    _ name: Name, of build: @escaping @Sendable (Ref<V>, repeat each C) -> Link
  ) {
    self.init(name) { try CaptureReader.apply(build, to: $0, of: name) }
  }
}

extension CaptureReader {
  static func apply<V: ViewModel, each C: ValueConvertible, Result>(
    _ build: (Ref<V>, repeat each C) -> Result, to values: [Value], of name: Name
  ) throws(CaptureMisfit) -> Result {
    var captures = CaptureReader(values, of: name)
    let me = try captures.next(Ref<V>.self)
    return build(me, repeat try captures.next((each C).self))
  }
}

extension Ref {
  func capturing<each C: ValueConvertible>(_ captures: repeat each C) -> [Value] {
    var values = [value]
    repeat values.append((each captures).value)
    return values
  }
}

/// The machine's clock, for code that needs the absolute time; declare it with `Uses(clock)`.
///
/// With a clock each moment is a different state, so a search has no end. Delays, time-outs and timers need no
/// clock, and an answer may carry its time.
public struct Clock: Sendable {
  /// Makes the token.
  public init() {}
}

extension Handle {
  /// Virtual milliseconds since the machine was opened. A fault if no definition declares the clock.
  public func milliseconds(on clock: Clock) -> Int { turn.readClock() }
}

/// The name of a state; the six phases of commands are predefined.
public struct StateID: Hashable, Sendable, ExpressibleByStringLiteral {
  /// Its name.
  public let name: Name

  public init(stringLiteral name: String) { self.name = Name(name) }

  /// Nothing is in flight.
  public static let idle: StateID = "idle"
  /// Takes no time, but traces show it.
  public static let validating: StateID = "validating"
  /// Work is in flight.
  public static let executing: StateID = "executing"
  /// The service succeeded.
  public static let succeeded: StateID = "succeeded"
  /// The service refused.
  public static let failed: StateID = "failed"
  /// The transport failed.
  public static let error: StateID = "error"
}
