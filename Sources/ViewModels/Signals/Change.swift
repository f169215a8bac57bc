import Statecharts

/// What an observer is told of a change: the change dictionary of key-value observing, typed.
public struct Change<T: ValueConvertible>: ValueConvertible {
  /// The name of the field as it was registered: `name`, `user.name`.
  public let keyPath: String
  /// Whether the field was set, or how its list was edited.
  public let kind: ChangeKind
  /// The value after the change, if it was asked for; of an edited list what came in.
  public let new: T?
  /// The value before the change, if it was asked for; of an edited list what went out.
  public let old: T?
  /// The places that changed, if a list was edited.
  public let indexes: [Int]
  /// Whether the change is still to come.
  public let isPrior: Bool
  /// What was given at registration.
  public let context: Value
  /// The dictionary itself: only what was asked for is in it.
  public let dictionary: [Member]

  /// What the handler was called with.
  public let value: Value

  public static var shape: Shape { .any }
  public static var holdsReferences: Bool { true }

  /// Reads what a handler was called with; `nil` when it was not called by an observation of such a field.
  public init?(_ value: Value) {
    guard case .record(let members)? = value["change"], case .string(let keyPath)? = value["keyPath"],
      let change = value["change"], case .int(let number)? = change["kind"], let kind = ChangeKind(rawValue: number)
    else { return nil }
    self.value = value
    self.keyPath = keyPath
    self.kind = kind
    new = change["new"].flatMap { T($0) }
    old = change["old"].flatMap { T($0) }
    indexes = change["indexes"].flatMap { [Int]($0) } ?? []
    isPrior = change["notificationIsPrior"] == true
    context = value["context"] ?? .null
    dictionary = members
  }
}
