import Traces
import ViewModels

extension Verb {
  static let why = Verb(
    "why", .look, [Parameter("COMMAND", .command)],
    summary: "show why a command is enabled or not: guards and the values they read",
    explanation:
      "It shows the state of the region that takes the command, and the region's name if that is another one. Each guard is shown with its "
      + "verdict, and below it the fields it read; guards that are joined by && are shown one by one. A row's command is named by its place or its identity: 'why "
      + "items[3].like', 'why items[#3238].like'. For a control's command that is refused, a shortest script that makes it "
      + "possible comes last, if one is found within 200 states. You may write 'tap' before the command.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      var name = try arguments.word("a command")
      if name.text.hasSameBytes(as: "tap"), !arguments.isAtEnd() { name = try arguments.word("a command") }
      try arguments.end()
      let command = try scene.command(name)
      let phase = command.phase.map { " in \($0)" } ?? ""
      let head = "\(command.name)\(phase): \(command.verdict)".escapedForDisplay
      return [head] + command.guards.flatMap { $0.lines(scene.names) } + (try session.way(toUse: command))
    })
}

extension GuardState {
  /// Its verdict, and the fields that it read; of several that are joined, each on its own.
  fileprivate func lines(_ names: NamedValues) -> [String] {
    guard parts.isEmpty else { return parts.flatMap { $0.lines(names) } }
    let head = "  guard '\(name.escapedForDisplay)' is \(holds)"
    return [head] + (reads.isEmpty ? [] : FieldTable(reads, names: names).lines.map { "    " + $0 })
  }
}

extension CommandState {
  /// `enabled`, or `refused: ` and the reason.
  var verdict: String { refusal.map { "refused: \($0)" } ?? "enabled" }
}
