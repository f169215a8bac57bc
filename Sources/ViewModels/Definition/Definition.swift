import Statecharts

/// What a view model is made of: its initial model, its fields, subjects and inputs, and its parts.
public struct Definition<V: ViewModel>: Sendable {
  public let name: String
  /// The templates of this view model and of those that it uses; its own comes first.
  public var templates: [DefinedTemplate] { node.templates }
  /// Its own template, with those that it uses still to be asked for: view models may use each other.
  let node: TemplateNode
  let initialModel: V.Model

  var own: DefinedTemplate { node.own }

  /// Makes a definition.
  ///
  /// - Parameters:
  ///   - model: The initial model.
  ///   - name: Unique among the view models of one machine; the type's name without one.
  ///   - fields: All properties of the model, and what is computed from them, in the order in which they are shown.
  ///   - properties: What every instance is held to, besides the properties among the parts.
  ///   - isView: Whether it is the view's own bookkeeping, which traces leave out.
  public init(
    _ model: V.Model, name: String? = nil, fields: [any AnyField<V.Model>] = [], inputs: [any AnyInput] = [],
    subjects: [any AnySubject] = [], properties: [Property<V>] = [], isView: Bool = false,
    @Parts<V> _ parts: () -> [Part<V>]
  ) {
    let name = name ?? String(describing: V.self)
    let kinds = parts().flatMap(\.kinds)
    self.name = name
    initialModel = model
    let acceptances = kinds.compactMap { if case .accepts(let acceptance) = $0 { acceptance } else { nil } }
    let own = DefinedTemplate(
      template: Template(
        name, fields: Definition.fields(fields, kinds, isView), subjects: subjects.map(\.name),
        chart: Definition.chart(kinds), monitors: Definition.monitors(properties, kinds),
        heardEvents: Definition.heardEvents(kinds), isInternal: isView,
        unmarked: acceptances.filter { $0.code == DefinitionFinding.sharedName }.map(\.place),
        model: InitialModel(model), setUp: Definition.setUp(kinds)),
      fields: fields.map {
        FieldFacts(
          name: $0.name, type: $0.recipient, samples: $0.samples, ordersInstances: $0.ordersInstances,
          rowType: $0.rowType)
      },
      inputs: inputs.map { InputState(name: $0.name, shape: $0.shape) },
      inputSamples: inputs.map { ($0.name, $0.samples) },
      inputTypes: inputs.map { ($0.name, RecipientType(shape: $0.shape, told: $0.told, accepts: $0.accepts)) },
      declarations: Definition.declared(in: kinds),
      services: kinds.compactMap { if case .service(let facts) = $0 { facts } else { nil } },
      acceptances: acceptances, uncovered: ModelCoverage(of: model, by: fields.compactMap(\.place)).uncovered,
      faults: [])
    node = TemplateNode(own: own, uses: kinds.compactMap { if case .child(let child) = $0 { child } else { nil } })
  }

  /// Makes a definition of named tokens.
  init(_ table: TokenTable<V>) where V: TokenViewModel {
    let tokens = table.tokens
    let children = table.members(.child, as: DeclaredChild.self)
    let parts = Definition.parts(making: children) + tokens.chart + tokens.laws
    let kinds = parts.flatMap(\.kinds)
    let isInternal = V.self is any InternalViewModel.Type
    name = V.templateName
    initialModel = V.Model()
    let acceptances = kinds.compactMap { if case .accepts(let acceptance) = $0 { acceptance } else { nil } }
    let inputs = table.members(.input, as: (any AnyDeclaredPayload).self)
    let declared = table.members.compactMap { ($0.token as? any DeclaredToken)?.declaredCode }
    let own = DefinedTemplate(
      template: Template(
        name, fields: table.fields.map { $0.definition(table.sources(of: $0), kinds, isInternal) },
        subjects: table.members(.subject, as: TokenDeclaration.self).map(\.name), chart: Definition.chart(kinds),
        monitors: Definition.monitors([], kinds), heardEvents: Definition.heardEvents(kinds), isInternal: isInternal,
        unmarked: acceptances.filter { $0.code == DefinitionFinding.sharedName }.map(\.place),
        model: InitialModel(initialModel), setUp: Definition.setUp(kinds)),
      fields: table.fields.map(\.facts), inputs: inputs.map { InputState(name: $0.name, shape: $0.type.shape) },
      inputSamples: inputs.map { ($0.name, $0.samples) }, inputTypes: inputs.map { ($0.name, $0.type) },
      declarations: declared + Definition.declared(in: kinds),
      services: kinds.compactMap { if case .service(let facts) = $0 { facts } else { nil } },
      acceptances: acceptances, uncovered: table.uncovered, faults: table.faults)
    let held = table.fields.flatMap(\.held)
    node = TemplateNode(
      own: own,
      uses: children.map(\.template) + kinds.compactMap { if case .child(let child) = $0 { child } else { nil } } + held
    )
  }

