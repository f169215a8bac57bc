import Statecharts
import Traces

/// The last commands with their turns, or only the turns that changed a subject.
struct TraceText {
  static let longest = 50
  static let turnsOfCommand = 1_000

  let run: CaseRun
  /// Nil to show all turns.
  var subject: BlamedPath?

  func lines<Stop>(_ pace: Pace<Stop>) throws(Stop) -> [String] {
    let first = subject == nil ? max(0, run.tree.depth - Self.longest) : 0
    var (opening, subject) = (first == 0 ? opening : [], subject)
    var commands: [[String]] = []
    var (number, before) = (first, first)
    var lines: [String] = []
    var turnCount = 0
    let isFollowing = subject != nil
    try run.replay(after: first, pausingAtInstants: isFollowing, pace) { (command, turns, snapshot) throws(Stop) in
      guard let turns else {
        number += 1
        let leftOut = turnCount - Self.turnsOfCommand
        if leftOut > 0 { lines.append("  (\(leftOut.counted("turn")) more; 'trace FILE' saves them all)") }
        if !isFollowing || !lines.isEmpty { commands.append(["\(number)> \(command.text)"] + lines) }
        if commands.count > Self.longest {
          commands.removeFirst()
          before += 1
        }
        (lines, turnCount) = ([], 0)
        return
      }
      let told = subject?.told(turns, to: snapshot) ?? turns
      if subject?.isNew ?? false { (opening, commands, before, lines) = ([], [], 0, []) }
      for turn in told {
        turnCount += 1
        if turnCount <= Self.turnsOfCommand { lines += text(of: turn) }
      }
    }
    return (before == 0 ? opening : ["(\(before.counted("command")) before)"]) + commands.flatMap { $0 }
  }

  private var opening: [String] {
    let lines = (subject?.told(opening: run.opening) ?? run.opening).flatMap(text)
    return subject == nil || !lines.isEmpty ? ["opened"] + lines : []
  }

  /// The turn's lines, with its cause if the user did not start it.
  private func text(of turn: Turn) -> [String] {
    let effects = run.lines(of: [turn], since: turn.time).map { "  " + $0 }
    guard turn.cause.source != .user, turn.cause.source != .open else { return effects }
    let cause = [turn.cause.source.rawValue, turn.cause.event, turn.cause.target]
    let words = cause.enumerated().filter { $0.offset != 1 || cause[0] != cause[1] }.map(\.element)
    let text = words.filter { !$0.isEmpty }.joined(separator: " ").escapedForDisplay
    return ["  at \(VirtualDuration(milliseconds: turn.time).readable), \(text):"] + effects.map { "  " + $0 }
  }
}
