import Statecharts

/// A template, and what the tool shows of it.
public struct DefinedTemplate: Sendable {
  /// The template alone, for a program without screens.
  public internal(set) var template: Template
  let fields: [FieldFacts]
  let inputs: [InputState]
  let inputSamples: [(input: Name, samples: [(name: String, value: Value)])]
  let inputTypes: [(name: Name, type: RecipientType)]
  let declarations: [Declared]
  let services: [ServiceFacts]
  let acceptances: [Acceptance]
  /// The properties of the model that no stored field covers.
  let uncovered: [ModelCoverage.Property]
  /// What is wrong with its tokens.
  var faults: [DefinitionFinding]
  /// The guards that declare what they read.
  let guards: [Dependency]
  /// The pages that laws wait for.
  let pagesInLaws: [(law: Name, page: Name)]
  /// The view models that it has from its set-up on.
  let children: [(label: Name, template: TemplateSource)]
  /// What help and findings show of its laws.
  var laws: [LawNote] = []

  /// What an input takes; `nil` when there is none of that name.
  func type(ofInput name: Name) -> RecipientType? {
    inputTypes.indices.first { inputTypes[$0].name == name }.map { inputTypes[$0].type }
  }

  /// The guards and the computed fields that declare what they depend on.
  var dependencies: [Dependency] {
    guards
      + template.fields.indices.compactMap { port in
        template.sources(ofPort: port).map { sources in
          Dependency(kind: .field, name: fields[port].name, declared: sources, read: template.reader(ofPort: port))
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
  /// The name of the template of the rows that it lists.
  var rowTemplate: Name?

  var shape: Shape { type.shape }

  init(
    _ name: Name, _ type: RecipientType, _ samples: [(name: String, value: Value)], rowTemplate: Name? = nil
  ) {
    self.name = name
    self.type = type
    self.samples = samples
    self.rowTemplate = rowTemplate
  }

  init<T: ValueConvertible>(_ name: Name, _ type: T.Type, _ samples: [(name: String, value: Value)]) {
    self.init(name, RecipientType(type), samples)
    ordersInstances = T.ordersReferences
    rowTemplate = T.rowType.map { Name($0.templateName) }
  }
}

/// A service, and what the tool shows of it.
package struct ServiceFacts: Sendable {
  let own: ServiceDefinition
  let samples: [(name: String, value: Value)]
  /// What a success carries.
  let type: RecipientType
  /// The view model that answers, if one does.
  let answerer: TemplateSource?

  var shape: Shape { type.shape }

  /// The service with who answers; not to be asked for while a definition is being made.
  var definition: ServiceDefinition { answerer.map { own.answered(by: $0.name) } ?? own }
}

/// A template with those that its view model uses, which are made when they are asked for.
struct TemplateNode: Sendable {
  let own: DefinedTemplate
  let uses: [TemplateSource]

  /// Every template that is reached, each once, in the order in which they are mentioned; its own comes first.
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

/// Where a view model's templates come from.
struct TemplateSource: Sendable {
  let node: @Sendable () -> TemplateNode
}

extension TemplateSource {
  var name: Name { node().own.template.name }

  static func of<W: ViewModel>(_: W.Type) -> TemplateSource { TemplateSource { W.definition.node } }
}
