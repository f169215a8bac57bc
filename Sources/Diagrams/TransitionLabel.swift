import Statecharts
import Traces

/// What is written on a transition: `event [guard] / actions`, as UML has it. Its parts are inert.
struct TransitionLabel {
  /// What it waits for and under which condition.
  let cause: String
  /// What it does; empty when it only moves.
  let actions: String

  init(_ transition: ChartDescription.Transition, isDefault: Bool = false) {
    let trigger =
      switch transition.trigger {
      case .event(let name): name.escapedForDisplay
      case .always: isDefault ? "otherwise" : "always"
      case .after(let milliseconds): "after \(milliseconds)ms"
      }
    cause = transition.guardName.map { "\(trigger) [\($0.escapedForDisplay)]" } ?? trigger
    actions = TransitionLabel.text(of: transition.actions)
  }

  var text: String { actions.isEmpty ? cause : "\(cause) \(actions)" }

  /// `/ code`, `/ code, raise done`; nothing for none.
  static func text(of actions: [String]) -> String {
    actions.isEmpty ? "" : "/ " + actions.map(\.escapedForDisplay).joined(separator: ", ")
  }
}

extension ChartDescription {
  func label(of transition: Int) -> TransitionLabel {
    TransitionLabel(transitions[transition], isDefault: states[transitions[transition].source].isHistory)
  }

  /// What a state does while it stays: `entry / code`, `exit / code`, `invoke load`; not its transitions.
  func activities(of state: Int) -> [String] {
    let row = states[state]
    let entry = row.entryActions.isEmpty ? [] : ["entry \(TransitionLabel.text(of: row.entryActions))"]
    let exit = row.exitActions.isEmpty ? [] : ["exit \(TransitionLabel.text(of: row.exitActions))"]
    return entry + exit + row.invocations.map { "invoke \($0.escapedForDisplay)" }
  }

  /// The transitions of a state that move to no other, by index.
  func targetless(of state: Int) -> [Int] { states[state].transitions.filter { transitions[$0].targets.isEmpty } }
}
