import Files
import Statecharts
import ViewModels

/// The workers of a search with objects: one thread of a process can run objects, so copies of the process do.
///
/// A copy tells only the keys that it reached. This process drives the first step to each key again, and expands again
/// what found something, so that findings and states are as with one worker.
extension Search {
  /// A copy takes longer to make than to expand a few states.
  static let fewestStatesOfCopies = 24
  static let statesOfCopy = 128

  /// Whether what a copy tells is enough: whole steps, tallies by step and histories are known here only.
  static func canCopy(_ machine: Machine, _ options: SearchOptions) -> Bool {
    machine.runsObjects && !machine.isGuarded && options.workers > 1 && !options.keepsSteps && !options.measures
      && !options.countsHistories && options.recurrences.isEmpty
  }

  /// - Parameter first: Runs here while the copies work.
  static func expandInCopies(
    _ states: [WaitingState], _ expander: Expander, workers: Int, first: () -> Void
  ) -> [Expansion] {
    guard states.count >= fewestStatesOfCopies else {
      first()
      return states.map(expander.expand)
    }
    let reached = ChildProcess.computeEach(states.count, copies: workers, first: first) {
      expander.expand(states[$0]).reachedKeys
    }
    return zip(states, reached).map { state, keys in keys.map { Expansion(reaching: $0) } ?? expander.expand(state) }
  }
}

/// What a copy tells of an arrival.
struct ReachedKey: BitwiseCopyable {
  enum Step: UInt8 {
    case restart, time, other
  }

  let key: Fingerprint
  let number: Move.Number
  let time: Int
  let come: Int
  let step: Step
}

extension Expansion {
  /// Nil if something was found or reached that counts beside the keys.
  fileprivate var reachedKeys: [ReachedKey]? {
    if reached != nil { return nil }
    var keys: [ReachedKey] = []
    for part in parts {
      guard case .arrival(let arrival) = part, arrival.findings.isEmpty else { return nil }
      let step: ReachedKey.Step =
        switch arrival.last.stimulus {
        case .restart: .restart
        case .advance: .time
        default: .other
        }
      keys.append(
        ReachedKey(key: arrival.key, number: arrival.number, time: arrival.time, come: arrival.come, step: step))
    }
    return keys
  }

  fileprivate init(reaching keys: [ReachedKey]) {
    parts = keys.map { reached in
      let stimulus: Stimulus =
        switch reached.step {
        case .restart: .restart
        case .time: .advance(milliseconds: nil)
        case .other: .settle
        }
      return .arrival(
        Arrival(
          number: reached.number, last: DrivenStimulus(stimulus, isHeld: reached.number.isHeld), key: reached.key,
          time: reached.time, come: reached.come, snapshot: nil, findings: []))
    }
  }
}
