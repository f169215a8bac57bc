extension Program {
  package var findings: [DefinitionFinding] {
    tooManyTemplates + templates.flatMap(findings) + repeated(templates.map(\.name), "template")
      + DefinitionFinding.unusableNames(services.map(\.name), of: "service") + differingServices
      + unansweredServices
      + unusedServices
  }

  private var tooManyTemplates: [DefinitionFinding] {
    if templates.count <= Program.templateLimit { return [] }
    return [
      DefinitionFinding(
        "too-many-templates", .error, at: templates[Program.templateLimit].name,
        cause: "there are \(templates.count) templates, but a program can distinguish only \(Program.templateLimit)",
        cure: "split the machine, or use one template with fields for the differences")
    ]
  }

  private func findings(of template: Template) -> [DefinitionFinding] {
    let chart = template.chart?.chart.findings ?? []
    let services = template.chart.map { unknownServices(of: $0.chart) } ?? []
    return
      (chart + services + unusableNames(of: template) + sharedNames(of: template) + reservedNames(of: template)
      + unknownSources(of: template))
      .map { finding in
        var located = finding
        located.place = finding.place.isEmpty ? template.name : "\(template.name): \(finding.place)"
        return located
      }
  }

  private func sharedNames(of template: Template) -> [DefinitionFinding] {
    guard let chart = template.chart else { return [] }
    return chart.regions.filter { $0 != 0 }.map { chart.states[$0].name }.filter { name in
      template.fields.contains { $0.name == name }
    }.map { name in
      DefinitionFinding(
        DefinitionFinding.sharedName, .warning, at: name, cause: "a region and a field have this name",
        cure: "rename one of them; until then output calls the region '\(RegionTitle.marked(name))'")
    }
  }

  /// Fields, regions and states named like a word of expressions, which then cannot name them.
  private func reservedNames(of template: Template) -> [DefinitionFinding] {
    if template.isInternal { return [] }
    // Expressions cannot compare instances, so fields with references do not conflict.
    let names =
      template.fields.filter { !$0.holdsReferences }.map(\.name)
      + (template.chart?.states.dropFirst().map(\.name) ?? [])
    let reserved = ReservedWord.allCases.filter { word in names.contains(Name(word.rawValue)) }
    return reserved.map { word in
      DefinitionFinding(
        "reserved-name", .warning, at: Name(word.rawValue),
        cause: "this name is a word of expressions: \(word.meaning)",
        cure: "rename it; until then an expression can use neither meaning")
    }
  }

  private func unusableNames(of template: Template) -> [DefinitionFinding] {
    if template.isInternal { return [] }
    let states = template.chart?.states.dropFirst() ?? []
    return DefinitionFinding.unusableNames(template.fields.map(\.name), of: "field")
      + DefinitionFinding.unusableNames(template.subjects, of: "subject")
      + DefinitionFinding.unusableNames(states.map(\.name), of: "region or state")
  }

  private func repeated(_ names: [Name], _ noun: String) -> [DefinitionFinding] {
    var known: Set<Name> = []
    return names.filter { !known.insert($0).inserted }.map { name in
      DefinitionFinding(
        "repeated-name", .warning, at: name,
        cause: "a \(noun) called '\(name)' comes first and is used instead", cure: "rename one of them")
    }
  }

  private var differingServices: [DefinitionFinding] {
    services.filter { service in
      services.first { $0.name == service.name }.map { $0.delay != service.delay } ?? false
    }.map { service in
      DefinitionFinding(
        "repeated-name", .warning, at: service.name,
        cause: "a service called '\(service.name)' with another delay comes first and is used instead",
        cure: "rename one of them")
    }
  }

  private var unansweredServices: [DefinitionFinding] {
    services.compactMap { service in
      guard let instance = service.instance else { return nil }
      let template = templateIndex(named: instance).map { templates[$0] }
      if template?.heardEvents[ServiceQuestion.asked.event(of: service.name)] != nil { return nil }
      return DefinitionFinding(
        "unanswered-service", .error, at: service.name,
        cause: template == nil
          ? "it is answered by '\(instance)', which is not a template"
          : "it is answered by '\(instance)', which does not handle its requests",
        cure: template == nil ? "define that, or name an existing one" : "write 'Answers' into its definition")
    }
  }

  private func unknownServices(of chart: ChartDefinition) -> [DefinitionFinding] {
    let outline = ChartOutline(chart)
    return outline.rows.indices.flatMap { index in
      outline.rows[index].state.invocations.filter { !isDeclared($0) }.map { invocation in
        let noun = invocation.kind == .service ? "service" : "template"
        return DefinitionFinding(
          "unknown-\(noun)", .error, at: outline.name(of: index), cause: "there is no \(noun) '\(invocation.name)'",
          cure: "define it, or name an existing one")
      }
    }
  }

  private func isDeclared(_ invocation: ChartDefinition.Invocation) -> Bool {
    switch invocation.kind {
    case .service: serviceIndex(named: invocation.name) != nil
    case .machine: templateIndex(named: invocation.name) != nil
    }
  }

  private func unknownSources(of template: Template) -> [DefinitionFinding] {
    template.fields.flatMap { field -> [DefinitionFinding] in
      guard case .derived(let sources) = field.kind else { return [] }
      return sources.filter { source in !template.fields.contains { $0.name == source } }.map {
        DefinitionFinding(
          "unknown-source", .error, at: field.name, cause: "it is computed from '\($0)', which is not a field",
          cure: "list that field, or name a listed one")
      }
    }
  }

  private var unusedServices: [DefinitionFinding] {
    let used = templates.compactMap(\.chart).flatMap { ChartOutline($0.chart).rows.flatMap(\.state.invocations) }
    return services.filter { service in
      !used.contains { $0.kind == .service && service.name == $0.name }
    }.map {
      DefinitionFinding(
        "unused-service", .warning, at: $0.name, cause: "no state invokes the service",
        cure: "invoke it, or remove it")
    }
  }
}

extension DefinitionFinding {
  /// Names that cannot be typed, each once. Empty names have a finding of their own.
  package static func unusableNames(_ names: [Name], of noun: String) -> [DefinitionFinding] {
    var known: Set<Name> = []
    return names.filter { !$0.isEmpty && !$0.isUsableName && known.insert($0).inserted }.map { name in
      DefinitionFinding(
        "unusable-name", .error, at: name, cause: "no command can name this \(noun)",
        cure: "use letters, digits, '_' and '-', a letter or '_' first; dots may separate such names")
    }
  }
}

extension Name {
  /// Whether commands and expressions can contain it; letters of every script are allowed.
  fileprivate var isUsableName: Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, first.isLetter || first == "_" else { return false }
      return part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }
  }
}

/// Words of expressions at positions where names can be.
package enum ReservedWord: String, CaseIterable, Sendable {
  case page, alert, time, not, and, or
  case yes = "true"
  case no = "false"
  case nothing = "nil"

  package var meaning: String {
    switch self {
    case .page: "the top page"
    case .alert: "the alert's title"
    case .time: "the clock"
    case .yes, .no, .nothing: "a value"
    case .not, .and, .or: "it joins conditions"
    }
  }
}
