import Statecharts

/// A named, observable property of a model. A class, so that naming one in an action copies nothing.
public final class Field<Model: Sendable, Value: ValueConvertible>: FieldToken {
  public let name: String
  public let kind: FieldDefinition.Kind
  public let samples: [(name: String, value: Statecharts.Value)]
  /// The row's field that is its identity, for a list of rows.
  let key: String?
  @usableFromInline let path: any KeyPath<Model, Value> & Sendable
  /// Where a stored property lies in the model: reading there costs a tenth of what a key path does.
  @usableFromInline let offset: Int?

  /// Makes a field over a property of the model; one that cannot be written is computed, and silent.
  ///
  /// - Parameter samples: Values by name, for transcripts and exploration.
  public convenience init(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, samples: KeyValuePairs<String, Value> = [:]
  ) {
    self.init(name, path, samples: samples, key: nil)
  }

  private init(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, samples: KeyValuePairs<String, Value>, key: String?
  ) {
    self.name = name
    self.path = path
    self.samples = samples.map { ($0.key, $0.value.value) }
    self.key = key
    kind = path is WritableKeyPath<Model, Value> ? .stored : .computed
    offset = MemoryLayout<Model>.offset(of: path)
  }

  /// Makes a computed field that changes with others and passes their changes on.
  public init(_ name: String, _ path: any KeyPath<Model, Value> & Sendable, from sources: [any FieldToken<Model>]) {
    self.name = name
    self.path = path
    samples = []
    key = nil
    kind = .derived(from: sources.map(\.name))
    offset = MemoryLayout<Model>.offset(of: path)
  }

  /// Makes a field over a list of rows, each known by one of its fields: `items[#3238]`.
  public convenience init<W: ViewModel, Key: ValueConvertible>(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, key: Field<W.Model, Key>
  ) where Value == [Ref<W>] {
    self.init(name, path, samples: [:], key: key.name)
  }

  public var shape: Shape { Value.shape }
  public var rowType: (any ViewModel.Type)? { Value.rowType }
  public var holdsInstances: Bool { Value.holdsReferences }

  public func definition(isInternal: Bool, setter: Code?, observers: [Code]) -> FieldDefinition {
    let field = self
    return FieldDefinition(
      name, kind: kind, isSecret: Value.isSecret, isInternal: isInternal, holdsReferences: Value.holdsReferences,
      rows: Value.rowType.map { _ in FieldDefinition.Rows(key: key) }, offset: kind == .stored ? offset : nil,
      read: { field.value(in: $0).value },
      write: kind == .stored ? writer : nil, setter: setter, observers: observers)
  }

  /// Reads it from the bytes of a model.
  @inlinable
  func value(in model: UnsafeRawPointer) -> Value {
    if let offset { return (model + offset).assumingMemoryBound(to: Value.self).pointee }
    return model.assumingMemoryBound(to: Model.self).pointee[keyPath: path]
  }

  private var writer: (@Sendable (UnsafeMutableRawPointer, Statecharts.Value) -> Bool)? {
    if let offset {
      return { model, value in
        guard let typed = Value(value) else { return false }
        (model + offset).assumingMemoryBound(to: Value.self).pointee = typed
        return true
      }
    }
    // A key path is immutable; only the cast forgets that it is sendable.
    guard let writable = path as? WritableKeyPath<Model, Value> else { return nil }
    nonisolated(unsafe) let path = writable
    return { model, value in
      guard let typed = Value(value) else { return false }
      model.assumingMemoryBound(to: Model.self).pointee[keyPath: path] = typed
      return true
    }
  }
}

/// A field with its value's type erased.
public protocol FieldToken<Model>: Sendable {
  associatedtype Model
  var name: String { get }
  var kind: FieldDefinition.Kind { get }
  var shape: Shape { get }
  /// Whether its value refers to instances; traces show those by their own fields.
  var holdsInstances: Bool { get }
  /// The view model of the rows that it lists, whose contents traces show; `nil` for every other field.
  var rowType: (any ViewModel.Type)? { get }
  var samples: [(name: String, value: Statecharts.Value)] { get }
  func definition(isInternal: Bool, setter: Code?, observers: [Code]) -> FieldDefinition
}
