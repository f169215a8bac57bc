import Files
import Statecharts
import ViewModels

/// The workers of a search with objects: one thread of a process can run objects, so copies of the process do.
///
/// A copy reports only the keys that it reached and which known findings it made. This process drives the first step to
/// each key again, and expands again what found something new, so that findings and states are as with one worker.
extension Search {
  /// A copy takes longer to make than to expand a few states.
  static let fewestStatesOfCopies = 24
  static let statesOfCopy = 128
  /// Longer than the limit for code of one step.
  private static let secondsOfState: UInt32 = 15

  /// Whether what a copy reports is enough: whole steps, tallies by step and histories are known here only.
  static func canCopy(_ machine: Machine, _ options: SearchOptions) -> Bool {
    machine.runsObjects && !machine.isGuarded && options.workers > 1 && !options.keepsSteps && !options.measures
      && !options.countsHistories && options.recurrences.isEmpty
  }

  /// - Parameter first: Runs here while the copies work; returns whether to continue.
  /// - Returns: The expansions, and whether the copies ended as they should; nil if `first` ended the search.
  static func expandInCopies(
    _ states: [WaitingState], _ expander: Expander, _ options: SearchOptions, knowing report: SearchReport,
    first: () -> Bool
  ) -> (expansions: [Expansion], isWhole: Bool)? {
    guard states.count >= fewestStatesOfCopies else { return first() ? (states.map(expander.expand), true) : nil }
    let computed = ChildProcess.computeEach(
      states.count, copies: options.workers, seconds: secondsOfState, begin: expander.beginCopy, first: first
    ) { number -> [ReportedPart]? in
      let expansion = expander.expand(states[number])
      return options.interruption() == nil ? expansion.reported(knowing: report) : nil
    }
    return computed.map { computed in
      let expansions = zip(states, computed.rows).map { state, parts in
        parts.map { Expansion($0, of: report) } ?? expander.expand(state)
      }
      return (expansions, computed.isWhole)
    }
  }
}

/// What a copy reports of an expansion, one after the other.
enum ReportedPart: BitwiseCopyable {
  enum Step: BitwiseCopyable {
    case restart, time, other
  }

  case arrival(Fingerprint, Move.Number, time: Int, come: Int, Step)
  /// A finding of the last arrival, by its place in the report.
  case findingOfArrival(Int)
  case findingOfState(Int)
}

extension Expansion {
  /// Nil if something was reached or found for the first time.
  fileprivate func reported(knowing report: SearchReport) -> [ReportedPart]? {
    if reached != nil { return nil }
    var reported: [ReportedPart] = []
    for part in parts {
      switch part {
      case .arrival(let arrival):
        let step: ReportedPart.Step =
          switch arrival.last.stimulus {
          case .restart: .restart
          case .advance: .time
          default: .other
          }
        reported.append(.arrival(arrival.key, arrival.number, time: arrival.time, come: arrival.come, step))
        for finding in arrival.findings {
          guard let place = report.place(of: finding) else { return nil }
          reported.append(.findingOfArrival(place))
        }
      case .finding(let finding):
        guard let place = report.place(of: finding) else { return nil }
        reported.append(.findingOfState(place))
      }
    }
    return reported
  }

  fileprivate init(_ reported: [ReportedPart], of report: SearchReport) {
    var rest = reported[...]
    while let part = rest.popFirst() {
      switch part {
      case .arrival(let key, let number, let time, let come, let step):
        let stimulus: Stimulus =
          switch step {
          case .restart: .restart
          case .time: .advance(milliseconds: nil)
          case .other: .settle
          }
        var findings: [Finding] = []
        while case .findingOfArrival(let place)? = rest.first {
          findings.append(report.findings[place])
          rest.removeFirst()
        }
        parts.append(
          .arrival(
            Arrival(
              number: number, last: DrivenStimulus(stimulus, isHeld: number.isHeld), key: key, time: time, come: come,
              snapshot: nil, findings: findings)))
      case .findingOfState(let place), .findingOfArrival(let place): parts.append(.finding(report.findings[place]))
      }
    }
  }
}
