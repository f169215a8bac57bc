import Statecharts

/// A template with the facts that help, completion and checks show.
public struct DefinedTemplate: Sendable {
  /// The template itself.
  public internal(set) var template: Template
  let fields: [FieldFacts]
  private(set) var inputs: [InputState]
  private(set) var inputSamples: [(input: Name, samples: [(name: String, value: Value)])]
  private(set) var inputTypes: [(name: Name, type: RecipientType)]
  private(set) var inputPlaces: [Name: Int]
  let declarations: [Declared]
  let services: [ServiceFacts]
  let acceptances: [Acceptance]
  let uncovered: [ModelCoverage.Property]
  var faults: [DefinitionFinding]
  let guards: [Dependency]
  let pagesInLaws: [(law: Name, page: Name)]
  let children: [(label: Name, template: TemplateSource)]
  var laws: [LawNote] = []

  func type(ofInput name: Name) -> RecipientType? {
    inputPlaces[name].map { inputTypes[$0].type }
  }

  /// Adds another template's inputs, which its own chart ignores.
  mutating func hear(_ other: DefinedTemplate) {
    for (place, input) in other.inputs.enumerated() where inputPlaces[input.name] == nil {
      inputPlaces[input.name] = inputs.count
      inputs.append(input)
      inputSamples.append(other.inputSamples[place])
      inputTypes.append(other.inputTypes[place])
    }
  }

  var dependencies: [Dependency] {
    guards
      + template.fields.indices.compactMap { port in
        template.sources(ofPort: port).map { sources in
          Dependency(
            fault: DefinitionFault.hiddenSource, name: fields[port].name, declared: sources,
            read: template.reader(ofPort: port))
        }
      }
  }

  var readsClock: Bool { declarations.contains { if case .clock = $0 { true } else { false } } }
}

struct FieldFacts: Sendable {
  var name: Name
  var type: RecipientType
  var samples: [(name: String, value: Value)]
  var ordersInstances = true
  var rowTemplate: Name?
  /// Whether a search assigns it as the environment would.
  var isOfEnvironment = false

  var shape: Shape { type.shape }
}

extension FieldFacts {
  init<T: ValueConvertible>(_ name: Name, _ type: T.Type, _ samples: [(name: String, value: Value)]) {
    self.init(
      name: name, type: RecipientType(type), samples: samples, ordersInstances: T.ordersReferences,
      rowTemplate: T.rowType.map { Name($0.templateName) })
  }
}

package struct ServiceFacts: Sendable {
  let own: ServiceDefinition
  let samples: [(name: String, value: Value)]
  let type: RecipientType
  let answerer: TemplateSource?

  var shape: Shape { type.shape }

  /// Do not read it while a definition is being made: view models may use each other.
  package var definition: ServiceDefinition { answerer.map { own.answered(by: $0.name) } ?? own }
}

struct TemplateNode: Sendable {
  let own: DefinedTemplate
  let uses: [TemplateSource]

  var templates: [DefinedTemplate] {
    var result: [DefinedTemplate] = []
    collect(into: &result)
    return result
  }

  private func collect(into result: inout [DefinedTemplate]) {
    guard !result.contains(where: { $0.template.name == own.template.name }) else { return }
    result.append(own)
    for source in uses { source.node().collect(into: &result) }
  }
}

@usableFromInline
struct TemplateSource: Sendable {
  let node: @Sendable () -> TemplateNode

  var name: Name { node().own.template.name }

  static func of<W: ViewModel>(_: W.Type) -> TemplateSource { TemplateSource { W.definition.node } }
}

extension [DefinedTemplate] {
  func named(_ name: Name?) -> DefinedTemplate? { first { $0.template.name == name } }
}

extension [Name] {
  /// The first place of each name.
  var places: [Name: Int] { Dictionary(zip(self, indices)) { first, _ in first } }
}
