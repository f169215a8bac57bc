import Statecharts
import ViewModels

/// What a mutant is called: where it differs, and how.
package struct MutantName: Hashable, Sendable {
  /// As coverage names states and transitions: `Login: login.idle: login -> validating`.
  package let place: String
  /// `without it`, `to failed`, `guard negated`.
  package let change: String

  /// - Parameter machine: What it is a mutant of.
  package init(_ mutant: Mutant, of machine: Machine) {
    let template = machine.program.templates[mutant.template]
    guard let chart = template.chart else { preconditionFailure("'\(template.name)' has a mutant, but no chart") }
    let names = ChartNames(chart)
    let (place, change) = names.words(for: mutant.change)
    self.place = "\(template.name): \(place)"
    self.change = change
  }
}

extension ChartNames {
  fileprivate func words(for change: ChartMutation.Change) -> (place: String, change: String) {
    switch change {
    case .transitionDropped(let index): (text(ofTransition: index), "without it")
    case .guardDropped(let index): (text(ofTransition: index), "without its guard")
    case .guardNegated(let index): (text(ofTransition: index), "guard negated")
    case .targetMoved(let index, _, let target): (text(ofTransition: index), "to \(name(of: target))")
    case .actionDropped(let place, let index):
      (text(ofTransition: index), "without action" + number(place, of: actionCount(ofTransition: index)))
    case .entryDropped(let place, let state):
      (name(of: state), "without entry action" + number(place, of: entryCount(of: state)))
    case .exitDropped(let place, let state):
      (name(of: state), "without exit action" + number(place, of: exitCount(of: state)))
    case .delayChanged(let index, _, let delay): (text(ofTransition: index), "after \(delay)ms")
    }
  }

  /// Which of several it is.
  private func number(_ place: Int, of count: Int) -> String { count == 1 ? "" : " \(place + 1) of \(count)" }
}
