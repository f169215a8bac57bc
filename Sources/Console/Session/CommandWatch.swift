import Exploration
import Traces

/// Lets a driver observe and stop a command; the console itself uses no signals and no clock.
package struct CommandWatch: Sendable {
  /// Called often, so it must be cheap.
  package var isInterrupted: @Sendable () -> Bool
  /// Whether an interrupted command must also end its final analysis.
  package var isOver: @Sendable () -> Bool
  /// Called at intervals.
  package var progress: @Sendable (CommandProgress) -> Void

  /// - Parameter isOver: By default, an interrupted command analyses nothing more.
  package init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, isOver: (@Sendable () -> Bool)? = nil,
    progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
    self.isOver = isOver ?? isInterrupted
    self.progress = progress
  }
}

/// The progress of a running command.
package enum CommandProgress: Sendable, CustomStringConvertible {
  /// Turns run, and virtual milliseconds.
  case turns(Int, time: Int)
  case search(SearchReport)
  case comparison(ComparisonReport)
  case walks(FuzzReport)
  case scripts(Int, findings: Int)
  case mutants(Int, of: Int, survivors: Int)

  /// For example `at 1234s, 56789 turns`.
  package var description: String {
    switch self {
    case .turns(let count, let time):
      "at \(VirtualDuration(milliseconds: time).readable), \(count.counted("turn"))"
    case .search(let report):
      "\(report.states.counted("state")), \(report.steps.counted("step")), \(report.completeDepth.counted("command")) deep, "
        + report.findings.count.counted("finding")
    case .comparison(let report):
      "\(report.pairs.counted("pair")) of states, \(report.steps.counted("step")), "
        + "\(report.completeDepth.counted("command")) deep, \(report.differences.count.counted("difference"))"
    case .walks(let report):
      "\(report.walks.counted("walk")), \(report.commands.counted("command")), "
        + report.found.count.counted("finding")
    case .mutants(let count, let all, let survivors):
      "\(count) of \(all.counted("mutant")), \(survivors.counted("survivor"))"
    case .scripts(let scripts, let findings): "\(scripts.counted("script")), \(findings.counted("finding"))"
    }
  }

  /// Nil where steps do not indicate speed.
  package var steps: Int? {
    switch self {
    case .turns, .walks, .scripts, .mutants: nil
    case .search(let report): report.steps
    case .comparison(let report): report.steps
    }
  }
}

/// The limits of one command; its work up to a limit is kept.
package struct CommandBudget: Hashable, Sendable {
  package var turns = 1_000_000
  /// Bytes, as a transcript can have.
  package var output = 16 << 20
  /// Bytes of fields, signals and work.
  package var memory = 256 << 20

  package init() {}

  package enum Part: String, Hashable, Sendable, CaseIterable {
    case turns
    case output
    case memory

    package var option: String { "--limit \(rawValue)=N" }

    /// Stable, for scripts.
    package var code: String {
      switch self {
      case .turns: "E3301"
      case .output: "E3302"
      case .memory: "E3303"
      }
    }
  }

  package subscript(part: Part) -> Int {
    get {
      switch part {
      case .turns: turns
      case .output: output
      case .memory: memory
      }
    }
    set {
      switch part {
      case .turns: turns = newValue
      case .output: output = newValue
      case .memory: memory = newValue
      }
    }
  }
}

/// Why and where a command stopped early.
package struct CommandStop: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case interrupted
    case exhausted(CommandBudget.Part, limit: Int)
    case breakpoint
  }

  package var reason: Reason
  /// Virtual milliseconds.
  var time: Int
  var turns: Int
  /// The number of waiting pieces of work.
  var waiting: Int
  /// The command for the part that ran; nil if everything was undone.
  package var kept: String?
  /// The command for the part that did not run.
  package var left: String?

  static let interruptionCode = "E3300"

  /// Whether the user caused the stop, so that it is no error.
  package var isWanted: Bool {
    switch reason {
    case .interrupted, .breakpoint: true
    case .exhausted: false
    }
  }

  /// Stable, for scripts.
  package var code: String {
    switch reason {
    case .interrupted, .breakpoint: Self.interruptionCode
    case .exhausted(let part, _): part.code
    }
  }

  package var sentence: String {
    let end = "after \(turns.counted("turn")), the clock at \(VirtualDuration(milliseconds: time).readable)"
    switch reason {
    case .interrupted, .breakpoint: return "stopped \(end); \(outcome)"
    case .exhausted(let part, let limit):
      return "limit \(part.rawValue) of \(limit) reached \(end); \(outcome); '\(part.option)' allows more"
    }
  }

  private var outcome: String {
    guard let kept else { return "no shorter command reaches that state, so the command is undone" }
    return "the part that ran is kept as '\(kept.truncated(toWidth: 60))', and \(work)"
  }

  private var work: String {
    switch waiting {
    case 0: "nothing waits"
    case 1: "1 piece of work waits"
    default: "\(waiting) pieces of work wait"
    }
  }
}
