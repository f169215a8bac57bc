import Statecharts
import Traces

/// A diagram as indented ASCII text, aligned for wide characters.
///
/// Children, activities and transitions are below their state. The first column has the number of active instances
/// and `*`, or the sign of a mark.
struct TextDiagram {
  let diagram: Diagram
  let width: Int

  var lines: [String] {
    let charts = GraphicChart.all(of: diagram)
    if charts.isEmpty { return ["\(diagram.title.escapedForDisplay) has no chart"] }
    let active = charts.flatMap(\.drawn.active).map { TextDiagram.mark($0).utf8.count }.max() ?? 0
    let gutter = max(active, charts.contains { $0.drawn.marks != nil } ? 1 : 0)
    return charts.flatMap {
      TextChart(drawing: $0, chart: $0.chart, names: TargetNames($0.chart), gutter: gutter, width: width).lines
    }
  }

  static func mark(_ count: Int) -> String { count == 0 ? "" : count == 1 ? "*" : "\(count)*" }
}

private struct TextChart {
  let drawing: GraphicChart
  let chart: ChartDescription
  let names: TargetNames
  let gutter: Int
  let width: Int

  var lines: [String] { drawing.outermost.flatMap { lines(of: $0, depth: 0) } }

  private func lines(of state: Int, depth: Int) -> [String] {
    let head = wrapped(name(of: state), at: 2 * depth)
    let active = TextDiagram.mark(drawing.drawn.active[state])
    let mark = active.isEmpty ? drawing.mark(ofState: state)?.sign ?? "" : active
    let body = (chart.activities(of: state) + initial(of: state)).flatMap { wrapped($0, at: 2 * depth + 4) }
    return [line(mark, head[0])] + (head.dropFirst() + body).map { line("", $0) }
      + transitions(of: state, at: 2 * depth + 4)
      + chart.states[state].children.flatMap { lines(of: $0, depth: depth + 1) }
  }

  private func line(_ mark: String, _ text: String) -> String {
    gutter == 0 ? text : "\(mark.paddedLeft(toWidth: gutter)) \(text)"
  }

  // MARK: States

  private func name(of state: Int) -> String {
    let row = chart.states[state]
    let name = (state == 0 ? drawing.drawn.name : row.name.text).escapedForDisplay
    let words = (isInitial(state) ? ["initial"] : []) + kind(row.kind)
    return words.isEmpty ? name : "\(name) (\(words.joined(separator: ", ")))"
  }

  private func kind(_ kind: ChartDefinition.State.Kind) -> [String] {
    switch kind {
    case .atomic, .compound: []
    case .parallel: ["parallel"]
    case .final: ["final"]
    case .shallowHistory: ["history"]
    case .deepHistory: ["deep history"]
    }
  }

  /// Whether the state is its parent's only default child.
  private func isInitial(_ state: Int) -> Bool {
    chart.states[state].parent.map { chart.states[$0].initial == [state] } ?? false
  }

  /// The initial state; omitted if a child's own mark shows it.
  private func initial(of state: Int) -> [String] {
    let initial = chart.states[state].initial
    guard let first = initial.first, initial.count > 1 || chart.states[first].parent != state else { return [] }
    return ["initially -> \(names.list(initial))"]
  }

  // MARK: Transitions

  private func transitions(of state: Int, at indent: Int) -> [String] {
    let rows = chart.states[state].transitions.map { (chart.label(of: $0).cause, effect(of: $0), mark(of: $0)) }
    let room = max(width - gutter - 1 - indent, 24)
    let widest = (rows.map(\.0.displayWidth).max() ?? 0, rows.map(\.1.displayWidth).max() ?? 0)
    let left = min(widest.0, max(room / 2, room - widest.1 - 4))
    return rows.flatMap { cause, effect, mark -> [String] in
      let causes = cause.wrapped(toWidth: left)
      let effects = effect.wrapped(toWidth: room - left - 4)
      let joined = "\(causes[causes.count - 1].padded(toWidth: left)) \(effects[0])"
      let rest = effects.dropFirst().map { String(repeating: " ", count: left + 4) + $0 }
      return (causes.dropLast() + [joined] + rest).enumerated().map { index, text in
        line(index == 0 ? mark : "", String(repeating: " ", count: indent) + text)
      }
    }
  }

  private func mark(of transition: Int) -> String {
    drawing.mark(ofTransition: transition)?.sign ?? ""
  }

  private func effect(of transition: Int) -> String {
    let row = chart.transitions[transition]
    let move = row.targets.isEmpty ? "(stays)" : "-> \(names.list(row.targets))"
    let parts = [move, row.isInternal ? "(internal)" : "", chart.label(of: transition).actions]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func wrapped(_ text: String, at indent: Int) -> [String] {
    let lines = text.wrapped(toWidth: max(width - gutter - 3 - indent, 24))
    return lines.enumerated().map { String(repeating: " ", count: $0 == 0 ? indent : indent + 2) + $1 }
  }
}
