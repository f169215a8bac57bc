import Statecharts

/// A token for a property of the model; properties without one are fields too. It is a number and an address, so
/// that naming a field in an action neither copies nor counts references.
public struct FieldToken<V: ViewModel, T: ValueConvertible>: TableToken, Shown {
  /// The type of the field's value.
  public typealias Content = T
  package static var kind: TokenKind { .field }

  /// The byte offset of a stored property; negative for others.
  @usableFromInline let offset: Int
  @usableFromInline let declared: Unmanaged<DeclaredField<V.Model, T>>

  /// Makes a field over a property; a read-only one is computed, and notifies only if it has `sources`. The
  /// `samples` are for transcripts and searches.
  @inlinable
  public init(
    _ path: any KeyPath<V.Model, T> & Sendable, named name: Name? = nil, samples: KeyValuePairs<String, T> = [:],
    from sources: any (PartialKeyPath<V.Model> & Sendable)..., file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(path, name, samples, sources, { nil }, file, line)
  }

  /// A list of rows, which a property of the row identifies: `items[#3238]`.
  @inlinable
  public init<W: ViewModel, Key: ValueConvertible>(
    _ path: any KeyPath<V.Model, T> & Sendable, named name: Name? = nil,
    key: any KeyPath<W.Model, Key> & Sendable, file: StaticString = #fileID, line: Int = #line
  ) where T == [Ref<W>] {
    self.init(path, name, [:], [], { W.fieldName(of: key) }, file, line)
  }

  @inlinable
  init(
    _ path: any KeyPath<V.Model, T> & Sendable, _ name: Name?, _ samples: KeyValuePairs<String, T>,
    _ sources: [any (PartialKeyPath<V.Model> & Sendable)], _ key: @escaping @Sendable () -> Name?,
    _ file: StaticString, _ line: Int
  ) {
    let offset = MemoryLayout<V.Model>.offset(of: path) ?? -1
    self.offset = offset
    let isStored = path is WritableKeyPath<V.Model, T> && sources.isEmpty
    declared = Unmanaged.passRetained(
      DeclaredField(
        name, path, offset, isStored: isStored, samples.map { ($0.key, $0.value.value) }, sources, key,
        read: fieldReader(path, offset), write: isStored ? fieldWriter(path, offset) : nil, file, line))
  }

  package var declaration: TokenDeclaration { declared._withUnsafeGuaranteedRef { $0 } }
  // Avoids a lookup of the token's type.
  public var name: Name { declaration.name }
  public var bound: Bound { Bound(field: declaration.name) }
  var path: any KeyPath<V.Model, T> & Sendable { declared._withUnsafeGuaranteedRef { $0.path } }
  @inlinable var port: Int { declared._withUnsafeGuaranteedRef { $0.port } }

  /// The event from a subject of the rows, for `On`.
  public func sends<Row: ViewModel, Payload>(
    _ subject: KeyPath<Row, SubjectToken<Row, Payload>>
  ) -> RowTrigger<V, Row, Payload> where T == [Ref<Row>] {
    RowTrigger(name, Row.tokens[keyPath: subject])
  }
}

@usableFromInline
final class DeclaredField<Model: Sendable, T: ValueConvertible>: TokenDeclaration, AnyDeclaredField, @unchecked Sendable
{
  let path: any KeyPath<Model, T> & Sendable
  let offset: Int
  let isStored: Bool
  let samples: [(name: String, value: Value)]
  let sources: [any (PartialKeyPath<Model> & Sendable)]
  /// Do not read it while tokens are being named.
  let key: @Sendable () -> Name?
  let read: @Sendable (UnsafeRawPointer) -> Value
  let write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?

  @usableFromInline
  init(
    _ name: Name?, _ path: any KeyPath<Model, T> & Sendable, _ offset: Int, isStored: Bool,
    _ samples: [(name: String, value: Value)], _ sources: [any (PartialKeyPath<Model> & Sendable)],
    _ key: @escaping @Sendable () -> Name?, read: @escaping @Sendable (UnsafeRawPointer) -> Value,
    write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?, _ file: StaticString, _ line: Int
  ) {
    self.path = path
    self.offset = offset
    self.isStored = isStored
    self.samples = samples
    self.sources = sources
    self.key = key
    self.read = read
    self.write = write
    super.init(name, file, line)
  }

  var anyPath: AnyKeyPath? { path }
  var anySources: [AnyKeyPath] { sources.map { $0 } }
  var valueType: ObjectIdentifier { ObjectIdentifier(T.self) }
  var bytes: Range<Int>? { isStored && offset >= 0 ? offset..<offset + MemoryLayout<T>.size : nil }
  var held: [TemplateSource] { templates(heldBy: T.self) }
  var facts: FieldFacts { FieldFacts(name, T.self, samples) }

  func definition(in surroundings: FieldSurroundings) -> FieldDefinition {
    let kind: FieldDefinition.Kind =
      isStored ? .stored : surroundings.sources.isEmpty ? .computed : .derived(from: surroundings.sources)
    let (path, offset) = (path, offset)
    let readRow = rowReader(of: T.self, at: 0).map { readRow in
      { @Sendable (model: UnsafeRawPointer, index: Int) -> Value? in
        if offset >= 0 { return readRow(model + offset, index) }
        let rows = model.assumingMemoryBound(to: Model.self).pointee[keyPath: path]
        return withUnsafePointer(to: rows) { readRow($0, index) }
      }
    }
    return FieldDefinition(
      name, T.self, kind, key: key(), offset: bytes?.lowerBound, read: read, write: write, readRow: readRow,
      in: surroundings)
  }
}

