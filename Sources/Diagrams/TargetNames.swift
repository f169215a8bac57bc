import Statecharts
import Traces

/// What states are called where a transition leads to them: by name, and with the states around it where that name is not
/// the only one: `left.on`.
struct TargetNames {
  private let chart: ChartDescription
  private let counts: [String: Int]

  init(_ chart: ChartDescription) {
    self.chart = chart
    counts = Dictionary(chart.states.dropFirst().map { ($0.name, 1) }, uniquingKeysWith: +)
  }

  func list(_ states: [Int]) -> String { states.map(name).joined(separator: ", ") }

  private func name(of state: Int) -> String {
    let row = chart.states[state]
    let name = row.name.escapedForDisplay
    guard counts[row.name, default: 0] > 1, let parent = row.parent, parent > 0 else { return name }
    return "\(self.name(of: parent)).\(name)"
  }
}
