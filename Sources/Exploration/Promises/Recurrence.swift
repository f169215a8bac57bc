import Statecharts
import ViewModels

/// Something stays possible: every state can reach a state where it is possible. AG EF in CTL; Petri nets call this
/// a home state.
package struct Recurrence: Sendable {
  package var name: String
  package var isPossible: @Sendable (Snapshot, [Move]) -> Bool

  package init(_ name: String, isPossible: @escaping @Sendable (Snapshot, [Move]) -> Bool) {
    self.name = name
    self.isPossible = isPossible
  }

  /// Every tappable control can be used again wherever it is shown; of rows, the first.
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
  /// Ignores the value.
  package func taps(_ control: Name) -> Bool {
    if case .tap(let name, _) = self { control == name } else { false }
  }
}

/// Recurrences are checked after the search. After a bound, unexpanded states count as possible, so a bound hides
/// findings but adds none.
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
  /// The states from which a wanted state is reachable; nil when time is up. Linear in the steps.
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

/// The sources of each state's steps.
private struct StepSources {
  private var sources: [UInt32]
  /// Where the sources of each state begin, and the end.
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
