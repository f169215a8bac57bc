import Traces

extension Verb {
  static let goto = Verb(
    "goto", .search, [Parameter("EXPRESSION|STATE|tap CONTROL|TRANSITION|uncovered", .expression)],
    summary: "drive the shortest script from here to a state",
    explanation: targetExplanation + " The commands are echoed, recorded and undone like typed ones.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else {
        throw Mistake(
          column: 1, sentence: "'goto' is for the prompt; a file has the commands that it drives, which 'path' tells",
          code: "E1005")
      }
      switch try session.way(to: try arguments.target(session)) {
      case .found(let commands, _):
        return commands.isEmpty ? .talk("this is the case already") : Reply(effects: [.drive(commands)])
      case .none(let text): return .talk(text)
      }
    })
}
