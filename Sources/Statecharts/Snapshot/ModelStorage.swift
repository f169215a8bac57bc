/// A model with its type erased. A template's fields know the type and reach it through the pointer.
public protocol ModelStorage: Sendable {
  /// Which type the model has.
  var modelType: ObjectIdentifier { get }
  /// Calls the body with a pointer to the model, valid only inside it.
  func withModel(_ body: (UnsafeRawPointer) -> Void)
  /// Calls the body with a pointer through which the model may change, valid only inside it.
  mutating func withMutableModel(_ body: (UnsafeMutableRawPointer) -> Void)
}

/// A typed model as it stands in a snapshot.
public struct ModelBox<Model: Sendable>: ModelStorage {
  public var model: Model

  public init(_ model: Model) {
    self.model = model
  }

  public var modelType: ObjectIdentifier { ObjectIdentifier(Model.self) }

  public func withModel(_ body: (UnsafeRawPointer) -> Void) {
    withUnsafePointer(to: model) { body(UnsafeRawPointer($0)) }
  }

  public mutating func withMutableModel(_ body: (UnsafeMutableRawPointer) -> Void) {
    withUnsafeMutablePointer(to: &model) { body(UnsafeMutableRawPointer($0)) }
  }
}