struct FieldSurroundings {
  var sources: [Name] = []
  var isInternal = false
  /// False for a part of a property, because the whole may be set.
  var isProperty = false
  var setter: Code?
  var observers: [Code] = []
}

extension FieldDefinition {
  fileprivate convenience init<T: ValueConvertible>(
    _ name: Name, _: T.Type, _ kind: Kind, key: Name?, offset: Int?,
    read: @escaping @Sendable (UnsafeRawPointer) -> Value,
    write: (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)?,
    readRow: (@Sendable (UnsafeRawPointer, Int) -> Value?)?, in surroundings: FieldSurroundings
  ) {
    self.init(
      name, kind: kind, isSecret: T.isSecret,
      isInternal: surroundings.isInternal || (T.holdsReferences && T.rowType == nil),
      holdsReferences: T.holdsReferences, rows: T.rowType.map { _ in Rows(key: key) },
      offset: surroundings.isProperty ? offset : nil, read: read, write: write,
      readRow: readRow, setter: surroundings.setter, observers: surroundings.observers)
  }
}

private func templates<T: ValueConvertible>(heldBy _: T.Type) -> [TemplateSource] {
  if let type = T.rowType { return [source(of: type)] }
  if let type = T.self as? any InstanceReference.Type { return [target(of: type)] }
  return []
}
private func source<W: ViewModel>(of type: W.Type) -> TemplateSource { .of(type) }
private func target<R: InstanceReference>(of _: R.Type) -> TemplateSource { .of(R.Target.self) }
private func rowReader<T: ValueConvertible>(
  of _: T.Type, at offset: Int
) -> (@Sendable (UnsafeRawPointer, Int) -> Value?)? {
  guard let list = T.self as? any RowList.Type else { return nil }
  return { model, index in list.row(at: index, of: model + offset) }
}

protocol AnyDeclaredField: TokenDeclaration {
  /// The property's key path; `nil` without a token.
  var anyPath: AnyKeyPath? { get }
  var anySources: [AnyKeyPath] { get }
  /// The field's bytes in the model; `nil` if code reads and writes it.
  var bytes: Range<Int>? { get }
  var held: [TemplateSource] { get }
  var facts: FieldFacts { get }
  var valueType: ObjectIdentifier { get }
  func definition(in surroundings: FieldSurroundings) -> FieldDefinition
}

final class PlainField<T: ValueConvertible>: TokenDeclaration, AnyDeclaredField, @unchecked Sendable {
  let offset: Int

  init(_ name: Name, at offset: Int) {
    self.offset = offset
    super.init(name, "", 0)
  }

  var anyPath: AnyKeyPath? { nil }
  var anySources: [AnyKeyPath] { [] }
  var valueType: ObjectIdentifier { ObjectIdentifier(T.self) }
  var bytes: Range<Int>? { offset..<offset + MemoryLayout<T>.size }
  var held: [TemplateSource] { templates(heldBy: T.self) }
  var facts: FieldFacts { FieldFacts(name, T.self, []) }

  func definition(in surroundings: FieldSurroundings) -> FieldDefinition {
    let offset = offset
    return FieldDefinition(
      name, T.self, .stored, key: nil, offset: offset, read: reader(of: T.self, at: offset),
      write: writer(of: T.self, at: offset),
      readRow: rowReader(of: T.self, at: offset), in: surroundings)
  }
}

// Inlinable, so that they are compiled for the field's types.

@inlinable
func reader<T: ValueConvertible>(of _: T.Type, at offset: Int) -> @Sendable (UnsafeRawPointer) -> Value {
  { ($0 + offset).assumingMemoryBound(to: T.self).pointee.value }
}

@inlinable
func writer<T: ValueConvertible>(of _: T.Type, at offset: Int) -> @Sendable (UnsafeMutableRawPointer, Value) -> Bool {
  { model, value in
    guard let typed = T(value) else { return false }
    (model + offset).assumingMemoryBound(to: T.self).pointee = typed
    return true
  }
}

@inlinable
func fieldReader<Model: Sendable, T: ValueConvertible>(
  _ path: any KeyPath<Model, T> & Sendable, _ offset: Int
) -> @Sendable (UnsafeRawPointer) -> Value {
  if offset >= 0 { return reader(of: T.self, at: offset) }
  return { $0.assumingMemoryBound(to: Model.self).pointee[keyPath: path].value }
}

@inlinable
func fieldWriter<Model: Sendable, T: ValueConvertible>(
  _ path: any KeyPath<Model, T> & Sendable, _ offset: Int
) -> (@Sendable (UnsafeMutableRawPointer, Value) -> Bool)? {
  if offset >= 0 { return writer(of: T.self, at: offset) }
  // A key path is immutable; only the cast loses `Sendable`.
  guard let writable = path as? WritableKeyPath<Model, T> else { return nil }
  nonisolated(unsafe) let path = writable
  return { model, value in
    guard let typed = T(value) else { return false }
    model.assumingMemoryBound(to: Model.self).pointee[keyPath: path] = typed
    return true
  }
}
