import Statecharts

/// A machine as data, with or without Swift types.
package struct MachineDefinition: Sendable {
  /// The machine adds the templates of the simulated view.
  var templates: [DefinedTemplate]
  let pages: [MachinePage]
  let limits: Limits

  /// Opening a machine and `lint` report its faults.
  package init(
    _ templates: [DefinedTemplate], root: MachinePage, pages: [MachinePage] = [], limits: Limits = Limits()
  ) {
    self.templates = templates
    self.pages = [root] + pages
    self.limits = limits
  }

  init(_ root: PageModel, _ pages: [PageModel], _ limits: Limits) {
    let models = ([root] + pages).map { $0.model() }
    templates = models.flatMap(\.templates).distinct { $0.template.name }
    self.pages = models.map(\.page)
    self.limits = limits
  }
}

/// Templates as data; a model is a list of field values.
extension DefinedTemplate {
  package typealias Samples = [(name: String, value: Value)]

  package struct Field: Sendable {
    package let name: Name
    let shape: Shape
    let initial: Value
    let samples: Samples
    let isReadOnly: Bool
    /// Whether a search assigns it as the environment would.
    package var isOfEnvironment = false
    /// The template of the instances that it lists, and the name of the field by which they are known.
    let rows: (template: Name, key: Name?)?
    let setter: Code?

    /// - Parameters:
    ///   - isReadOnly: Whether only the definition's own code may set it.
    ///   - rows: The template of the instances that it lists, and the name of the field by which they are known.
    ///   - setter: Runs with the value after each set, before the observers.
    package init(
      _ name: Name, _ shape: Shape, _ initial: Value, _ samples: Samples = [], isReadOnly: Bool = false,
      rows: (template: Name, key: Name?)? = nil, setter: Code? = nil
    ) {
      (self.name, self.shape, self.initial, self.samples) = (name, shape, initial, samples)
      (self.isReadOnly, self.rows, self.setter) = (isReadOnly, rows, setter)
    }
  }

  package struct Input: Sendable {
    let name: Name
    let shape: Shape
    let samples: Samples

    package init(_ name: Name, _ shape: Shape = .void, _ samples: Samples = []) {
      (self.name, self.shape, self.samples) = (name, shape, samples)
    }
  }

  /// The first stored property of `model`'s result must be the fields' values. An `obstacle` is the reason why a
  /// machine cannot be opened. `hearsEvents` lets code ask for the event of a microstep.
  package init(
    _ name: Name, fields: [Field] = [], inputs: [Input] = [], subjects: [Name] = [],
    chart: ChartDefinition? = nil, services: [ServiceFacts] = [], handlers: [HandlerDefinition] = [],
    laws: [Monitor] = [], model: ([Value]) -> InitialModel = { InitialModel($0) }, obstacle: String? = nil,
    hearsEvents: Bool = false, setUp: Code? = nil
  ) {
    let facts = fields.map { field in
      FieldFacts(
        name: field.name, type: RecipientType(of: field.shape), samples: field.shape.named(field.samples),
        rowTemplate: field.rows?.template, isOfEnvironment: field.isOfEnvironment)
    }
    let values = fields.map { $0.shape.fitted($0.initial) ?? .null }
    let obstacles = obstacle.map { [DefinitionFault.cannotRun($0).finding(at: name)] } ?? []
    self.init(
      template: Template(
        name, fields: fields.enumerated().map { $1.definition(at: $0) }, subjects: subjects, chart: chart,
        monitors: laws, model: model(values), setUp: setUp),
      fields: facts,
      inputs: inputs.map { InputState(name: $0.name, shape: $0.shape) },
      inputSamples: inputs.map { ($0.name, $0.shape.named($0.samples)) },
      inputTypes: inputs.map { ($0.name, RecipientType(of: $0.shape)) },
      inputPlaces: inputs.map(\.name).places,
      declarations: handlers.map(Declared.handler) + (hearsEvents ? [.events] : []), services: services,
      acceptances: [], uncovered: [],
      faults: obstacles
        + DefinedTemplate.faults(of: fields, inputs, subjects).map { $0.finding(at: "\(name): \($1)") }
        + services.durationFaults(of: name),
      guards: [], pagesInLaws: [], children: [])
  }

