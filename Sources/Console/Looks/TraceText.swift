import Statecharts
import Traces

/// What happened in a case as readable text: its last commands, each with the turns that followed from it.
struct TraceText {
  static let longest = 50
  /// The turns of one command that are shown.
  static let turnsOfCommand = 1_000

  private let run: CaseRun

  init(_ run: CaseRun) {
    self.run = run
  }

  func lines<Stop>(_ pace: Pace<Stop>) throws(Stop) -> [String] {
    let first = max(0, run.tree.depth - Self.longest)
    var lines = first == 0 ? opening : ["(\(first.counted("command")) before)"]
    var number = first
    var turnCount = 0
    try run.replay(after: first, pace) { (command, turns, _) throws(Stop) in
      if turnCount == 0 {
        number += 1
        lines.append("\(number)> \(command.text)")
      }
      for turn in (turns ?? []).prefix(max(0, Self.turnsOfCommand - turnCount)) { lines += text(of: turn) }
      turnCount += turns?.count ?? 0
      guard turns == nil else { return }
      let left = turnCount - Self.turnsOfCommand
      if left > 0 { lines.append("  (\(left.counted("turn")) more; 'trace FILE' saves them all)") }
      turnCount = 0
    }
    return lines
  }

  private var opening: [String] {
    ["opened"] + run.opening.flatMap(text)
  }

  /// A turn that no stimulus caused says what did.
  private func text(of turn: Turn) -> [String] {
    let effects = run.lines(of: [turn], since: turn.time).map { "  " + $0 }
    guard turn.cause.source != .user, turn.cause.source != .open else { return effects }
    let cause = [turn.cause.source.rawValue, turn.cause.event, turn.cause.target]
    let words = cause.enumerated().filter { $0.offset != 1 || cause[0] != cause[1] }.map(\.element)
    let text = words.filter { !$0.isEmpty }.joined(separator: " ").escapedForDisplay
    return ["  at \(VirtualDuration(milliseconds: turn.time)), \(text):"] + effects.map { "  " + $0 }
  }
}