  /// What makes the children, before anything else is set up.
  private static func parts(making children: [DeclaredChild]) -> [Part<V>] {
    children.map { child in Part(.setUp { turn, me, _ in child.make(turn, me, child.name) }) }
  }

  private static func declared(in kinds: [Part<V>.Kind]) -> [Declared] {
    kinds.flatMap { kind -> [Declared] in
      guard case .uses(let declared) = kind else { return [] }
      return declared
    }
  }

  /// Returns the port of a field or subject; one below 0 that nothing has, when the definition does not list it.
  func port(of name: String) -> Int { own.template.port(named: name) ?? -1 }

  /// Returns the port of a field or subject; `nil`, and a fault of the turn, when the definition does not list it.
  func port(of name: String, in turn: borrowing TurnContext) -> Int? {
    if let port = own.template.port(named: name) { return port }
    turn.fault("definition '\(self.name)' does not list '\(name)' among its fields and subjects")
    return nil
  }

  private static func fields(
    _ tokens: [any AnyField<V.Model>], _ kinds: [Part<V>.Kind], _ isView: Bool
  ) -> [FieldDefinition] {
    tokens.map { token in
      var setter: Code?
      var observers: [Code] = []
      for kind in kinds {
        if case .setter(token.name, let code) = kind { setter = code }
        if case .observer(token.name, let code) = kind { observers.append(code) }
      }
      return token.definition(
        isInternal: isView || (token.holdsInstances && token.rowType == nil), setter: setter, observers: observers)
    }
  }

  private static func chart(_ kinds: [Part<V>.Kind]) -> ChartDefinition? {
    let states = kinds.compactMap { if case .region(let state) = $0 { state } else { nil } }
    return states.isEmpty ? nil : ChartDefinition(isParallel: true, states)
  }

  private static func monitors(_ properties: [Property<V>], _ kinds: [Part<V>.Kind]) -> [Monitor] {
    let stated = kinds.compactMap { if case .property(let property) = $0 { property } else { nil } }
    return (properties + stated).map(\.monitor)
  }

  /// What it hears of rows, with the code that runs at once.
  private static func heardEvents(_ kinds: [Part<V>.Kind]) -> [String: Code?] {
    var codes: [String: [Code]] = [:]
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

extension AnyDeclaredField {
  /// The field with the setter and the observers that the parts declare for it.
  fileprivate func definition<V>(_ sources: [String], _ kinds: [Part<V>.Kind], _ isInternal: Bool) -> FieldDefinition {
    var setter: Code?
    var observers: [Code] = []
    for kind in kinds {
      if case .setter(name, let code) = kind { setter = code }
      if case .observer(name, let code) = kind { observers.append(code) }
    }
    return definition(from: sources, isInternal: isInternal, setter: setter, observers: observers)
  }
}

/// An input with its payload's type erased.
public protocol AnyInput: Sendable {
  var name: String { get }
  var shape: Shape { get }
  var samples: [(name: String, value: Value)] { get }
  /// Whether its payload can be made of a value.
  @Sendable func accepts(_ value: Value) -> Bool
  /// Returns a value as its payload's type has it, with what is secret hidden; one that is not of the type is hidden as a
  /// whole where the type may hide something.
  @Sendable func told(_ value: Value) -> Value
}

/// A subject with its payload's type erased.
public protocol AnySubject: Sendable {
  var name: String { get }
}

extension Input: AnyInput {
  public func told(_ value: Value) -> Value {
    (payload(value) as? any ValueConvertible)?.value ?? (shape.mayHoldSecret ? value.hidden : value)
  }
}
extension Subject: AnySubject {}
