import Locks
import Statecharts

/// The tokens and definitions of view models, made once per process.
enum Tokens {
  private static let tables = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])
  private static let definitions = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])
  /// Detects a view model that needs its own tokens while they are made.
  @TaskLocal private static var making: [ObjectIdentifier] = []

  static func table<V: ViewModel>(of type: V.Type) -> TokenTable<V> {
    let key = ObjectIdentifier(type)
    if let table = tables.withLock({ $0[key] }) { return unsafeDowncast(table, to: TokenTable<V>.self) }
    if making.contains(key) {
      fatalError("\(V.self) needs its own tokens while they are made: an initial value of a stored property names one")
    }
    // Outside the lock, because initial values may name tokens of other view models.
    let made = $making.withValue(making + [key]) { TokenTable<V>() }
    let kept: any AnyObject & Sendable = tables.withLock { $0.keep(made, for: key) }
    return unsafeDowncast(kept, to: TokenTable<V>.self)
  }

  static func definition<V: ViewModel>(of type: V.Type) -> Definition<V> {
    let key = ObjectIdentifier(type)
    if let made = definitions.withLock({ $0[key] }) { return unsafeDowncast(made, to: Kept<V>.self).definition }
    let made = Kept(Definition(table(of: type)))
    let kept: any AnyObject & Sendable = definitions.withLock { $0.keep(made, for: key) }
    return unsafeDowncast(kept, to: Kept<V>.self).definition
  }

  private final class Kept<V: ViewModel>: Sendable {
    let definition: Definition<V>

    init(_ definition: Definition<V>) {
      self.definition = definition
    }
  }
}

extension [ObjectIdentifier: any AnyObject & Sendable] {
  /// If two threads make a table, the first is kept.
  fileprivate mutating func keep(_ made: any AnyObject & Sendable, for key: Key) -> any AnyObject & Sendable {
    if let known = self[key] { return known }
    self[key] = made
    return made
  }
}

/// The named and numbered tokens of a view model, and the fields without a token.
final class TokenTable<V: ViewModel>: Sendable {
  let tokens: V
  let members: [(name: Name, token: any TableToken)]
  let fields: [any AnyDeclaredField]
  var faults: [DefinitionFinding] {
    naming.faults + naming.unknownSources(fields) { port(of: $0) != nil }
  }
  let uncovered: [ModelCoverage.Property]
  private let naming: TokenNaming
  private let portsByOffset: [Int: [Int]]
  /// The bytes of top-level properties, not of their parts.
  private let properties: Set<Range<Int>>

  init() {
    tokens = V()
    var naming = TokenNaming(of: "\(V.self)")
    members = naming.name(Reflection.tokens(of: tokens))
    var fields = members.compactMap { $0.token.declaration as? any AnyDeclaredField }
    let coverage = ModelCoverage(of: V.Model(), by: fields.compactMap(\.bytes))
    fields += coverage.uncovered.compactMap(\.field).filter { naming.isNew($0) }
    uncovered = coverage.uncovered.filter { $0.field == nil }
    for (port, field) in fields.enumerated() { field.port = port }
    for (position, subject) in members.filter({ type(of: $0.token).kind == .subject }).enumerated() {
      subject.token.declaration.port = fields.count + position
    }
    for (position, child) in members.filter({ type(of: $0.token).kind == .child }).enumerated() {
      child.token.declaration.port = position
    }
    self.fields = fields
    properties = Set(coverage.properties)
    var ports: [Int: [Int]] = [:]
    for (port, field) in fields.enumerated() {
      if let offset = field.bytes?.lowerBound { ports[offset, default: []].append(port) }
    }
    portsByOffset = ports
    // Without reflection metadata, a view model has bytes but no members.
    if members.isEmpty, Mirror(reflecting: tokens).children.isEmpty, MemoryLayout<V>.size > 0 { naming.noteHidden() }
    self.naming = naming
  }

  func port(of path: AnyKeyPath) -> Int? {
    guard let offset = MemoryLayout<V.Model>.offset(ofAny: path), portsByOffset[offset] != nil else {
      return fields.firstIndex { $0.anyPath == path }
    }
    return port(at: offset, ObjectIdentifier(Swift.type(of: path).valueType))
  }