  private static func faults(
    of fields: [Field], _ inputs: [Input], _ subjects: [Name]
  ) -> [(fault: DefinitionFault, place: Name)] {
    let repeated =
      repeats(fields.map(\.name) + subjects).map { (DefinitionFault.repeatedPort, $0) }
      + repeats(inputs.map(\.name)).map { (DefinitionFault.repeatedName(noun: "input"), $0) }
    let initials = fields.filter { $0.shape.fitted($0.initial) == nil }.map {
      (DefinitionFault.unfittingValue(of: "initial value"), $0.name)
    }
    let samples = fields.map { ($0.name, $0.shape, $0.samples) } + inputs.map { ($0.name, $0.shape, $0.samples) }
    return repeated + initials
      + samples.flatMap { name, shape, samples in
        samples.filter { shape.fitted($0.value) == nil }.map {
          (DefinitionFault.unfittingValue(of: "sample '\($0.name)'"), name)
        }
      }
  }
}

extension DefinedTemplate.Field {
  fileprivate func definition(at index: Int) -> FieldDefinition {
    let listsRows = rows != nil
    let readRow: @Sendable (UnsafeRawPointer, Int) -> Value? = { model, row in
      guard case .list(let rows) = model.assumingMemoryBound(to: [Value].self).pointee[index] else { return nil }
      return rows.indices.contains(row) ? rows[row] : nil
    }
    return FieldDefinition(
      name, isSecret: shape.isSecret, isReadOnly: isReadOnly, holdsReferences: listsRows,
      rows: rows.map { FieldDefinition.Rows(key: $0.key) },
      read: { $0.assumingMemoryBound(to: [Value].self).pointee[index] },
      write: { [shape] model, value in
        guard let fitted = listsRows ? value : shape.fitted(value) else { return false }
        model.assumingMemoryBound(to: [Value].self).pointee[index] = fitted
        return true
      }, readRow: listsRows ? readRow : nil, setter: setter)
  }
}

extension ServiceFacts {
  /// The first sample is the default success.
  package init(_ definition: ServiceDefinition, _ shape: Shape, _ samples: DefinedTemplate.Samples = []) {
    var definition = definition
    let samples = shape.named(samples)
    if let first = samples.first { definition.example = first.value }
    self.init(own: definition, samples: samples, type: RecipientType(of: shape), answerer: nil)
  }
}

extension RecipientType {
  init(of shape: Shape) {
    self.init(shape: shape) { shape.fitted($0) }
  }
}

extension Shape {
  /// Converts an integer to a double, or a value to a secret. Nil if it does not fit; instances and signals never
  /// fit.
  func fitted(_ value: Value) -> Value? {
    switch (self, value) {
    case (.void, .null), (.optional, .null): return .null
    case (.double, .int(let number)): return .double(Double(number))
    case (.optional(let wrapped), _): return wrapped.fitted(value)
    case (.secret(let hidden), .secret(let value)): return hidden.fitted(value).map(Value.secret)
    case (.secret(let hidden), _): return hidden.fitted(value).map(Value.secret)
    case (.list(let element), .list(let values)):
      let fitted = values.compactMap(element.fitted)
      return fitted.count == values.count ? .list(fitted) : nil
    default: return admits(value) && !value.holdsInstances ? value : nil
    }
  }

  fileprivate func named(_ samples: DefinedTemplate.Samples) -> DefinedTemplate.Samples {
    samples.map { ($0.name, fitted($0.value) ?? $0.value) }
  }

  package var first: Value {
    switch self {
    case .bool: .bool(false)
    case .int: .int(0)
    case .double: .double(0)
    case .string: .string("")
    case .list: .list([])
    case .record: .record([])
    case .enumeration(let cases): .enumeration(cases.first ?? "", [])
    case .secret(let hidden): .secret(hidden.first)
    case .optional, .void, .any: .null
    }
  }
}

extension Value {
  fileprivate var holdsInstances: Bool {
    switch self {
    case .reference, .weak, .signal: true
    case .secret(let value): value.holdsInstances
    case .list(let values): values.contains(where: \.holdsInstances)
    case .record(let members), .enumeration(_, let members): members.contains { $0.value.holdsInstances }
    case .null, .bool, .int, .double, .string: false
    }
  }
}
