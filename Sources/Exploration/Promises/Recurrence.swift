import Statecharts
import ViewModels

/// That something can come about again, whatever was done: from every state some run leads to where it is so. The branching-time
/// logic CTL writes it AG EF; a Petri net calls such states home states.
package struct Recurrence: Sendable {
  /// As it was written.
  package var name: String
  /// Whether it is so in a state from which so much can be done.
  package var isPossible: @Sendable (Snapshot, [Move]) -> Bool

  package init(_ name: String, isPossible: @escaping @Sendable (Snapshot, [Move]) -> Bool) {
    self.name = name
    self.isPossible = isPossible
  }

  /// That each control which is tapped can be used again wherever it is shown; a row's on the first row.
  package static func ofEachTap(of machine: Machine, in domain: MoveDomain) -> [Recurrence] {
    let finder = MoveFinder(machine, domain)
    return finder.tappedControls.map { control in
      Recurrence("'tap \(control)' where it is shown") { snapshot, moves in
        moves.contains { $0.stimulus.taps(control) } || !finder.taps(of: snapshot).contains { $0.taps(control) }
      }
    }
  }
}

extension Stimulus {
  /// Whether it taps a control, whatever it carries.
  package func taps(_ control: Name) -> Bool {
    if case .tap(let name, _) = self { control == name } else { false }
  }
}

/// Recurrences are looked at when the search has ended, on all steps that it made. Where a bound came first, everything is taken
/// for possible behind it: it hides states, and invents none.
extension Search {
  mutating func checkRecurrences() {
    guard let graph else { return }
    for (index, recurrence) in options.recurrences.enumerated() {
      guard let leads = graph.states(leadingTo: graph.isPossible[index], options.isOver) else {
        report.unlooked.append(.recurrence(recurrence.name))
        continue
      }
      let lost = leads.count { !$0 }
      guard let first = leads.firstIndex(of: false) else { continue }
      let script = way(to: first)?.script
      report.add(Finding(kind: .lost, name: recurrence.name, cause: ""), times: lost) { script }
    }
  }
}

extension StateGraph {
  /// Returns the states from which a run leads to one of those that are wanted, themselves included; nil when no time is left.
  /// Linear in the steps.
  func states(leadingTo wanted: [Bool], _ isOver: () -> Bool) -> [Bool]? {
    var (leads, pending) = (wanted, wanted.indices.filter { wanted[$0] })
    let sources = StepSources(of: self)
    var asked = 0
    while let state = pending.popLast() {
      if asked % EvasionSearch.statesOfQuestion == 0, isOver() { return nil }
      asked += 1
      for source in sources.sources(of: state) where !leads[Int(source)] {
        leads[Int(source)] = true
        pending.append(Int(source))
      }
    }
    return leads
  }
}

/// From which states steps lead to each.
private struct StepSources {
  private var sources: [UInt32]
  /// Where those of each state begin; one more than there are states.
  private var starts: [Int]

  init(of graph: StateGraph) {
    starts = Array(repeating: 0, count: graph.stepsOut.count + 1)
    for step in graph.steps { starts[Int(step.target) + 1] += 1 }
    for state in graph.stepsOut.indices { starts[state + 1] += starts[state] }
    sources = Array(repeating: 0, count: graph.steps.count)
    var ends = starts
    for (state, steps) in graph.stepsOut.enumerated() {
      for step in graph.steps[steps] {
        let target = Int(step.target)
        sources[ends[target]] = UInt32(state)
        ends[target] += 1
      }
    }
  }

  func sources(of state: Int) -> ArraySlice<UInt32> { sources[starts[state]..<starts[state + 1]] }
}
