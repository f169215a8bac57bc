enum ChartFault: Hashable, Sendable {
  // The chart cannot run.
  case unknownTarget(Name, nearest: String?)
  case ambiguousTarget(Name, choices: [Name])
  case negativeDelay(Int)
  case nothingToEnter
  case foreignInitial(Name)
  case foreignDefault(Name)
  case endlessDefault
  case conflictingTargets(Name, Name)
  case misplacedStates
  case finalRegion
  // The chart runs, but not as written.
  case unreachable
  case neverWins(over: String)
  case repeatedName(Name)
  case eventlessLoop([Name])
  case finalActs
  case conditionalDefault
  case unheardAnswer(Name)
  case noWayOut

  var code: Name {
    switch self {
    case .unknownTarget: "unknown-target"
    case .negativeDelay: "negative-duration"
    case .nothingToEnter: "no-initial-state"
    case .foreignInitial: "foreign-initial"
    case .foreignDefault: "foreign-default"
    case .endlessDefault: "endless-default"
    case .conflictingTargets: "conflicting-targets"
    case .misplacedStates: "misplaced-states"
    case .finalRegion: "final-region"
    case .unreachable: "unreachable-state"
    case .neverWins: "shadowed-transition"
    case .repeatedName: "repeated-state"
    case .ambiguousTarget: "ambiguous-target"
    case .eventlessLoop: "eventless-loop"
    case .finalActs: "final-acts"
    case .conditionalDefault: "conditional-default"
    case .unheardAnswer: "unheard-answer"
    case .noWayOut: "trap"
    }
  }

  var severity: DefinitionFinding.Severity {
    switch self {
    case .unknownTarget, .ambiguousTarget, .negativeDelay, .nothingToEnter, .foreignInitial, .foreignDefault,
      .endlessDefault, .conflictingTargets, .misplacedStates, .finalRegion:
      .error
    case .unreachable, .neverWins, .repeatedName, .eventlessLoop, .finalActs, .conditionalDefault,
      .unheardAnswer:
      .warning
    case .noWayOut: .note
    }
  }

  var cause: String {
    switch self {
    case .unknownTarget(let name, _): "the chart has no state '\(name)'"
    case .ambiguousTarget(let name, _): "'\(name)' may mean several states"
    case .negativeDelay(let milliseconds): "a delay of \(milliseconds) ms is negative"
    case .nothingToEnter: "a compound or parallel state needs a state that can be entered"
    case .foreignInitial(let name): "its initial state '\(name)' is not inside it"
    case .foreignDefault(let name): "its default '\(name)' is outside the parent of the history state"
    case .endlessDefault: "its default leads back to it"
    case .conflictingTargets(let first, let second): "'\(first)' and '\(second)' cannot be active together"
    case .misplacedStates: "a state of this kind has no states in it"
    case .finalRegion: "a region cannot be final"
    case .unreachable: "no transition reaches it"
    case .neverWins(let other): "it is never taken, because '\(other)' always wins"
    case .repeatedName(let name): "a sibling state is also called '\(name)', and transitions cannot distinguish them"
    case .eventlessLoop(let path):
      "transitions without event and guard form a cycle: \(path.joined(separator: " -> "))"
    case .finalActs: "a final state has no transitions and runs no service"
    case .conditionalDefault: "the default of a history state ignores its event and guard"
    case .unheardAnswer(let event): "no transition handles the answer '\(event)' while its service runs"
    case .noWayOut: "no transition leaves it, and it is not final"
    }
  }

  var cure: String {
    switch self {
    case .unknownTarget(_, let nearest?): "did you mean '\(nearest)'?"
    case .unknownTarget, .foreignInitial: "name an existing state"
    case .ambiguousTarget(_, let choices):
      "write \(choices.map { "'\($0)'" }.joined(separator: " or ")), or rename one of them"
    case .negativeDelay: "write 0 or more"
    case .nothingToEnter: "add a state, or make it atomic"
    case .foreignDefault: "name a state beside the history state, or below one"
    case .endlessDefault: "give it a transition to a state that is no history"
    case .conflictingTargets: "name one of them, or states of different regions of a parallel state"
    case .misplacedStates: "make it compound or parallel, or move them out"
    case .finalRegion: "put the final state into a region"
    case .unreachable: "add a transition to it, or remove it"
    case .neverWins: "give the other a guard, change their order, or remove it"
    case .repeatedName: "rename one of them"
    case .eventlessLoop: "give one of them a guard, an event or a delay"
    case .finalActs: "remove them, or make it an atomic state"
    case .conditionalDefault: "remove them, or move them to the transitions to the history state"
    case .unheardAnswer: "add a transition for it"
    case .noWayOut: "add a transition, make it final, or accept it with a reason"
    }
  }
}
