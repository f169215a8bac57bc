import Statecharts

/// A guard (`reads:`) or computed field (`from:`) with its declared sources.
struct Dependency: Sendable {
  /// The fault of a read that is not declared.
  let fault: @Sendable (Name) -> DefinitionFault
  let name: Name
  let declared: [Name]
  let read: @Sendable (UnsafeRawPointer) -> Value
}

/// Finds guards and computed fields that depend on undeclared fields.
///
/// It changes each field of a model in turn. Different results with equal declared fields prove a fault, so there
/// are no false reports; faults that only other models show are missed.
package struct DependencyCheck: Sendable {
  fileprivate struct Piece: Sendable {
    let defined: DefinedTemplate
    let dependency: Dependency
    let port: Int
  }

  private let pieces: [Piece]

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

  /// Each piece runs code of a view model, which may trap.
  package var count: Int { pieces.count }

  /// Whether the result depends on the piece's undeclared field.
  package func finds(_ piece: Int) -> Bool { pieces[piece].isUndeclared }

  package func findings(_ found: [Int]) -> UndeclaredDependencies {
    var result = UndeclaredDependencies()
    for index in found {
      let (defined, dependency) = (pieces[index].defined, pieces[index].dependency)
      let field = defined.template.fields[pieces[index].port].name
      result.findings[ObjectIdentifier(defined.template), default: []].append(
        dependency.fault(field).finding(at: "\(defined.template.name): \(dependency.name)"))
    }
    return result
  }
}

package struct UndeclaredDependencies: Sendable {
  fileprivate var findings: [ObjectIdentifier: [DefinitionFinding]] = [:]

  package init() {}

  func findings(of defined: DefinedTemplate) -> [DefinitionFinding] {
    findings[ObjectIdentifier(defined.template)] ?? []
  }
}

extension DependencyCheck.Piece {
  private static let declaredValues = 2

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

  private func values(of port: Int, _ initial: Value) -> [Value] {
    let facts = defined.fields[port]
    var values = facts.samples.map(\.value)
    if values.isEmpty { values = facts.shape.others(than: initial) }
    if facts.rowTemplate != nil { values.append(.list([.reference(InstanceID(0))])) }
    return values.filter { $0 != initial }
  }
}

extension Shape {
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
