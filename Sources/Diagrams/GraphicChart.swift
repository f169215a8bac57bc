import Statecharts
import Traces

/// What all graphic formats draw of a chart.
struct GraphicChart: Hashable, Sendable {
  /// In columns.
  static let labelWidth = 40

  let drawn: DrawnChart
  let base: Int
  let showsRoot: Bool

  var chart: ChartDescription { drawn.chart }

  /// Numbers the states of all charts consecutively.
  static func all(of diagram: Diagram) -> [GraphicChart] {
    var base = 0
    return diagram.charts.map { drawn in
      let root = drawn.chart.states.first
      let isSplit = root?.kind == .parallel && (root?.children.count ?? 0) > 1
      defer { base += drawn.chart.states.count }
      return GraphicChart(drawn: drawn, base: base, showsRoot: isSplit || diagram.charts.count > 1)
    }
  }

  var outermost: [Int] { showsRoot ? [0] : chart.states.first?.children ?? [] }

  /// The initial states of a root that is not drawn.
  var initial: [Int] { showsRoot ? [] : chart.states.first?.initial ?? [] }

  func id(_ state: Int) -> String { "s\(base + state)" }

  func name(of state: Int) -> String {
    let name = state == 0 ? drawn.name : chart.states[state].name.text
    let count = drawn.active[state]
    return name.escapedForDisplay + (count > 1 ? " (\(count))" : "") + (mark(ofState: state)?.words ?? "")
  }

  func mark(ofState state: Int) -> PartMark? { drawn.marks?.states[state] }
  func mark(ofTransition transition: Int) -> PartMark? { drawn.marks?.transitions[transition] }

  private func text(of transition: Int) -> String {
    chart.label(of: transition).text + (mark(ofTransition: transition)?.words ?? "")
  }

  func fill(_ state: Int) -> String? {
    if isActive(state) { return isComposite(state) ? "lightyellow" : "gold" }
    return mark(ofState: state)?.fill
  }

  func markedName(of state: Int) -> String {
    switch chart.states[state].kind {
    case .shallowHistory: "H \(name(of: state))"
    case .deepHistory: "H* \(name(of: state))"
    case .atomic, .compound, .parallel, .final: name(of: state)
    }
  }

  func isActive(_ state: Int) -> Bool { drawn.active[state] > 0 }
  func isComposite(_ state: Int) -> Bool { !chart.states[state].children.isEmpty }

  /// One group per region of a parallel state, otherwise one group.
  func groups(in state: Int) -> [[Int]] {
    let row = chart.states[state]
    guard row.kind == .parallel else { return [row.children] }
    return row.children.reduce(into: []) { groups, child in
      let isRegion = !chart.states[child].isHistory
      let hasRegion = groups.last?.contains { !chart.states[$0].isHistory } ?? false
      if groups.isEmpty || isRegion && hasRegion { groups.append([]) }
      groups[groups.count - 1].append(child)
    }
  }

  /// The texts inside a state: activities and targetless transitions.
  func notes(in state: Int) -> [String] {
    chart.activities(of: state) + chart.targetless(of: state).map { "\(text(of: $0)) (stays)" }
  }

  /// Only transitions with targets.
  var arrows: [Arrow] {
    chart.transitions.indices.compactMap { index in
      let transition = chart.transitions[index]
      guard !transition.targets.isEmpty else { return nil }
      let note = transition.isInternal ? " (internal)" : ""
      return Arrow(
        number: index, source: transition.source, targets: transition.targets,
        label: text(of: index) + note, isInternal: transition.isInternal, mark: mark(ofTransition: index))
    }
  }

  var drawnStates: [Int] { chart.states.indices.filter { showsRoot || $0 > 0 } }

  struct Arrow: Hashable, Sendable {
    var number: Int
    var source: Int
    /// The target states, several if it enters several regions.
    var targets: [Int]
    var label: String
    var isInternal: Bool
    var mark: PartMark?
    var isDashed: Bool { mark?.isDashed ?? false }
  }

  func forkID(_ arrow: Arrow) -> String { "t\(base)_\(arrow.number)" }
}
