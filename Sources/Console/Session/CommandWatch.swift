import Exploration
import Traces

/// How a driver sees a command that runs, and stops it. The console itself knows no signal and no clock.
package struct CommandWatch: Sendable {
  /// Whether the command shall stop as soon as it can. Asked often, so it must be cheap.
  package var isInterrupted: @Sendable () -> Bool
  /// Whether a command that was to stop has looked long enough for what it can tell: then it tells what it has.
  package var isOver: @Sendable () -> Bool
  /// Told now and then how far the command is.
  package var progress: @Sendable (CommandProgress) -> Void

  /// - Parameter isOver: Where it is nil, a command looks for nothing more once it is to stop.
  package init(
    isInterrupted: @escaping @Sendable () -> Bool = { false }, isOver: (@Sendable () -> Bool)? = nil,
    progress: @escaping @Sendable (CommandProgress) -> Void
  ) {
    self.isInterrupted = isInterrupted
    self.isOver = isOver ?? isInterrupted
    self.progress = progress
  }
}

/// How far a command is that runs.
package enum CommandProgress: Sendable, CustomStringConvertible {
  /// How many turns ran, and where the virtual clock stands, in milliseconds.
  case turns(Int, time: Int)
  /// What a search saw.
  case search(SearchReport)
  /// What a comparison saw.
  case comparison(ComparisonReport)
  /// What walks at random saw.
  case walks(FuzzReport)
  /// How many scripts were driven, and how many findings there are.
  case scripts(Int, findings: Int)
  /// How many mutants of so many were tried, and how many survived.
  case mutants(Int, of: Int, survivors: Int)

  /// `at 1234s, 56789 turns`; `41 states, 168 steps, 8 commands deep, 1 finding`
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

  /// How many steps were made, where that tells how fast it is.
  package var steps: Int? {
    switch self {
    case .turns, .walks, .scripts, .mutants: nil
    case .search(let report): report.steps
    case .comparison(let report): report.steps
    }
  }
}

/// How far one command may go before it is stopped; what it reached until then is kept.
package struct CommandBudget: Hashable, Sendable {
  /// How many turns it may run.
  package var turns = 1_000_000
  /// How many bytes of lines it may print: as many as a transcript may have.
  package var output = 16 << 20
  /// How many bytes the machine may hold in fields, signals and work.
  package var memory = 256 << 20

  package init() {}

  /// What a command can run out of.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case turns
    case output
    case memory

    /// The option that sets it.
    package var option: String { "--limit \(rawValue)=N" }

    /// The name that scripts may rely on.
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

/// That a command was stopped before its end, why, and where.
package struct CommandStop: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The driver's watch said so.
    case interrupted
    case exhausted(CommandBudget.Part, limit: Int)
    /// What the person waits for has come.
    case breakpoint
  }

  package var reason: Reason
  /// Virtual milliseconds, where the clock stands now.
  var time: Int
  /// How many turns ran.
  var turns: Int
  /// How many pieces of work wait.
  var waiting: Int
  /// The command that leads to what was reached, and stands for it in the history and in a recording; nil when there is
  /// none, and what was done is taken back.
  package var kept: String?

  static let interruptionCode = "E3300"

  /// Whether the person wanted it, so that it is no mistake.
  package var isWanted: Bool {
    switch reason {
    case .interrupted, .breakpoint: true
    case .exhausted: false
    }
  }

  /// The name that scripts may rely on.
  package var code: String {
    switch reason {
    case .interrupted, .breakpoint: Self.interruptionCode
    case .exhausted(let part, _): part.code
    }
  }

  /// What stopped it, where the clock stands, what counts as done, and what waits.
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
