import Statecharts

/// A named function from captured values to a link; the name and the captures are that link as a value.
public struct Wiring<each Capture: ValueConvertible>: Declaration {
  public let name: String
  public let declared: Declared

  public init(_ name: String, _ build: @escaping @Sendable (repeat each Capture) -> Link) {
    self.name = name
    declared = .wiring(
      WiringDefinition(name) { values in
        var captures = CaptureReader(values, of: name)
        return build(repeat try captures.next((each Capture).self))
      })
  }
}

/// A named function that a signal, a delay or a timer calls with the value that came and with what it
/// captured.
public struct Handler<each Capture: ValueConvertible>: Declaration {
  public let name: String
  public let declared: Declared

  public init(
    _ name: String, _ run: @escaping @Sendable (borrowing TurnContext, Value, repeat each Capture) -> Void
  ) {
    self.name = name
    declared = .handler(
      HandlerDefinition(name) { turn, values, value in
        var captures = CaptureReader(values, of: name)
        do {
          run(turn, value, repeat try captures.next((each Capture).self))
        } catch {
          turn.fault("\(error)")
        }
      })
  }

  /// The handler with its captures, as a value.
  public func callAsFunction(_ captures: repeat each Capture) -> HandlerValue {
    var values: [Value] = []
    repeat values.append((each captures).value)
    return HandlerValue(name, values)
  }
}

/// Something that a definition uses and that snapshots mention by name.
public protocol Declaration: Sendable {
  var declared: Declared { get }
}

public enum Declared: Sendable {
  case wiring(WiringDefinition)
  case handler(HandlerDefinition)
  case clock
}

/// Reads captured values back as what they were.
struct CaptureReader {
  private let values: [Value]
  private let owner: String
  /// What came, for what is left when the captures are read.
  private var rest: Value?
  private var position = 0

  init(_ values: [Value], of owner: String, then rest: Value? = nil) {
    self.values = values
    self.owner = owner
    self.rest = rest
  }

  mutating func next<T: ValueConvertible>(_ type: T.Type) throws(CaptureMisfit) -> T {
    if position == values.count, let came = rest.take() {
      guard let value = T(came) else { throw CaptureMisfit("'\(owner)' was given what is no \(T.self)") }
      return value
    }
    guard position < values.count else {
      throw CaptureMisfit("'\(owner)' was started with \(values.count) captures and takes more")
    }
    guard let capture = T(values[position]) else {
      throw CaptureMisfit("'\(owner)' was started with a capture \(position + 1) that is no \(T.self)")
    }
    position += 1
    return capture
  }
}
