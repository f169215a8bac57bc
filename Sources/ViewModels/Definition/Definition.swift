import Statecharts

/// The compiled form of a view model.
public struct Definition<V: ViewModel>: Sendable {
  /// The template's name.
  public let name: Name
  /// The view model's own template comes first.
  public var templates: [DefinedTemplate] { node.templates }
  /// Used templates are made on demand, because view models may use each other.
  let node: TemplateNode
  let initialModel: V.Model

  init(_ table: TokenTable<V>) {
    let tokens = table.tokens
    let children = table.members(.child, as: DeclaredChild.self)
    let parts = Definition.parts(making: children) + tokens.chart + tokens.laws
    let kinds = parts.flatMap(\.kinds)
    let isInternal = V.self is any InternalViewModel.Type
    name = Name(V.templateName)
    initialModel = V.Model()
    let acceptances = kinds.compactMap { if case .accepts(let acceptance) = $0 { acceptance } else { nil } }
    let inputs = table.members(.input, as: (any AnyDeclaredPayload).self)
    let declared = table.members.compactMap { ($0.token as? any DeclaredToken)?.declaredCode }
    let used = kinds.compactMap { if case .uses(let declared) = $0 { declared } else { nil } }
    let chart = Definition.chart(kinds)
    let services = kinds.compactMap { if case .service(let facts) = $0 { facts } else { nil } }
    let laws = kinds.compactMap { if case .property(let property) = $0 { property } else { nil } }
    let namesSomething = laws.contains { !$0.happenings.isEmpty }
    let chartOfLaws = namesSomething ? ChartTable(chart ?? ChartDefinition(isParallel: true, [])) : nil
    let own = DefinedTemplate(
      template: Template(
        name, fields: table.fields.map { table.definition(of: $0, kinds, isInternal: isInternal) },
        subjects: table.members(.subject, as: TokenDeclaration.self).map(\.name), chart: chart,
        monitors: laws.map { $0.monitor(in: chartOfLaws) }, heardEvents: Definition.heardEvents(kinds),
        isInternal: isInternal,
        unmarked: acceptances.filter { $0.code == DefinitionFinding.sharedName }.map(\.place),
        model: InitialModel(initialModel), setUp: Definition.setUp(kinds)),
      fields: table.fields.map(\.facts), inputs: inputs.map { InputState(name: $0.name, shape: $0.type.shape) },
      inputSamples: inputs.map { ($0.name, $0.samples) }, inputTypes: inputs.map { ($0.name, $0.type) },
      inputPlaces: inputs.map(\.name).places,
      declarations: declared + used.joined(), services: services, acceptances: acceptances, uncovered: table.uncovered,
      faults: table.faults + Definition.nameless(chart) + services.durationFaults(of: name)
        + Definition.faults(of: laws, by: chartOfLaws.map { LawNames(table, services: services, $0) }),
      guards: table.members(.condition, as: DeclaredGuard<V.Model>.self).compactMap { $0.dependency(table.fieldName) },
      pagesInLaws: laws.flatMap { law in law.happenings.flatMap(\.pages).map { (law.name, $0) } },
      children: children.map { ($0.name, $0.template) }, laws: laws.map(\.note))
    let held = table.fields.flatMap(\.held)
    node = TemplateNode(
      own: own,
      uses: children.map(\.template) + kinds.compactMap { if case .child(let child) = $0 { child } else { nil } } + held
    )
  }

  private static func parts(making children: [DeclaredChild]) -> [Part<V>] {
    children.map { child in Part(.setUp { turn, me, _ in child.make(turn, me, child.name) }) }
  }

  private static func nameless(_ chart: ChartDefinition?) -> [DefinitionFinding] {
    (chart?.states ?? []).flatMap(\.nameless).map {
      DefinitionFault.namelessToken.finding(at: "\(V.templateName): \($0)")
    }
  }

  private static func faults(of laws: [Property<V>], by names: LawNames?) -> [DefinitionFinding] {
    laws.flatMap { law in
      law.happenings.flatMap { names?.faults(of: $0) ?? [] }.map { $0.finding(at: "\(V.templateName): \(law.name)") }
    }
  }

  private static func chart(_ kinds: [Part<V>.Kind]) -> ChartDefinition? {
    let states = kinds.compactMap { if case .region(let state) = $0 { state } else { nil } }
    return states.isEmpty ? nil : ChartDefinition(isParallel: true, states)
  }

  private static func heardEvents(_ kinds: [Part<V>.Kind]) -> [Name: Code?] {
    var codes: [Name: [Code]] = [:]
    for case .hears(let event, let code) in kinds { codes[event, default: []] += code.map { [$0] } ?? [] }
    return codes.mapValues { $0.isEmpty ? nil : inOrder($0) }
  }

  private static func inOrder(_ codes: [Code]) -> Code {
    { turn, me, value in for code in codes { code(turn, me, value) } }
  }

  private static func setUp(_ kinds: [Part<V>.Kind]) -> Code? {
    let codes = kinds.compactMap { if case .setUp(let code) = $0 { code } else { nil } }
    return codes.isEmpty ? nil : inOrder(codes)
  }
}

extension ChartDefinition.State {
  fileprivate var nameless: [Name] {
    let own = transitions.contains { if case .event("") = $0.trigger { true } else { false } }
    return (own ? [name] : []) + children.flatMap(\.nameless)
  }
}
