import Console
import Exploration
import ViewModels

/// What cases took of their machines.
struct MachineCoverages {
  /// Each machine once, in the order in which they were met.
  private var all: [(machine: Machine, coverage: Coverage)] = []

  /// Adds what a case did of its machine. The case runs again: linear in it.
  mutating func add(_ session: Session) {
    guard let machine = session.machine else { return }
    let place = place(of: machine)
    session.measure(into: &all[place].coverage)
  }

  /// The machines, in the order of a catalogue.
  func rows(in catalogue: Catalogue) -> [CoverageRow] {
    catalogue.machines.compactMap { machine in
      all.first { $0.machine.isSame(as: machine) }.map { CoverageRow(machine, $0.coverage) }
    }
  }

  private mutating func place(of machine: Machine) -> Int {
    if let known = all.firstIndex(where: { $0.machine.isSame(as: machine) }) { return known }
    all.append((machine, Coverage(of: machine)))
    return all.count - 1
  }
}

extension Machine {
  fileprivate func isSame(as other: Machine) -> Bool { title.utf8.elementsEqual(other.title.utf8) }
}

extension CoverageRow {
  /// Whether less was taken than so many in the hundred of all that counts.
  func isBelow(_ percent: Int) -> Bool {
    let count = coverage.count()
    return count.taken * 100 < percent * count.all
  }
}
