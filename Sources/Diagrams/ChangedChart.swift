import Statecharts

extension Diagram {
  /// Draws the second version and marks the differences from the first. Charts match by template name; removed ones
  /// come last.
  package init(_ title: String, from first: Program, to second: Program) {
    let charts = (first: first.charts, second: second.charts)
    let kept = charts.second.map { chart in
      DrawnChart(chart.name.text, from: charts.first.first { $0.name == chart.name }?.chart, to: chart.chart)
    }
    let gone = charts.first.filter { chart in !charts.second.contains { $0.name == chart.name } }
    self.init(title, kept + gone.map { DrawnChart($0.name.text, from: $0.chart, to: nil) })
  }
}

extension Program {
  fileprivate var charts: [(name: Name, chart: ChartDescription)] {
    templates.compactMap { template in template.chart.map { (template.name, $0.description) } }
  }
}

extension DrawnChart {
  /// Marks the differences of the second version from the first.
  package init(_ name: String, from first: ChartDescription?, to second: ChartDescription?) {
    let none = ChartDescription(states: [], transitions: [])
    var merge = ChartMerge(first ?? none, second ?? none)
    merge.run()
    self.init(name, merge.chart, marks: ChartMarks(states: merge.stateMarks, transitions: merge.transitionMarks))
  }
}

/// States match if their names and those of their ancestors match.
private struct ChartMerge {
  private let first: ChartDescription
  private let second: ChartDescription
  private(set) var chart = ChartDescription(states: [], transitions: [])
  private(set) var stateMarks: [PartMark?] = []
  private(set) var transitionMarks: [PartMark?] = []
  private var places: (first: [Int?], second: [Int?])
  private var origins: [Origin] = []

  private struct Origin {
    var first: Int?
    var second: Int?
  }

  init(_ first: ChartDescription, _ second: ChartDescription) {
    (self.first, self.second) = (first, second)
    places = (first.states.map { _ in nil }, second.states.map { _ in nil })
  }

  mutating func run() {
    let roots = (first.states.isEmpty ? nil : 0, second.states.isEmpty ? nil : 0)
    if roots.0 != nil || roots.1 != nil { add(Origin(first: roots.0, second: roots.1), in: nil) }
    for state in chart.states.indices { chart.states[state].initial = initial(of: origins[state]) }
    for state in chart.states.indices { addTransitions(of: state) }
  }

  // MARK: States

  private mutating func add(_ origin: Origin, in parent: Int?) {
    guard let row = origin.second.map({ second.states[$0] }) ?? origin.first.map({ first.states[$0] }) else { return }
    let number = chart.states.count
    var state = ChartDescription.State(row.name, kind(of: origin), parent: parent)
    (state.invocations, state.entryActions, state.exitActions) = (row.invocations, row.entryActions, row.exitActions)
    chart.states.append(state)
    origins.append(origin)
    stateMarks.append(mark(of: origin))
    if let place = origin.first { places.first[place] = number }
    if let place = origin.second { places.second[place] = number }
    if let parent { chart.states[parent].children.append(number) }
    for child in children(of: origin) { add(child, in: number) }
  }

  /// The second version's kind, or the first's if only that has children.
  private func kind(of origin: Origin) -> ChartDefinition.State.Kind {
    let rows = (origin.first.map { first.states[$0] }, origin.second.map { second.states[$0] })
    guard let own = rows.1, let former = rows.0 else { return rows.1?.kind ?? rows.0?.kind ?? .atomic }
    return own.children.isEmpty && !former.children.isEmpty ? former.kind : own.kind
  }

  private func mark(of origin: Origin) -> PartMark? {
    guard let place = origin.first else { return .added }
    guard let other = origin.second else { return .removed }
    let (a, b) = (first.states[place], second.states[other])
    let isSame =
      a.kind == b.kind && a.invocations == b.invocations && a.entryActions == b.entryActions
      && a.exitActions == b.exitActions
      && a.initial.map(first.path(of:)).elementsEqual(b.initial.map(second.path(of:)))
    return isSame ? nil : .changed
  }

  private func children(of origin: Origin) -> [Origin] {
    let former = origin.first.map { first.states[$0].children } ?? []
    let own = origin.second.map { second.states[$0].children } ?? []
    return paired(former, own) { first.states[$0].name == second.states[$1].name }
  }

  /// Pairs parts of both versions. One that was removed follows its predecessor in the first version.
  private func paired(_ former: [Int], _ own: [Int], _ isSame: (Int, Int) -> Bool) -> [Origin] {
    var result = own.map { Origin(second: $0) }
    var next = 0
    for part in former {
      if let known = result.firstIndex(where: { $0.first == nil && $0.second.map { isSame(part, $0) } ?? false }) {
        result[known].first = part
        next = known + 1
      } else {
        result.insert(Origin(first: part), at: next)
        next += 1
      }
    }
    return result
  }

  private func initial(of origin: Origin) -> [Int] {
    if let state = origin.second { return second.states[state].initial.compactMap { places.second[$0] } }
    return origin.first.map { first.states[$0].initial.compactMap { places.first[$0] } } ?? []
  }

  // MARK: Transitions

  private mutating func addTransitions(of state: Int) {
    let origin = origins[state]
    let own = transitions(of: origin.second, in: second, places.second)
    let former = transitions(of: origin.first, in: first, places.first)
    for pair in paired(Array(former.indices), Array(own.indices), { former[$0] == own[$1] }) {
      guard let row = pair.second.map({ own[$0] }) ?? pair.first.map({ former[$0] }) else { continue }
      chart.states[state].transitions.append(chart.transitions.count)
      chart.transitions.append(row)
      transitionMarks.append(pair.first == nil ? .added : pair.second == nil ? .removed : nil)
    }
  }

  private func transitions(
    of state: Int?, in version: ChartDescription, _ places: [Int?]
  ) -> [ChartDescription.Transition] {
    guard let state else { return [] }
    return version.states[state].transitions.map { number in
      var row = version.transitions[number]
      row.source = places[row.source] ?? 0
      row.targets = row.targets.compactMap { places[$0] }
      return row
    }
  }
}

extension ChartDescription {
  fileprivate func path(of state: Int) -> [Name] {
    (states[state].parent.map { path(of: $0) } ?? []) + [states[state].name]
  }
}
