import Statecharts

/// Every state that a search saw and every step that it made, as engines of others can read them.
///
/// States are numbered from 0, where the search began, in the order in which they were found.
package struct SearchedGraph: Sendable {
  package struct Step: Sendable {
    /// The place of its command among all.
    package let command: Int
    package let target: Int
    /// The virtual time that passes.
    package let milliseconds: Int
    /// What the step shows, and what shows in the state that it leads to.
    package let findings: [Finding]
  }

  /// What a promise says of each state.
  package struct PromiseStates: Sendable {
    package let promise: Promise
    package let holds: [Bool]
    package let isKept: [Bool]
  }

  /// Each command once.
  package let commands: [DrivenStimulus]
  /// Those out of each state.
  package let steps: [[Step]]
  /// What shows before the first step.
  package let findingsAtStart: [Finding]
  /// Where nothing happens that the user does not do.
  package let isAtRest: [Bool]
  package let promises: [PromiseStates]

  package var stepCount: Int { steps.reduce(0) { $0 + $1.count } }
}

extension Search {
  /// Everything that was seen; nil when the options did not ask that steps are kept.
  package var searchedGraph: SearchedGraph? {
    guard let graph, let log else { return nil }
    let steps = graph.stepsOut.map { range in
      range.map { index -> SearchedGraph.Step in
        let (step, target) = (graph.steps[index], Int(graph.steps[index].target))
        let findings = (log.findingsOfStep[index] ?? []) + (log.findingsOfState[target] ?? [])
        return SearchedGraph.Step(
          command: log.commandOfStep[index], target: target, milliseconds: step.time, findings: findings)
      }
    }
    let promises = options.promises.indices.map {
      SearchedGraph.PromiseStates(promise: options.promises[$0], holds: graph.holds[$0], isKept: graph.isKept[$0])
    }
    return SearchedGraph(
      commands: log.commands, steps: steps, findingsAtStart: log.findingsOfState[0] ?? [], isAtRest: graph.isAtRest,
      promises: promises)
  }
}
