import Statecharts
import Traces

extension Verb {
  static let source = Verb(
    "source", .session, [Parameter("[--step] FILE[:LINE]", .file, isOptional: true)],
    summary: "run the commands of a file, or of a transcript's case",
    explanation:
      "Files hold full verbs and quoted texts, one command per line; '#' in the first column begins a comment. Of a "
      + "transcript, LINE chooses the case in which it stands; its machine is opened when none is, and one of another machine is "
      + "refused. What it expects is not checked. It stops at the first mistake, and where a breakpoint is met; 'source' alone "
      + "goes on after that. With '--step' it shows each command and waits: Enter runs it, 'c' runs the rest, 'q' stops.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      let bySteps = try arguments.skipFlag(stepFlag)
      guard !arguments.isAtEnd() else { return Reply(effects: [.readOn(bySteps: bySteps)]) }
      return Reply(effects: [.read(file: try arguments.file(for: session).text, bySteps: bySteps)])
    })

  private static let stepFlag = "--step"

  static let settings = Verb(
    "settings", .session,
    [Parameter("NAME", .setting, isOptional: true), Parameter("on|off", .settingValue, isOptional: true)],
    summary: "turn a setting of the prompt on or off; alone, list the settings",
    explanation:
      "They last as long as the session; a line such as 'hints off' in ~/.config/signalbox/config lasts longer. None of them "
      + "changes what is recorded.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let name = try arguments.word("a setting").naming(.setting, among: Settings.Name.allCases, by: \.rawValue)
        if !arguments.isAtEnd() {
          session.options.settings[name] =
            try arguments.word("'on' or 'off'").naming(.settingValue, among: Switch.allCases, by: \.rawValue) == .on
        }
        return .talk(session.settingLines.filter { $0.beginsWithBytes(of: name.rawValue) })
      }, alone: { (session, _) throws(Mistake) in session.settingLines }))

  static let help = Verb(
    "help", .session, [Parameter("NAME", .topic, isOptional: true)],
    summary: "explain the console, a verb, or a name of the open machine",
    explanation:
      "NAME is a verb, a field, command or service of the open machine, or a named value such as $right. 'help tour' shows the console in eight steps.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let topic = try arguments.word("a topic")
        try arguments.end()
        if topic.name == HelpText.tour { return try session.beginTour() }
        return .talk(try HelpText(session).lines(about: topic))
      }, alone: { (session, _) throws(Mistake) in HelpText.overview(width: session.options.textWidth) }))

  static let quit = Verb(
    "quit", .session, summary: "leave",
    explanation:
      "Ctrl-D at an empty prompt does the same. A recording holds every command already; if something is in no file, the "
      + "console asks on a terminal what to do with it.",
    action: .perform { (_, arguments) throws(Mistake) in
      try arguments.end()
      return Reply(effects: [.quit])
    })
}

extension ArgumentReader {
  /// Moves behind a flag that comes next, or ends the line.
  ///
  /// - Returns: Whether it is there.
  fileprivate mutating func skipFlag(_ flag: String) throws(Mistake) -> Bool {
    guard !isAtEnd() else { return false }
    var probe = self
    guard try probe.word("a file").name == flag else { return false }
    self = probe
    return true
  }
}

/// What a setting is turned to.
enum Switch: String, CaseIterable, Sendable {
  case on, off
}

extension Session {
  fileprivate var settingLines: [String] {
    TextTable(
      Settings.Name.allCases.map { [$0.rawValue, (options.settings[$0] ? Switch.on : .off).rawValue, $0.meaning] }
    ).lines
  }
}
