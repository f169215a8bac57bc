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
