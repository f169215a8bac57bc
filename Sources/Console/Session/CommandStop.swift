import Traces

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
    guard let kept else { return "nothing shorter leads there, so the command is taken back" }
    return "what was done counts as '\(kept.truncated(toWidth: 60))', and \(work)"
  }

  private var work: String {
    switch waiting {
    case 0: "nothing waits"
    case 1: "1 piece of work waits"
    default: "\(waiting) pieces of work wait"
    }
  }
}
