import Statecharts
import ViewModels

/// Objects that an object lists, each with an adapter of its own: `Rows<ItemRow>(\.items, key: \.id)`. An object
/// that stays in the list stays the same row, wherever it is moved.
public struct AdapterRows<A: RowAdapter, Row: RowAdapter>: AdapterToken {
  package let declaration: TokenDeclaration
  private let read: @MainActor @Sendable (AnyObject) -> [AnyObject]
  private let key: (@MainActor @Sendable (Row) -> Name)?
  private let named = Named()

  /// The adapter of the rows, once its tokens are named.
  private final class Named: @unchecked Sendable {
    // Written while the machine is made, before any other code reads it.
    var adapter: Row?
  }

  /// Makes rows that are known by their position alone: `items[3]`.
  ///
  /// - Parameter name: What they are called, if not what the token is called.
  @MainActor
  public init(
    _ path: KeyPath<A.Object, [Row.Object]>, named name: Name? = nil, file: StaticString = #fileID, line: Int = #line
  ) {
    self.init(path, name, nil, file, line)
  }

  /// Makes rows of which each is known by one of its fields: `items[#3238]`.
  @MainActor
  public init<Key>(
    _ path: KeyPath<A.Object, [Row.Object]>, named name: Name? = nil, key: KeyPath<Row, AdapterField<Row, Key>>,
    file: StaticString = #fileID, line: Int = #line
  ) {
    let key = Unchecked(value: key)
    self.init(path, name, { $0[keyPath: key.value].name }, file, line)
  }

  @MainActor
  private init(
    _ path: KeyPath<A.Object, [Row.Object]>, _ name: Name?, _ key: (@MainActor @Sendable (Row) -> Name)?,
    _ file: StaticString, _ line: Int
  ) {
    declaration = .ofToken(name, file, line)
    self.key = key
    let path = Unchecked(value: path)
    read = { A.object($0)[keyPath: path.value] }
  }

  func add(to parts: inout AdapterParts, _ table: inout AdapterTable) {
    let (type, adapter) = table.add(Row.self)
    named.adapter = adapter
    let field = ObjectField(name: name, read: { _ in .null }, rows: (read, type))
    parts.fields.append(
      .init(field: field, shape: .list(.record), samples: [], rows: (Row.templateName, key?(adapter))))
  }

  var adapter: Row {
    guard let adapter = named.adapter else { preconditionFailure("rows are used when their machine is made") }
    return adapter
  }
}

/// What a law sees of a row: `$0.items.allSatisfy { $0.likes >= 0 }`.
@dynamicMemberLookup
public struct AdapterRow<Row: RowAdapter> {
  let adapter: Row
  let values: [Value]

  /// The value of a field.
  public subscript<T>(dynamicMember path: KeyPath<Row, AdapterField<Row, T>>) -> T {
    let field = adapter[keyPath: path]
    return field.typed(values[field.declaration.port])
  }
}

/// The adapters of an object and of its rows, each once.
@MainActor
struct AdapterTable {
  /// In the order of their numbers; the object's own is the first.
  private(set) var all: [AdapterParts] = []
  private var adapters: [(type: any RowAdapter.Type, adapter: any RowAdapter)] = []

  /// Adds an adapter, unless it is there.
  mutating func add<A: RowAdapter>(_: A.Type) -> (place: Int, adapter: A) {
    if let place = adapters.firstIndex(where: { $0.type == A.self }), let known = adapters[place].adapter as? A {
      return (place, known)
    }
    let (place, adapter) = (all.count, A())
    adapters.append((A.self, adapter))
    var parts = AdapterParts(name: A.templateName)
    all.append(parts)
    let tokens = Mirror(reflecting: adapter).children.compactMap { label, value in
      (value as? any AdapterToken<A>).map { ($0, label ?? "") }
    }
    // A list of rows like these asks for the names of their fields.
    for (token, label) in tokens where token.name.isEmpty { token.declaration.name = Name(label) }
    for (token, _) in tokens {
      let count = parts.fields.count
      token.add(to: &parts, &self)
      if parts.fields.count > count { token.declaration.port = count }
    }
    parts.laws = adapter.laws.map { $0.monitor(adapter) }
    all[place] = parts
    return (place, adapter)
  }
}

extension RowAdapter {
  nonisolated static var templateName: Name { Name(String(describing: Self.self)) }
}
