/// What the view model hears that answers for a service.
public struct RequestEvent<Input: ValueConvertible, Output: ValueConvertible>: Event {
  public let name: String

  public var isHeard: Bool { true }
  public func payload(_ value: Value) -> Asked<Input, Output>? { Asked(value) }
}
