import Statecharts

/// A request as the view model has it that answers for the service. It is a value, so it can wait in a field.
public struct Asked<Input: ValueConvertible, Output: ValueConvertible>: Hashable, ValueConvertible {
  let request: InstanceID
  /// What is asked.
  public let input: Input

  public static func == (left: Asked, right: Asked) -> Bool { left.request == right.request }
  public func hash(into hasher: inout Hasher) { hasher.combine(request) }

  public var value: Value { .list([.reference(request), input.value]) }
  public init?(_ value: Value) {
    guard case .list(let parts) = value, parts.count == 2, case .reference(let request) = parts[0],
      let input = Input(parts[1])
    else { return nil }
    self.request = request
    self.input = input
  }
  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }
}
