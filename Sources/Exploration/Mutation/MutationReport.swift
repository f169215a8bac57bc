import Statecharts
import ViewModels

/// What transcripts notice of the mutants of a machine.
package struct MutationReport: Sendable {
  /// What became of a mutant.
  package enum Fate: Sendable {
    /// Some transcripts no longer hold, by their places in the report.
    case killed([Int])
    /// No transcript notices it; with what a search says of it.
    case survived(DistinctionSearch)
    /// A bound came before.
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
  /// The paths of the transcripts that were driven.
  package let transcripts: [String]
  package let cases: Int
  /// In the order of the definition.
  package let rows: [Row]
  /// What ended it before all mutants were tried.
  package let bound: SearchBound?

  package init(_ machine: Machine, transcripts: [String], cases: Int, rows: [Row], bound: SearchBound?) {
    self.machine = machine
    self.transcripts = transcripts
    self.cases = cases
    self.rows = rows
    self.bound = bound
  }

  package var killed: Int { rows.count { if case .killed = $0.fate { true } else { false } } }
  /// Those that nothing tells from the machine, as far as moves with samples go: no transcript can be blamed for them.
  package var equal: Int { rows.count { $0.isEqual } }
  package var untried: Int { rows.count { if case .untried = $0.fate { true } else { false } } }
  /// Those that transcripts should notice, and do not, as far as they were tried.
  package var survivors: [Row] {
    rows.filter { row in
      if case .survived = row.fate { !row.isEqual } else { false }
    }
  }

  /// The whole part in the hundred of those that were killed, of those that are not equal; nil where there are none.
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
      (name(of: state).text, "without entry action" + number(place, of: entryCount(of: state)))
    case .exitDropped(let place, let state):
      (name(of: state).text, "without exit action" + number(place, of: exitCount(of: state)))
    case .delayChanged(let index, _, let delay): (text(ofTransition: index), "after \(delay)ms")
    }
  }

  /// Which of several it is.
  private func number(_ place: Int, of count: Int) -> String { count == 1 ? "" : " \(place + 1) of \(count)" }
}
