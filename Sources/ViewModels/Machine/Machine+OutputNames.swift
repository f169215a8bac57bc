import Statecharts

extension Machine {
  /// The first unknown name in an output path (`totl` in `items[3].totl`), and the known names there. Members of
  /// values are not checked, because no definition lists them.
  ///
  /// - Parameter withRegions: Whether a path may also end with a region.
  package func unknownName(inPath path: String, withRegions: Bool = false) -> (name: String, known: [Name])? {
    let ports = templates.map { OutputPorts(of: $0, regions: withRegions ? regions(of: $0).map(\.title) : []) }
    var names = entryNames(ports)
    for part in path.namesOfPath {
      guard let next = names.first(where: { $0.name == part || $0.name == part.withoutOrdinal }) else {
        return (part, names.map(\.name))
      }
      guard let template = next.template, let below = ports.first(where: { $0.template == template }) else {
        return nil
      }
      names = below.names
    }
    return nil
  }

  private func entryNames(_ ports: [OutputPorts]) -> [OutputPorts.Entry] {
    let root = ports.first { $0.template == self.root }?.names ?? []
    let pages = screens.map { OutputPorts.Entry(name: $0.page, template: $0.template) }
    let others = ports.map { OutputPorts.Entry(name: $0.template, template: $0.template) }
    let invoked = templates.compactMap(\.template.chart?.chart).flatMap(\.allInvocations).map {
      OutputPorts.Entry(name: $0.id, template: $0.kind == .machine ? $0.name : nil)
    }
    return root + pages + others + invoked
  }
}

private struct OutputPorts {
  struct Entry {
    let name: Name
    let template: Name?
  }

  let template: Name
  let names: [Entry]

  init(of defined: DefinedTemplate, regions: [Name]) {
    template = defined.template.name
    names =
      defined.fields.map { Entry(name: $0.name, template: $0.rowTemplate) }
      + (defined.template.subjects + regions).map { Entry(name: $0, template: nil) }
      + defined.children.map { Entry(name: $0.label, template: $0.template.name) }
  }
}

extension ChartDefinition {
  fileprivate var allInvocations: [Invocation] { states.flatMap(\.allInvocations) }
}

extension ChartDefinition.State {
  fileprivate var allInvocations: [ChartDefinition.Invocation] { invocations + children.flatMap(\.allInvocations) }
}

extension String {
  /// The names without row indices: `items`, `total` for `items[3].total`.
  fileprivate var namesOfPath: [String] {
    var names: [String] = []
    var name = ""
    var isIndex = false
    for scalar in unicodeScalars {
      if scalar == "[" { isIndex = true }
      if !isIndex, scalar != "." { name.unicodeScalars.append(scalar) }
      if scalar == "]" { isIndex = false }
      guard !isIndex, scalar == ".", !name.isEmpty else { continue }
      names.append(name)
      name = ""
    }
    return name.isEmpty ? names : names + [name]
  }
}
