import Statecharts

/// A guard or a computed field, and the fields that it declares to depend on.
struct Dependency: Sendable {
  enum Kind: Sendable {
    /// A guard, with `reads:`.
    case guardToken
    /// A computed field, with `from:`.
    case field
  }

  let kind: Kind
  let name: Name
  /// The names of the declared fields.
  let declared: [Name]
  /// What it is for a model.
  let read: @Sendable (UnsafeRawPointer) -> Value
}

/// Looks for guards and computed fields that depend on more than they declare.
///
/// It changes each field of a model in turn. What gives another result although all that it declares is the same depends on
/// something else: that is proved by the two models, so nothing is reported falsely. What only some models would show is missed.
package struct DependencyCheck: Sendable {
  /// Whether a dependency depends on a field that it does not declare.
  fileprivate struct Piece: Sendable {
    let defined: DefinedTemplate
    let dependency: Dependency
    let port: Int
  }

  private let pieces: [Piece]

  /// Checks the view models of machines, each once however many machines use it.
  package init(_ machines: [Machine]) {
    var seen: Set<ObjectIdentifier> = []
    pieces = machines.flatMap(\.templates).filter { seen.insert(ObjectIdentifier($0.template)).inserted }.flatMap {
      defined in
      defined.dependencies.flatMap { dependency in
        defined.template.settablePorts.filter { !dependency.declared.contains(defined.template.fields[$0].name) }.map {
          Piece(defined: defined, dependency: dependency, port: $0)
        }
      }
    }
  }

  /// How many pieces there are; each runs code of a view model, which may trap.
  package var count: Int { pieces.count }

  /// Runs a piece.
  ///
  /// - Returns: Whether its field decides something that does not declare it.
  package func finds(_ piece: Int) -> Bool { pieces[piece].isUndeclared }

  /// The findings of the pieces that found something, by template.
  package func findings(_ found: [Int]) -> UndeclaredDependencies {
    var result = UndeclaredDependencies()
    for index in found {
      let (defined, dependency) = (pieces[index].defined, pieces[index].dependency)
      let field = defined.template.fields[pieces[index].port].name
      let fault: DefinitionFault = dependency.kind == .field ? .hiddenSource(field) : .hiddenRead(field)
      result.findings[ObjectIdentifier(defined.template), default: []].append(
        fault.finding(at: "\(defined.template.name): \(dependency.name)"))
    }
    return result
  }
}

/// What a check of dependencies found.
package struct UndeclaredDependencies: Sendable {
  fileprivate var findings: [ObjectIdentifier: [DefinitionFinding]] = [:]

  package init() {}

  func findings(of defined: DefinedTemplate) -> [DefinitionFinding] {
    findings[ObjectIdentifier(defined.template)] ?? []
  }
}

extension DependencyCheck.Piece {
  /// How many values of a declared field are tried with the others.
  private static let declaredValues = 2

  /// Whether two models that are the same in all declared fields, and differ in this one, give different results.
  fileprivate var isUndeclared: Bool {
    let declared = dependency.declared.compactMap(defined.template.port)
    guard declared.count == dependency.declared.count else { return false }
    let model = TrialModel(of: defined.template)
    let changes = values(of: port, model.value(of: port))
    if isUndeclared(model, changes, declared) { return true }
    for other in declared {
      for value in values(of: other, model.value(of: other)).prefix(Self.declaredValues)
      where model.set(other, to: value) {
        if isUndeclared(model, changes, declared) { return true }
        model.reset()
      }
    }
    return false
  }

  private func isUndeclared(_ model: TrialModel, _ changes: [Value], _ declared: [Int]) -> Bool {
    let (before, initial) = (dependency.read(model.location), model.value(of: port))
    let known = declared.map(model.value)
    defer { _ = model.set(port, to: initial) }
    return changes.contains { change in
      model.set(port, to: change) && dependency.read(model.location) != before && declared.map(model.value) == known
    }
  }

  /// Other values of a field: its samples, else values of its shape and those that fields of the view model begin with.
  private func values(of port: Int, _ initial: Value) -> [Value] {
    let facts = defined.fields[port]
    var values = facts.samples.map(\.value)
    if values.isEmpty { values = facts.shape.others(than: initial) }
    if facts.rowTemplate != nil { values.append(.list([.reference(InstanceID(0))])) }
    return values.filter { $0 != initial }
  }
}

extension Shape {
  /// Some values near one.
  fileprivate func others(than value: Value) -> [Value] {
    switch (self, value) {
    case (.bool, .bool(let truth)): [.bool(!truth)]
    case (.int, .int(let number)): [.int(number == .max ? 0 : number + 1)]
    case (.double, .double(let number)): [.double(number + 1)]
    case (.string, .string(let text)): text.isEmpty ? ["text"] : ["", .string(text + " text")]
    case (.optional, .null): initials
    case (.optional(let wrapped), _): [.null] + wrapped.others(than: value)
    case (.list(let element), .list(let values)):
      (values.isEmpty ? [] : [.list([])])
        + (values.first.map { [$0] } ?? element.initials.prefix(1)).map { .list(values + [$0]) }
    case (.enumeration, _): initials.filter { $0 != value }
    case (.secret(let hidden), .secret(let value)): hidden.others(than: value).map(Value.secret)
    default: []
    }
  }

  /// Some values.
  private var initials: [Value] {
    switch self {
    case .bool: [true, false]
    case .int: [0, 1]
    case .double: [0.5]
    case .string: ["text"]
    case .optional(let wrapped): wrapped.initials
    case .list(let element): [.list([])] + element.initials.prefix(1).map { .list([$0]) }
    case .enumeration(let cases): cases.map { .enumeration($0, []) }
    case .secret(let hidden): hidden.initials.map(Value.secret)
    case .record, .void, .any: []
    }
  }
}
