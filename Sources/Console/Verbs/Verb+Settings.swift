import Traces

extension Verb {
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
