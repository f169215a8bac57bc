/// Which state a name means: one rule for expressions, targets of a search, laws and whatever else names states.
///
/// Within a region a state is written by its path below the region, as `active.playing`, or by the end of that path, as
/// `playing`, where only one state has it. The whole path of one state wins over the end of another's.
extension ChartTable {
  /// The regions as a trace names them, in document order; the places are what the other functions take.
  package func regionTitles(templateName: String) -> [String] {
    regions.indices.map { title(ofRegionAt: $0, templateName: templateName) }
  }

  /// Returns the paths of the states that a name means within a region: one where it is unique, none where it is unknown, and
  /// all choices where it is ambiguous. Linear in the states.
  package func statePaths(named name: String, inRegionAt place: Int) -> [String] {
    let fits = states(named: name, inRegionAt: place)
    return fits.map { path(of: $0, below: regions[place]) }
  }

  /// The paths of all states of a region, in document order; history states are none.
  package func statePaths(inRegionAt place: Int) -> [String] {
    descendants(of: regions[place]).map { path(of: $0, below: regions[place]) }
  }

  /// Whether a configuration is in the state that a name means within a region, or in a state below it; false where it means
  /// none or several.
  package func isIn(_ name: String, ofRegionAt place: Int, _ configuration: [Int]) -> Bool {
    let fits = states(named: name, inRegionAt: place)
    return fits.count == 1 && configuration.contains(fits[0])
  }

  func states(named name: String, inRegionAt place: Int) -> [Int] {
    var ends: [Int] = []
    for state in descendants(of: regions[place]) {
      switch match(state, name, below: regions[place]) {
      case .whole: return [state]
      case .end: ends.append(state)
      case nil: break
      }
    }
    return ends
  }

  private func descendants(of region: Int) -> [Int] {
    (region + 1..<max(region + 1, states[region].end)).filter { !isHistory($0) }
  }

  private func path(of state: Int, below region: Int) -> String {
    var names: [String] = []
    var next: Int? = state
    while let current = next, current != region {
      names.append(states[current].name.text)
      next = states[current].parent
    }
    return names.reversed().joined(separator: ".")
  }

  private enum Match { case whole, end }

  /// Compares from the end, name by name, since names may hold points themselves.
  private func match(_ state: Int, _ name: String, below region: Int) -> Match? {
    var rest = name.utf8[...]
    var current = state
    while true {
      let own = states[current].name.utf8
      guard rest.count >= own.count, rest.suffix(own.count).elementsEqual(own) else { return nil }
      rest = rest.dropLast(own.count)
      let parent = states[current].parent
      if rest.isEmpty { return parent == region ? .whole : .end }
      guard let parent, parent != region, rest.last == UInt8(ascii: ".") else { return nil }
      rest = rest.dropLast()
      current = parent
    }
  }
}
