import Statecharts

/// A named, observable property of a model.
///
/// A number and an address: naming a field in an action copies nothing and counts no reference. What it declares is made
/// once and never freed.
public struct Field<Model: Sendable, Value: ValueConvertible>: AnyField {
  /// Where a stored property lies in the model, in bytes, where reading costs a tenth of what a key path does; below 0 for
  /// every other property.
  @usableFromInline let offset: Int
  @usableFromInline let declaration: Unmanaged<FieldDeclaration>

  /// Makes a field over a property of the model; one that cannot be written is computed, and silent.
  ///
  /// - Parameter samples: Values by name, for transcripts and exploration.
  @inlinable
  public init(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, samples: KeyValuePairs<String, Value> = [:]
  ) {
    self.init(name, path, path is WritableKeyPath<Model, Value> ? .stored : .computed, samples)
  }

  /// Makes a computed field that changes with others and passes their changes on.
  @inlinable
  public init(_ name: String, _ path: any KeyPath<Model, Value> & Sendable, from sources: [any AnyField<Model>]) {
    self.init(name, path, .derived(from: sources.map(\.name)))
  }

  /// Makes a field over a list of rows, each known by one of its fields: `items[#3238]`.
  @inlinable
  public init<W: ViewModel, Key: ValueConvertible>(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, key: Field<W.Model, Key>
  ) where Value == [Ref<W>] {
    self.init(name, path, path is WritableKeyPath<Model, Value> ? .stored : .computed, key: key.name)
  }

  @inlinable
  init(
    _ name: String, _ path: any KeyPath<Model, Value> & Sendable, _ kind: FieldDefinition.Kind,
    _ samples: KeyValuePairs<String, Value> = [:], key: String? = nil
  ) {
    let offset = MemoryLayout<Model>.offset(of: path) ?? -1
    self.offset = offset
    declaration = Unmanaged.passRetained(
      FieldDeclaration(
        name, kind, samples.map { ($0.key, $0.value.value) }, key, path, read: Field.reader(path, offset),
        write: kind == .stored ? Field.writer(path, offset) : nil))
  }

  // Made where the field is declared, so that they are compiled for its types.

  /// What reads it from the bytes of a model.
  @inlinable
  static func reader(
    _ path: any KeyPath<Model, Value> & Sendable, _ offset: Int
  ) -> @Sendable (UnsafeRawPointer) -> Statecharts.Value {
    if offset >= 0 { return { ($0 + offset).assumingMemoryBound(to: Value.self).pointee.value } }
    return { $0.assumingMemoryBound(to: Model.self).pointee[keyPath: path].value }
  }

  @inlinable
  static func writer(
    _ path: any KeyPath<Model, Value> & Sendable, _ offset: Int
  ) -> (@Sendable (UnsafeMutableRawPointer, Statecharts.Value) -> Bool)? {
    if offset >= 0 {
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

  public var name: String { declaration._withUnsafeGuaranteedRef { $0.name } }
  public var kind: FieldDefinition.Kind { declaration._withUnsafeGuaranteedRef { $0.kind } }
  public var samples: [(name: String, value: Statecharts.Value)] { declaration._withUnsafeGuaranteedRef { $0.samples } }
  /// The declaration knows the path without its types; it is the one that it was made with.
  var path: any KeyPath<Model, Value> & Sendable {
    declaration._withUnsafeGuaranteedRef { unsafeBitCast($0.path, to: (any KeyPath<Model, Value> & Sendable).self) }
  }
  private var key: String? { declaration._withUnsafeGuaranteedRef { $0.key } }

  public var place: Range<Int>? {
    kind == .stored && offset >= 0 ? offset..<offset + MemoryLayout<Value>.size : nil
  }
  public var shape: Shape { Value.shape }
  public func accepts(_ value: Statecharts.Value) -> Bool { Value(value) != nil }
  public func told(_ value: Statecharts.Value) -> Statecharts.Value { RecipientType(Value.self).told(value) }
  public var rowType: (any ViewModel.Type)? { Value.rowType }
  public var holdsInstances: Bool { Value.holdsReferences }
  public var ordersInstances: Bool { Value.ordersReferences }

  public func definition(isInternal: Bool, setter: Code?, observers: [Code]) -> FieldDefinition {
    let (read, write) = declaration._withUnsafeGuaranteedRef { ($0.read, $0.write) }
    let field = self
    let readRow = { @Sendable (model: UnsafeRawPointer, index: Int) in field.value(in: model).element(at: index) }
    return FieldDefinition(
      name, kind: kind, isSecret: Value.isSecret, isInternal: isInternal, holdsReferences: Value.holdsReferences,
      rows: Value.rowType.map { FieldDefinition.Rows(key: key, model: Field.model(of: $0)) },
      offset: kind == .stored && offset >= 0 ? offset : nil,
      read: read, write: write, readRow: Value.rowType == nil ? nil : readRow, setter: setter, observers: observers)
  }

  private func value(in model: UnsafeRawPointer) -> Value {
    if offset >= 0 { return (model + offset).assumingMemoryBound(to: Value.self).pointee }
    return model.assumingMemoryBound(to: Model.self).pointee[keyPath: path]
  }

  private static func model<W: ViewModel>(of _: W.Type) -> ObjectIdentifier { ObjectIdentifier(W.Model.self) }
}

/// What a field declares; made once and never freed.
@usableFromInline
final class FieldDeclaration: Sendable {
  let name: String
  let kind: FieldDefinition.Kind
  let samples: [(name: String, value: Value)]
  /// The row's field that is its identity, for a list of rows.
  let key: String?
  let path: any AnyKeyPath & Sendable
  let read: @Sendable (UnsafeRawPointer) -> Value
  let write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?

  @usableFromInline
  init(
    _ name: String, _ kind: FieldDefinition.Kind, _ samples: [(name: String, value: Value)], _ key: String?,
    _ path: any AnyKeyPath & Sendable, read: @escaping @Sendable (UnsafeRawPointer) -> Value,
    write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?
  ) {
    self.name = name
    self.kind = kind
    self.samples = samples
    self.key = key
    self.path = path
    self.read = read
    self.write = write
  }
}

/// A field with its value's type erased.
public protocol AnyField<Model>: Sendable {
  associatedtype Model
  var name: String { get }
  var kind: FieldDefinition.Kind { get }
  /// The bytes of the model that it is: those of a stored property. `nil` for a field that reads and writes by code, such as
  /// one over a property with observers or a wrapper.
  var place: Range<Int>? { get }
  var shape: Shape { get }
  /// Whether it can hold a value.
  @Sendable func accepts(_ value: Statecharts.Value) -> Bool
  /// Whether its value refers to instances; traces show those by their own fields.
  var holdsInstances: Bool { get }
  /// Whether those stand in an order that does not come from their numbers; those of a set do not.
  var ordersInstances: Bool { get }
  /// The view model of the rows that it lists, whose contents traces show; `nil` for every other field.
  var rowType: (any ViewModel.Type)? { get }
  var samples: [(name: String, value: Statecharts.Value)] { get }
  /// Returns a value as its type has it, with what is secret hidden; one that is not of the type is hidden as a whole where
  /// the type may hide something.
  @Sendable func told(_ value: Statecharts.Value) -> Statecharts.Value
  func definition(isInternal: Bool, setter: Code?, observers: [Code]) -> FieldDefinition
}

extension AnyField {
  var recipient: RecipientType { RecipientType(shape: shape, told: told, accepts: accepts) }
}
