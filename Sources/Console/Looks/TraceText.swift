import Statecharts
import Traces

/// What happened in a case as readable text: its last commands, each with the turns that followed from it; or those of them
/// that set a field or moved a region.
struct TraceText {
  static let longest = 50
  /// The turns of one command that are shown.
  static let turnsOfCommand = 1_000

  private let run: CaseRun
  /// The field or region that it is about; nil for everything.
  private let subject: String?
  /// The fields that it is computed from, which are shown where it changes with them.
  private let sources: [String]

  init(_ run: CaseRun, about subject: String? = nil, from sources: [String] = []) {
    self.run = run
    self.subject = subject
    self.sources = sources
  }

  func lines<Stop>(_ pace: Pace<Stop>) throws(Stop) -> [String] {
    let first = subject == nil ? max(0, run.tree.depth - Self.longest) : 0
    let opening = first == 0 ? opening : []
    var commands: [[String]] = []
    var (number, before) = (first, first)
    var lines: [String] = []
    var turnCount = 0
    try run.replay(after: first, pace) { (command, turns, _) throws(Stop) in
      guard let turns else {
        number += 1
        let leftOut = turnCount - Self.turnsOfCommand
        if leftOut > 0 { lines.append("  (\(leftOut.counted("turn")) more; 'trace FILE' saves them all)") }
        if subject == nil || !lines.isEmpty { commands.append(["\(number)> \(command.text)"] + lines) }
        if commands.count > Self.longest {
          commands.removeFirst()
          before += 1
        }
        (lines, turnCount) = ([], 0)
        return
      }
      for turn in turns.compactMap(told) {
        turnCount += 1
        if turnCount <= Self.turnsOfCommand { lines += text(of: turn) }
      }
    }
    return (before == 0 ? opening : ["(\(before.counted("command")) before)"]) + commands.flatMap { $0 }
  }

  private var opening: [String] {
    let lines = run.opening.compactMap(told).flatMap(text)
    return subject == nil || !lines.isEmpty ? ["opened"] + lines : []
  }

  /// The turn as far as it is shown: of one that set what the text is about that, what it is computed from, and where the
  /// chart moved; nil for every other one.
  private func told(_ turn: Turn) -> Turn? {
    guard let subject else { return turn }
    guard turn.effects.contains(where: { $0.changes(subject) }) else { return nil }
    var turn = turn
    let shown = [subject] + sources
    turn.effects.removeAll { effect in !effect.isMove && !shown.contains { effect.changes($0) } }
    return turn
  }

  /// A turn that no stimulus caused says what did.
  private func text(of turn: Turn) -> [String] {
    let effects = run.lines(of: [turn], since: turn.time).map { "  " + $0 }
    guard turn.cause.source != .user, turn.cause.source != .open else { return effects }
    let cause = [turn.cause.source.rawValue, turn.cause.event, turn.cause.target]
    let words = cause.enumerated().filter { $0.offset != 1 || cause[0] != cause[1] }.map(\.element)
    let text = words.filter { !$0.isEmpty }.joined(separator: " ").escapedForDisplay
    return ["  at \(VirtualDuration(milliseconds: turn.time).readable), \(text):"] + effects.map { "  " + $0 }
  }
}

extension Effect {
  fileprivate var isMove: Bool { if case .moved = self { true } else { false } }

  /// Whether it sets the field of a path, or moves the region of that name.
  fileprivate func changes(_ path: String) -> Bool {
    switch self {
    case .set(let field, _, _): field == path
    case .moved(let region, _, _): RegionTitle.isTitle(region.text, of: path)
    default: false
    }
  }
}
