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
