import ViewModels

extension Verb {
  static let commands = Verb(
    "commands", .look, summary: "list the commands: enabled, or why not",
    explanation:
      "'why COMMAND' shows the guards that decide, and the values they read. Rows of a list whose commands "
      + "have the same status share a line: 'items[0..<40].like'.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let commands = scene.commands(withRows: true)
      guard !commands.isEmpty else { return ["\(scene.machine.title) has no commands"] }
      return CommandTable(commands).lines
    })
}
