/// A model with its type erased. A template's fields know the type and reach it through the pointer.
public protocol ModelStorage: Sendable {
  /// Calls the body with a pointer to the model, valid only inside it.
  func withModel(_ body: (UnsafeRawPointer) -> Void)
  /// Calls the body if the model is of a type, and returns whether it is.
  func withModel(of type: ObjectIdentifier, _ body: (UnsafeRawPointer) -> Void) -> Bool
  /// Calls the body with a pointer through which the model may change, valid only inside it.
  mutating func withMutableModel(_ body: (UnsafeMutableRawPointer) -> Void)
  /// Returns where the model lies if it is of a type. The address is good until what holds the storage changes.
  mutating func address(of type: ObjectIdentifier) -> UnsafeMutableRawPointer?
}

/// A typed model as it stands in a snapshot.
public struct ModelBox<Model: Sendable>: ModelStorage {
  public var model: Model

  public init(_ model: Model) {
    self.model = model
  }

  public func withModel(_ body: (UnsafeRawPointer) -> Void) {
    withUnsafePointer(to: model) { body(UnsafeRawPointer($0)) }
  }

  public func withModel(of type: ObjectIdentifier, _ body: (UnsafeRawPointer) -> Void) -> Bool {
    guard type == ObjectIdentifier(Model.self) else { return false }
    withModel(body)
    return true
  }

  public mutating func withMutableModel(_ body: (UnsafeMutableRawPointer) -> Void) {
    ModelBox.hand(&model, to: body)
  }

  public mutating func address(of type: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    type == ObjectIdentifier(Model.self) ? ModelBox.raw(&model) : nil
  }

  // Both spare the call of a generic function for each access.

  @inline(__always)
  private static func raw(_ model: UnsafeMutablePointer<Model>) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(model)
  }

  @inline(__always)
  private static func hand(_ model: UnsafeMutablePointer<Model>, to body: (UnsafeMutableRawPointer) -> Void) {
    body(UnsafeMutableRawPointer(model))
  }
}
