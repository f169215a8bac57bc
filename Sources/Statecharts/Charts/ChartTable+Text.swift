extension ChartTable {
  /// Returns the name under which a trace knows a region.
  func name(ofRegion region: Int, templateName: String) -> String { region == 0 ? templateName : states[region].name }

  /// Returns what a configuration says of a region: `executing`, `on.fast`, `on(left, right)`.
  ///
  /// - Returns: An empty text when the region is not active.
  func text(of configuration: StateSet, in region: Int) -> String {
    guard region == 0 ? !configuration.isEmpty : configuration.contains(region) else { return "" }
    return childrenText(of: region, configuration)
  }

  private func childrenText(of state: Int, _ configuration: StateSet) -> String {
    let active = states[state].children.filter(configuration.contains)
    if states[state].kind == .parallel {
      let parts = active.map { text(from: $0, configuration) }
      return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    }
    return active.first.map { text(from: $0, configuration) } ?? ""
  }

  private func text(from state: Int, _ configuration: StateSet) -> String {
    let below = childrenText(of: state, configuration)
    if below.isEmpty { return states[state].name }
    return states[state].kind == .parallel ? states[state].name + below : "\(states[state].name).\(below)"
  }
}
