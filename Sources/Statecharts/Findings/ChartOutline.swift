/// A chart as rows in document order, with resolvable targets resolved; row 0 is the root.
///
/// Unlike `ChartTable` it accepts every chart, even a wrong one.
struct ChartOutline {
  struct Row {
    var state: ChartDefinition.State
    var parent: Int?
    var children: [Int] = []
    var end = 0
    /// Nil for an unknown or ambiguous name.
    var initial: [Int?] = []
    var arrows: [Arrow] = []

    var isHistory: Bool { state.kind.isHistory }
  }

  struct Arrow {
    var transition: ChartDefinition.Transition
    var targets: [Int?]

    var found: [Int] { targets.compactMap { $0 } }
  }

  private(set) var rows: [Row] = []
  /// The states of each name in document order.
  private var named: [Name: [Int]] = [:]

  init(_ chart: ChartDefinition) {
    var root = ChartDefinition.State("", chart.isParallel ? .parallel : .compound, children: chart.states)
    root.initial = chart.initial
    root.initialActions = chart.initialActions
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
    rows[index].initial = state.initial.map { meaning(of: $0, from: index) }
    rows[index].arrows = state.transitions.map { transition in
      Arrow(transition: transition, targets: transition.targets.map { meaning(of: $0, from: index) })
    }
  }

  /// All states that a name can mean from a state.
  ///
  /// A name is a state's own name or the end of its path. The nearest ancestor that contains such a state decides;
  /// there a whole path wins over the end of another.
  func meanings(of name: Name, from source: Int) -> [Int] {
    let all = states(named: name)
    var scope: Int? = source
    while let around = scope, !all.isEmpty {
      let found = all.filter { contains($0.state, in: around) }
      if !found.isEmpty {
        let whole = found.filter { $0.state == around || [0, around].contains(rows[$0.top].parent) }
        return (whole.isEmpty ? found : whole).map(\.state)
      }
      scope = rows[around].parent
    }
    return []
  }

  private func meaning(of name: Name, from source: Int) -> Int? {
    let meanings = meanings(of: name, from: source)
    return meanings.count == 1 ? meanings[0] : nil
  }

  /// The states whose name or path end matches, in document order, each with the outermost state that the name
  /// covers.
  private func states(named name: Name) -> [(state: Int, top: Int)] {
    let points = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: ".") }
    let ownNames = [name] + points.map { Name(String(name.text[name.utf8.index(after: $0)...])) }
    return ownNames.flatMap { named[$0] ?? [] }.sorted().compactMap { state in
      StatePath.top(of: name, from: state, parent: { rows[$0].parent }, name: { rows[$0].state.name })
        .map { (state, $0) }
    }
  }

  /// The states that `In(name)` can mean; an own name wins over a path's end.
  func askedStates(_ name: Name) -> [Int] {
    let all = states(named: name)
    let own = all.filter { $0.state == $0.top }
    return own.isEmpty ? meanings(of: name, from: 0) : own.map(\.state)
  }

  func nearest(to name: Name) -> String? {
    let regular = rows.indices.dropFirst()
    return NearestWord.find(name, among: regular.map { rows[$0].state.name } + regular.map { self.name(of: $0) })
  }

  // MARK: Structure

  func contains(_ index: Int, in other: Int) -> Bool { index >= other && index < rows[other].end }

  func path(to index: Int) -> [Int] {
    var path = [index]
    while let parent = rows[path[path.count - 1]].parent { path.append(parent) }
    return path
  }

  func common(_ first: Int, _ second: Int) -> Int {
    path(to: first).first { contains(second, in: $0) } ?? 0
  }

  /// Whether both can be active at once.
  func areCompatible(_ first: Int, _ second: Int) -> Bool {
    contains(first, in: second) || contains(second, in: first)
      || rows[common(first, second)].state.kind == .parallel
  }

  func regularChildren(of index: Int) -> [Int] { rows[index].children.filter { !rows[$0].isHistory } }

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

  /// A state's path, as `login.idle`; `chart` for the root.
  func name(of index: Int) -> Name {
    let names = path(to: index).dropLast().reversed().map { rows[$0].state.name }
    return names.isEmpty ? "chart" : Name(names.joined(separator: "."))
  }
}

enum StatePath {
  /// Returns the outermost state that a name covers if it ends at a state; nil if the state's path does not end
  /// with it.
  ///
  /// It compares from the end, because names may contain dots.
  static func top(of name: Name, from state: Int, parent: (Int) -> Int?, name ownName: (Int) -> Name) -> Int? {
    var rest = name.utf8[...]
    var current = state
    while let around = parent(current) {
      let own = ownName(current).utf8
      guard rest.count >= own.count, rest.suffix(own.count).elementsEqual(own) else { return nil }
      rest = rest.dropLast(own.count)
      if rest.isEmpty { return current }
      guard rest.last == UInt8(ascii: ".") else { return nil }
      rest = rest.dropLast()
      current = around
    }
    return nil
  }
}

extension [ChartTable.TransitionEntry] {
  /// Whether a transition is for an event, for many events.
  package var triggering: (Name) -> Bool {
    var descriptors: Set<Name> = []
    for case .event(let text) in lazy.map(\.trigger) { descriptors.formUnion(EventDescriptor.list(text)) }
    return { event in
      let prefixes = sequence(first: event, next: EventDescriptor.parent)
      return descriptors.contains("*") || prefixes.contains(where: descriptors.contains)
    }
  }
}

extension ChartTable.TransitionEntry {
  package func isTriggered(by event: Name) -> Bool { trigger.matches(event) }
}
