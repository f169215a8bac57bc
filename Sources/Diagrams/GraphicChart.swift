import Statecharts
import Traces

/// What the graphic formats draw alike of one chart: which states there are, what they are called, and what is in them.
struct GraphicChart: Hashable, Sendable {
  /// The widest line of a label, in columns.
  static let labelWidth = 40

  let drawn: DrawnChart
  /// The number of its root in the drawing.
  let base: Int
  /// Whether its root is drawn as a state around the others.
  let showsRoot: Bool

  var chart: ChartDescription { drawn.chart }

  /// The charts of a diagram, numbered on.
  static func all(of diagram: Diagram) -> [GraphicChart] {
    var base = 0
    return diagram.charts.map { drawn in
      let root = drawn.chart.states.first
      let isSplit = root?.kind == .parallel && (root?.children.count ?? 0) > 1
      defer { base += drawn.chart.states.count }
      return GraphicChart(drawn: drawn, base: base, showsRoot: isSplit || diagram.charts.count > 1)
    }
  }

  /// The outermost states that are drawn.
  var outermost: [Int] { showsRoot ? [0] : chart.states.first?.children ?? [] }

  func id(_ state: Int) -> String { "s\(base + state)" }

  /// What a state is called in the drawing; several instances in it are counted.
  func name(of state: Int) -> String {
    let name = state == 0 ? drawn.name : chart.states[state].name.text
    let count = drawn.active[state]
    return name.escapedForDisplay + (count > 1 ? " (\(count))" : "") + (mark(ofState: state)?.words ?? "")
  }

  func mark(ofState state: Int) -> PartMark? { drawn.marks?.states[state] }
  func mark(ofTransition transition: Int) -> PartMark? { drawn.marks?.transitions[transition] }

  /// The transition as its label says it.
  private func text(of transition: Int) -> String {
    chart.label(of: transition).text + (mark(ofTransition: transition)?.words ?? "")
  }

  /// The colour of a state that is marked: as active, else by its mark.
  func fill(_ state: Int) -> String? {
    if isActive(state) { return isComposite(state) ? "lightyellow" : "gold" }
    return mark(ofState: state)?.fill
  }

  /// Its name, behind UML's sign for a history state.
  func markedName(of state: Int) -> String {
    switch chart.states[state].kind {
    case .shallowHistory: "H \(name(of: state))"
    case .deepHistory: "H* \(name(of: state))"
    case .atomic, .compound, .parallel, .final: name(of: state)
    }
  }

  func isActive(_ state: Int) -> Bool { drawn.active[state] > 0 }
  func isComposite(_ state: Int) -> Bool { !chart.states[state].children.isEmpty }

  /// The states in another, in the groups that a line divides: one for each region of a parallel state, one else.
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

  /// What is written in a state below its name: activities, and the transitions that stay.
  func notes(in state: Int) -> [String] {
    chart.activities(of: state) + chart.targetless(of: state).map { "\(text(of: $0)) (stays)" }
  }

  /// The arrows of all transitions that lead somewhere, in document order.
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

  /// The states that are drawn, in document order.
  var drawnStates: [Int] { chart.states.indices.filter { showsRoot || $0 > 0 } }

  struct Arrow: Hashable, Sendable {
    var number: Int
    var source: Int
    /// More than one when it enters several regions.
    var targets: [Int]
    var label: String
    var isInternal: Bool
    var mark: PartMark?
    var isDashed: Bool { mark?.isDashed ?? false }
  }

  /// What an arrow of several targets is split in.
  func forkID(_ arrow: Arrow) -> String { "t\(base)_\(arrow.number)" }
}
