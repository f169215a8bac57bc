import Statecharts

/// All states and steps of a search, for export. States are numbered from 0, the start, in the order found.
package struct SearchedGraph: Sendable {
  package struct Step: Sendable {
    /// An index into `commands`.
    package let command: Int
    package let target: Int
    /// Virtual time.
    package let milliseconds: Int
    /// The findings of the step and of its target.
    package let findings: [Finding]
  }

  package struct PromiseStates: Sendable {
    package let promise: Promise
    package let holds: [Bool]
    package let isKept: [Bool]
  }

  package let commands: [DrivenStimulus]
  package let steps: [[Step]]
  package let findingsAtStart: [Finding]
  /// Whether nothing happens without the user.
  package let isAtRest: [Bool]
  /// By state; empty without a projection.
  package let projections: [Fingerprint]
  /// The states that were found, but not expanded.
  package let waiting: [Int]
  package let promises: [PromiseStates]

  package var stepCount: Int { steps.reduce(0) { $0 + $1.count } }
}

extension Search {
  /// Nil unless the options keep steps.
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
      commands: log.commands.elements, steps: steps, findingsAtStart: log.findingsOfState[0] ?? [],
      isAtRest: graph.isAtRest, projections: log.projections, waiting: frontier.indices, promises: promises)
  }
}