  /// The type is needed, because a property and its first part share an offset.
  func port(at offset: Int, _ type: ObjectIdentifier) -> Int? {
    portsByOffset[offset]?.first { fields[$0].valueType == type }
  }

  func fieldName(of path: AnyKeyPath) -> Name? {
    if let field = fields.first(where: { $0.anyPath == path }) { return field.name }
    return port(of: path).map { fields[$0].name }
  }

  func definition(of field: any AnyDeclaredField, _ parts: [Part<V>.Kind], isInternal: Bool) -> FieldDefinition {
    var surroundings = FieldSurroundings()
    surroundings.sources = field.anySources.compactMap(fieldName)
    surroundings.isInternal = isInternal
    surroundings.isProperty = field.bytes.map(properties.contains) ?? false
    for part in parts {
      if case .setter(field.name, let code) = part { surroundings.setter = code }
      if case .observer(field.name, let code) = part { surroundings.observers.append(code) }
    }
    return field.definition(in: surroundings)
  }

  func members<T>(_ kind: TokenKind, as type: T.Type) -> [T] {
    members.filter { Swift.type(of: $0.token).kind == kind }.compactMap { $0.token.declaration as? T }
  }
}

extension MemoryLayout where T: Sendable {
  static func offset(ofAny path: AnyKeyPath) -> Int? {
    (path as? PartialKeyPath<T>).flatMap { MemoryLayout<T>.offset(of: $0) }
  }
}

struct TokenNaming {
  private let type: Name
  private(set) var faults: [DefinitionFinding] = []
  private var names: Set<Name> = []

  private static let reserved: Set<Name> = ["chart", "laws", "screen", "tokens", "definition"]

  init(of type: Name) {
    self.type = type
  }

  mutating func name(_ members: [(name: Name, token: any TableToken)]) -> [(name: Name, token: any TableToken)] {
    var held: [ObjectIdentifier: Name] = [:]
    return members.filter { label, token in
      let declaration = token.declaration
      if let first = held.updateValue(label, forKey: ObjectIdentifier(declaration)) {
        note(.tokenHeldTwice(as: first), at: label)
        return false
      }
      if let owner = declaration.owner {
        note(.tokenHeldTwice(as: owner), at: label)
        return false
      }
      if !declaration.isNamed { declaration.name = label }
      declaration.owner = "\(type).\(label)"
      let kind = Swift.type(of: token).kind
      if label.isEmpty { note(.namelessToken, at: Name(declaration.place)) }
      if TokenNaming.reserved.contains(label) { note(.reservedName, at: label) }
      if kind == .condition { return true }
      return isNew(declaration.name, kind)
    }
  }

  mutating func isNew(_ field: any AnyDeclaredField) -> Bool { isNew(field.name, .field) }

  /// False for a repeated name, which is reported once and ignored by other checks.
  private mutating func isNew(_ name: Name, _ kind: TokenKind) -> Bool {
    let isNew = names.insert("\(kind.space) \(name)").inserted
    if !isNew { note(.repeatedToken(kind), at: name) }
    return isNew
  }

  func unknownSources(_ fields: [any AnyDeclaredField], _ isField: (AnyKeyPath) -> Bool) -> [DefinitionFinding] {
    fields.filter { !$0.anySources.allSatisfy(isField) }.map { field in
      located(.unknownSource, at: field.name)
    }
  }

  mutating func noteHidden() { faults.append(DefinitionFault.namelessToken.finding(at: type)) }

  private mutating func note(_ fault: DefinitionFault, at place: Name) { faults.append(located(fault, at: place)) }

  private func located(_ fault: DefinitionFault, at place: Name) -> DefinitionFinding {
    fault.finding(at: "\(type): \(place)")
  }
}

extension TokenKind {
  /// Names must differ within one space. Fields and subjects share one, because they are shown together. Services
  /// share that of events, because their answers are events (`search.ok`).
  fileprivate var space: String {
    switch self {
    case .field, .subject: "port"
    case .input, .event, .service: "event"
    case .handler: "handler"
    case .wiring, .signal: "wiring"
    case .condition, .child: rawValue
    }
  }
}
