extension ChartTable {
  /// Returns what a configuration says of a region: `executing`, `on.fast`, `on(left, right)`.
  ///
  /// - Returns: An empty text when the region is not active.
  func text(of configuration: StateSet, in region: Int) -> String {
    guard isActive(region, in: configuration) else { return "" }
    return childrenText(of: region, configuration)
  }

  /// Whether a region is active; the chart's root is as soon as anything is.
  func isActive(_ region: Int, in configuration: StateSet) -> Bool {
    region == 0 ? !configuration.isEmpty : configuration.contains(region)
  }

  /// The names from a region down to one of its atomic states; empty when a parallel state is on the way.
  func leafText(of leaf: Int) -> String {
    guard isAtomic(leaf) else { return "" }
    var text = states[leaf].name
    var next = states[leaf].parent
    while let state = next, !regions.contains(state) {
      if states[state].kind == .parallel { return "" }
      text = "\(states[state].name).\(text)"
      next = states[state].parent
    }
    return next.map { states[$0].kind == .parallel } == true ? "" : text.text
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
    if below.isEmpty { return states[state].name.text }
    return states[state].kind == .parallel ? "\(states[state].name)\(below)" : "\(states[state].name).\(below)"
  }
}

/// How output tells a region from a field of the same name: `login'region idle -> executing`.
package enum RegionTitle {
  private static let mark = "'region"

  static func marked(_ name: String) -> String { name + mark }

  /// Whether a title in output is that of the region with this name.
  package static func isTitle(_ title: String, of region: String) -> Bool {
    if Name(title) == region { return true }
    return title.utf8.count == region.utf8.count + mark.utf8.count && title.utf8.starts(with: region.utf8)
      && title.utf8.dropFirst(region.utf8.count).elementsEqual(mark.utf8)
  }
}
