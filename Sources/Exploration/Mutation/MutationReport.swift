import Statecharts
import ViewModels

package struct MutationReport: Sendable {
  package enum Fate: Sendable {
    /// The indices of the transcripts that fail.
    case killed([Int])
    /// No transcript fails; a search looked for a difference.
    case survived(DistinctionSearch)
    case untried
  }

  package struct Row: Sendable {
    package let name: MutantName
    package let mutant: Mutant
    package var fate: Fate

    package init(_ mutant: Mutant, of machine: Machine, _ fate: Fate) {
      name = MutantName(mutant, of: machine)
      self.mutant = mutant
      self.fate = fate
    }
  }

  package let machine: Machine
  package let transcripts: [String]
  package let cases: Int
  package let rows: [Row]
  package let bound: SearchBound?

  package init(_ machine: Machine, transcripts: [String], cases: Int, rows: [Row], bound: SearchBound?) {
    self.machine = machine
    self.transcripts = transcripts
    self.cases = cases
    self.rows = rows
    self.bound = bound
  }

  package var killed: Int { rows.count { if case .killed = $0.fate { true } else { false } } }
  /// Mutants that no search can tell from the original; they do not count as survivors.
  package var equal: Int { rows.count { $0.isEqual } }
  package var untried: Int { rows.count { if case .untried = $0.fate { true } else { false } } }
  /// Mutants that transcripts should kill but do not.
  package var survivors: [Row] {
    rows.filter { row in
      if case .survived = row.fate { !row.isEqual } else { false }
    }
  }

  /// In percent of the mutants that are not equal, rounded down; nil without any.
  package var percent: Int? {
    let all = killed + survivors.count
    return all == 0 ? nil : killed * 100 / all
  }
}

extension MutationReport.Row {
  package var isEqual: Bool {
    if case .survived(let search) = fate, case .equal = search.verdict { true } else { false }
  }
}

/// Where and how a mutant differs.
package struct MutantName: Hashable, Sendable {
  /// For example `Login: login.idle: login -> validating`.
  package let place: String
  /// For example `without it`, `to failed` or `guard negated`.
  package let change: String

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
      (text(ofTransition: index), "without action" + number(place, of: description.transitions[index].actions.count))
    case .entryDropped(let place, let state):
      (name(of: state).text, "without entry action" + number(place, of: description.states[state].entryActions.count))
    case .exitDropped(let place, let state):
      (name(of: state).text, "without exit action" + number(place, of: description.states[state].exitActions.count))
    case .delayChanged(let index, _, let delay): (text(ofTransition: index), "after \(delay)ms")
    }
  }

  /// Empty if there is only one.
  private func number(_ place: Int, of count: Int) -> String { count == 1 ? "" : " \(place + 1) of \(count)" }
}
