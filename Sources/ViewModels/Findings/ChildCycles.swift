extension [DefinedTemplate] {
  /// Children that have children like themselves: making one would never end.
  var childCycles: [DefinitionFinding] {
    flatMap { template in
      template.children.compactMap { child in
        way(from: child.template.name, to: template.template.name, []).map { way in
          let names = ([template.template.name] + way).joined(separator: ", ")
          return DefinitionFault.childCycle(through: names).finding(at: "\(template.template.name): \(child.label)")
        }
      }
    }
  }

  /// The names from a view model to another one that it has, by children; `nil` when there is no way.
  private func way(from name: String, to end: String, _ seen: [String]) -> [String]? {
    if name.hasBytes(of: end) { return [name] }
    guard !seen.contains(where: { $0.hasBytes(of: name) }),
      let template = first(where: { $0.template.name.hasBytes(of: name) })
    else { return nil }
    for child in template.children {
      if let rest = way(from: child.template.name, to: end, seen + [name]) { return [name] + rest }
    }
    return nil
  }
}
