import Traces
import ViewModels

extension Verb {
  static let set = Verb(
    "set", .user, [Parameter("CONTROL", .textControl), Parameter("VALUE", .value)],
    summary: "replace a control's text in one edit",
    explanation:
      "The edit goes through the screen and fires the field's edit event. A bare word is read as the field's type, a "
      + "quoted one always as text; '$right' is the field's sample of that name.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let value = try arguments.value(control.shape, of: control.name, for: .edit(control: control.name))
      return Command(.set(control: control.name, value.value), value.text)
    })

  static let paste = Verb(
    "paste", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text in one edit",
    explanation: "Put a text with spaces in double quotes.",
    action: editing { .paste(control: $0, $1) })

  static let type = Verb(
    "type", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "append a text, one character per edit",
    explanation: "Put a text with spaces in double quotes.",
    action: editing { .type(control: $0, $1) })

  /// Reads a control and a text.
  private static func editing(_ edit: @escaping @Sendable (_ control: String, _ text: String) -> Stimulus) -> Action {
    .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let shape: Shape = control.shape.isSecret ? .secret(.string) : .string
      let value = try arguments.value(shape, of: control.name, for: .edit(control: control.name))
      guard case .string(let text) = value.value else { throw arguments.missing("a text") }
      return Command(edit(control.name, text), value.text)
    }
  }

  static let erase = Verb(
    "erase", .user, [Parameter("CONTROL", .textControl), Parameter("N", .count, isOptional: true)],
    summary: "remove characters from the end, one edit each",
    explanation: "The default of N is 1.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      let count = try arguments.count()
      return Command(.erase(control: control.name, count: count ?? 1), count.map { String($0) })
    })

  static let compose = Verb(
    "compose", .user, [Parameter("CONTROL", .textControl), Parameter("TEXT", .value)],
    summary: "compose text with an input method, at the end of a control's text",
    explanation:
      "An input method for Chinese, Japanese or Korean marks text until it is committed: n, then ni, then 你. Each "
      + "text replaces the one before and is one edit; an empty text ends the composition. If the program sets "
      + "another text, the composition ends: the next 'compose' begins after that text, and 'commit' is refused. "
      + "Another edit, or the end of editing, commits.",
    action: editing { .compose(control: $0, $1) })

  static let commit = Verb(
    "commit", .user, [Parameter("CONTROL", .textControl, isOptional: true)],
    summary: "commit the composed text",
    explanation:
      "It fires the field's edit event again. It is refused if nothing is composed, or if the program has set another "
      + "text since.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Command(.commit(control: nil)) }
      return Command(.commit(control: try arguments.textControl().name))
    })

  static let focus = Verb(
    "focus", .user, [Parameter("CONTROL", .textControl)],
    summary: "begin to edit a text field",
    explanation:
      "Editing of another field ends first. A field with a text of its own fires its edit event when editing begins "
      + "and when it ends, even without a change. 'set', 'paste', 'type' and 'erase' need no focus and do not move it.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.textControl()
      return Command(.focus(control: control.name))
    })

  static let blur = Verb(
    "blur", .user, summary: "end editing the focused text field",
    explanation: "It fires the field's edit event. Editing also ends when a page comes or goes.",
    action: .drive { (_) throws(Mistake) in Command(.blur) })

  static let pressReturn = Verb(
    "return", .user, summary: "press the return key in the focused text field",
    explanation: "It fires the field's edit event twice: for the key, and because editing ends.",
    action: .drive { (_) throws(Mistake) in Command(.pressReturn) })

  static let tap = Verb(
    "tap", .user, [Parameter("CONTROL", .control), Parameter("VALUE", .value, isOptional: true)],
    summary: "use a control of the screen",
    explanation:
      "It is refused, with a reason, if the control is absent, disabled, or covered by an alert or a HUD.",
    action: .drive { (arguments) throws(Mistake) in
      let control = try arguments.control()
      let shape = control.takes ?? (control.kind == .secureText ? .secret(.string) : .any)
      let value = try arguments.optionalValue(shape, of: control.name.text, for: .tap(control: control.name.text))
      if value == nil, let takes = control.takes, takes.asksForValue {
        throw arguments.missing("\(arguments.example(of: takes, for: control.name.text)) for '\(control.name)'")
      }
      return try arguments.command(carrying: value, of: control.name.text) { .tap(control: control.name.text, $0) }
    })

  static let dismiss = Verb(
    "dismiss", .user, [Parameter("BUTTON", .button, isOptional: true)],
    summary: "press a button of the alert",
    explanation: "The default is the first button.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Command(.dismiss(button: nil)) }
      guard case .string(let button) = try arguments.wholeValue(.string, of: arguments.verb.name) else {
        throw arguments.missing("a text")
      }
      return Command(.dismiss(button: button), button.quoted)
    })

  static let back = Verb(
    "back", .user, summary: "go back to the page below",
    explanation: "It is refused on the first page.",
    action: .drive { (_) throws(Mistake) in Command(.back) })
}

