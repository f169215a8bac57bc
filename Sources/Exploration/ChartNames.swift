import Statecharts

/// The names of states and transitions in reports: `login.idle`, `login.idle: login -> validating`.
struct ChartNames: Sendable {
  private let table: ChartTable
  let description: ChartDescription

  init(_ table: ChartTable) {
    self.table = table
    description = table.description
  }

  func name(of state: Int) -> Name { state == 0 ? "chart" : table.findingName(of: state) }

  func text(ofTransition index: Int) -> String {
    let transition = description.transitions[index]
    let trigger =
      switch transition.trigger {
      case .event(let name): name
      case .always: description.states[transition.source].isHistory ? "otherwise" : "always"
      case .after(let delay): "after \(delay)ms"
      }
    let condition = transition.guardName.map { " [\($0)]" } ?? ""
    let targets = transition.targets.map { description.states[$0].name }.joined(separator: ", ")
    return "\(name(of: transition.source)): \(trigger)\(condition) \(targets.isEmpty ? "(stays)" : "-> \(targets)")"
  }
}
