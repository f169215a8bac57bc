/// A chart as flat rows in document order with targets resolved as far as they can be; row 0 is the root.
///
/// Unlike `ChartTable` it takes every chart, however wrong.
struct ChartOutline {
  struct Row {
    var state: ChartDefinition.State
    var parent: Int?
    var children: [Int] = []
    /// One past the last descendant.
    var end = 0
    /// The named initial states; nil for a name that means none.
    var initial: [Int?] = []
    var arrows: [Arrow] = []

    var isHistory: Bool { state.kind == .shallowHistory || state.kind == .deepHistory }
  }

  struct Arrow {
    var transition: ChartDefinition.Transition
    /// As they are named; nil for a name that means no state.
    var targets: [Int?]

    var found: [Int] { targets.compactMap { $0 } }
  }

  private(set) var rows: [Row] = []
  /// The states of each name in document order; names that Swift calls equal share an entry.
  private var named: [String: [Int]] = [:]

  init(_ chart: ChartDefinition) {
    var root = ChartDefinition.State("", chart.isParallel ? .parallel : .compound, children: chart.states)
    root.initial = chart.initial
    append(root, parent: nil)
    for index in rows.indices { resolve(index) }
  }

  private mutating func append(_ state: ChartDefinition.State, parent: Int?) {
    let index = rows.count
    rows.append(Row(state: state, parent: parent))
    for child in state.children {
      rows[index].children.append(rows.count)
      append(child, parent: index)
    }
    rows[index].end = rows.count
    if index > 0 { named[state.name, default: []].append(index) }
  }

  private mutating func resolve(_ index: Int) {
    let state = rows[index].state
    rows[index].initial = state.initial.map { meanings(of: $0, from: index).first }
    rows[index].arrows = state.transitions.map { transition in
      Arrow(transition: transition, targets: transition.targets.map { meanings(of: $0, from: index).first })
    }
  }

  /// The states of a name in the nearest state around that has one; the first is meant.
  func meanings(of name: String, from source: Int) -> [Int] {
    let same = (named[name] ?? []).filter { Name(name) == rows[$0].state.name }.sorted()
    var scope: Int? = source
    while let around = scope, !same.isEmpty {
      let found = same.filter { contains($0, in: around) }
      if !found.isEmpty { return found }
      scope = rows[around].parent
    }
    return []
  }

  /// Whether a state of a name is anywhere in the chart.
  func holds(_ name: String) -> Bool { !meanings(of: name, from: 0).isEmpty }

  // MARK: Structure

  func contains(_ index: Int, in other: Int) -> Bool { index >= other && index < rows[other].end }

  /// A state and those around it, the innermost first.
  func path(to index: Int) -> [Int] {
    var path = [index]
    while let parent = rows[path[path.count - 1]].parent { path.append(parent) }
    return path
  }

  /// The innermost state around both, which may be one of them.
  func common(_ first: Int, _ second: Int) -> Int {
    path(to: first).first { contains(second, in: $0) } ?? 0
  }

  /// Whether both can be active at once.
  func areCompatible(_ first: Int, _ second: Int) -> Bool {
    contains(first, in: second) || contains(second, in: first)
      || rows[common(first, second)].state.kind == .parallel
  }

  func regularChildren(of index: Int) -> [Int] { rows[index].children.filter { !rows[$0].isHistory } }

  /// What is entered with a state when nothing below it is named.
  func defaults(of index: Int) -> [Int] {
    let row = rows[index]
    switch row.state.kind {
    case .atomic, .final: return []
    case .parallel: return regularChildren(of: index)
    case .compound:
      return row.initial.isEmpty ? Array(regularChildren(of: index).prefix(1)) : row.initial.compactMap { $0 }
    case .shallowHistory, .deepHistory:
      if let first = row.arrows.first { return first.found }
      return row.parent.map(defaults) ?? []
    }
  }

  /// `login.idle`; `chart` for the root.
  func name(of index: Int) -> String {
    let names = path(to: index).dropLast().reversed().map { rows[$0].state.name }
    return names.isEmpty ? "chart" : names.joined(separator: ".")
  }
}

extension ChartTable.TransitionEntry {
  /// Whether an event triggers it, its guard aside.
  package func isTriggered(by event: String) -> Bool {
    guard case .event(let descriptor) = trigger else { return false }
    return EventDescriptor.matches(descriptor, event)
  }
}
