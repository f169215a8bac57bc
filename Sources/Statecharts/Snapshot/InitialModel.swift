/// A model with its type erased: what an instance of a template begins with, and how models of its type are kept.
public final class InitialModel: Sendable {
  let type: ObjectIdentifier
  /// How far apart models lie, in bytes.
  let stride: Int
  let alignment: Int
  /// Puts it into memory that holds nothing.
  let write: @Sendable (_ place: UnsafeMutableRawPointer) -> Void
  /// Copies models into memory that holds nothing.
  let copy: @Sendable (_ models: UnsafeRawPointer, _ count: Int, _ place: UnsafeMutableRawPointer) -> Void
  /// Moves models into memory that holds nothing.
  let move: @Sendable (_ models: UnsafeMutableRawPointer, _ count: Int, _ place: UnsafeMutableRawPointer) -> Void
  let destroy: @Sendable (_ models: UnsafeMutableRawPointer, _ count: Int) -> Void

  /// Erases the type of a model.
  public init<Model: Sendable>(_ model: Model) {
    type = ObjectIdentifier(Model.self)
    stride = MemoryLayout<Model>.stride
    alignment = MemoryLayout<Model>.alignment
    write = { $0.initializeMemory(as: Model.self, to: model) }
    copy = { models, count, place in
      place.initializeMemory(as: Model.self, from: models.assumingMemoryBound(to: Model.self), count: count)
    }
    move = { models, count, place in
      place.moveInitializeMemory(as: Model.self, from: models.assumingMemoryBound(to: Model.self), count: count)
    }
    destroy = { models, count in models.assumingMemoryBound(to: Model.self).deinitialize(count: count) }
  }
}
