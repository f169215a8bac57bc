import ViewModels

extension Verb {
  static let commands = Verb(
    "commands", .look, summary: "list the commands: enabled, or why not",
    explanation: "'why COMMAND' shows the guards that decide, and the values that they read.",
    action: .look { (session, _) throws(Mistake) in
      let scene = try session.openScene()
      let commands = scene.machine.commands(of: scene.snapshot)
      guard !commands.isEmpty else { return ["\(scene.machine.title) has no commands"] }
      return TextTable(commands.map { [$0.name, $0.phase ?? "", $0.verdict] }).lines
    })
}