extension Verb {
  static let source = Verb(
    "source", .session, [Parameter("[--step] FILE[:LINE]", .file, isOptional: true)],
    summary: "run the commands of a file, or of a transcript's case",
    explanation:
      "A file has one command per line, with full verbs and quoted texts. In a transcript, LINE chooses the case that "
      + "contains it; expected output is not checked. Its machine is opened if none is open; if another one is open, "
      + "the transcript is refused. It stops at the first mistake and at a breakpoint; 'source' alone continues. With "
      + "'--step' it shows each command and waits: Enter runs it, 'c' runs the rest, 'q' stops.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else { throw Mistake(.nestedSource) }
      let argument = try arguments.optionalFile(for: session)
      let bySteps = argument.options.contains(stepFlag)
      return Reply(effects: [
        argument.name.isEmpty ? .readOn(bySteps: bySteps) : .read(file: argument.name, bySteps: bySteps)
      ])
    })

  private static let stepFlag = "--step"

  static let settings = Verb(
    "settings", .session,
    [Parameter("NAME", .setting, isOptional: true), Parameter("on|off", .settingValue, isOptional: true)],
    summary: "turn a setting of the prompt on or off; alone, list the settings",
    explanation:
      "It lasts until the session ends; a line such as 'hints off' in ~/.config/signalbox/config makes it permanent. "
      + "No setting changes what is recorded.",
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
      "NAME is a verb; a field, command or service of the open machine; a law in quotes; or a named value such as "
      + "$right. 'help tour' shows the console in eight steps.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let topic = try arguments.word("a topic")
        try arguments.end()
        if topic.name == HelpText.tour { return try session.beginTour() }
        return .talk(try HelpText(session: session).lines(about: topic))
      }, alone: { (session, _) throws(Mistake) in HelpText.overview(width: session.options.textWidth) }))

  static let quit = Verb(
    "quit", .session, summary: "leave",
    explanation:
      "Ctrl-D at an empty prompt does the same. If commands are not saved, the console asks on a terminal what to do "
      + "with them.",
    action: .perform { (_, arguments) throws(Mistake) in
      try arguments.end()
      return Reply(effects: [.quit])
    })
}

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

extension Verb {
  static let why = Verb(
    "why", .look, [Parameter("COMMAND", .command), Parameter("VALUE", .value, isOptional: true)],
    summary: "show why a command is enabled or not: guards and the values they read",
    explanation:
      "It shows the state of the command's region, then each guard with its result; the parts of a guard joined by && "
      + "are shown one by one. A row's command has a place or an identity: 'why items[3].like', 'why "
      + "items[#3238].like'. If a control is refused, or not there yet, a shortest script that makes it possible "
      + "follows, if one is found within 2,000 states. You may write 'tap' before the command. For a law in quotes, "
      + "it shows whether it holds, what it demands and where it is written.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      var name = try arguments.word("a command")
      if name.name == "tap", !arguments.isAtEnd() { name = try arguments.word("a command") }
      guard let command = scene.presentCommand(name.text) else {
        if let law = try session.openRun().lines(aboutLaw: Name(name.text)) {
          try arguments.end()
          return law
        }
        guard let control = scene.controlToCome(name.text) else { throw scene.unknownCommand(name) }
        let use = ControlUse(control: name.text, value: try arguments.givenValue(for: control))
        let refusal = scene.machine.refusal(of: use.stimulus, scene.snapshot)
        return ["\(use.name): \(refusal.verdict)".escapedForDisplay] + (try session.way(to: use, refusal))
      }
      let control = scene.nameOnPage(of: command.name.text) ?? command.name.text
      guard let known = scene.machine.control(named: control) else {
        try arguments.end()
        return command.lines(scene.names, command.name.text, command.refusal)
      }
      let use = ControlUse(control: control, value: try arguments.givenValue(for: known))
      let refusal = use.value == nil ? command.refusal : scene.machine.refusal(of: use.stimulus, scene.snapshot)
      let called = [command.name.text, use.value?.text].compactMap(\.self).joined(separator: " ")
      return command.lines(scene.names, called, refusal) + (try session.way(to: use, refusal))
    })
}

extension Scene {
  /// A control on another page or in a missing row.
  fileprivate func controlToCome(_ name: String) -> ControlState? {
    guard field(at: name) == nil, let control = machine.control(named: name) else { return nil }
    switch control.kind {
    case .text, .secureText, .label, .badge: return nil
    case .button, .scroll, .refresh, .banner, .list: return control
    }
  }
}

extension CommandState {
  /// The control's state and verdict, then its guards.
  fileprivate func lines(_ names: NamedValues, _ called: String, _ refusal: String?) -> [String] {
    let phase = phase.map { " in \($0)" } ?? ""
    return ["\(called)\(phase): \(refusal.verdict)".escapedForDisplay] + guards.flatMap { $0.lines(names) }
  }

  /// For example `enabled`, or `refused: ` and the reason.
  var verdict: String { refusal.verdict }
}

extension String? {
  fileprivate var verdict: String { map { "refused: \($0)" } ?? "enabled" }
}

extension GuardState {
  /// Puts the parts of a conjunction on separate lines.
  fileprivate func lines(_ names: NamedValues) -> [String] {
    guard parts.isEmpty else { return parts.flatMap { $0.lines(names) } }
    let head = "  guard '\(name.escapedForDisplay)' is \(holds)"
    return [head] + (reads.isEmpty ? [] : FieldTable(fields: reads, names: names).lines.map { "    " + $0 })
  }
}
