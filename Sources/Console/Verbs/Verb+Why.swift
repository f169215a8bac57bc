import Traces
import ViewModels

extension Verb {
  static let why = Verb(
    "why", .look, [Parameter("COMMAND", .command), Parameter("VALUE", .value, isOptional: true)],
    summary: "show why a command is enabled or not: guards and the values they read",
    explanation:
      "It shows the state of the region that takes the command, and the region's name if that is another one. Each guard is "
      + "shown with its verdict, and below it the fields it read; guards that are joined by && are shown one by one. A row's "
      + "command is named by its place or its identity: 'why items[3].like', 'why items[#3238].like'. If a control's command "
      + "is refused, or the control is not there yet, a shortest script that makes it possible comes last, if one is found "
      + "within 2,000 states. You may write 'tap' before the command, and behind it the value that the control is given.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      var name = try arguments.word("a command")
      if name.name == "tap", !arguments.isAtEnd() { name = try arguments.word("a command") }
      guard let command = scene.presentCommand(name.text) else {
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
  /// The control that a name means on another page, or in a row that is not there; nil for what takes text, which is no command.
  fileprivate func controlToCome(_ name: String) -> ControlState? {
    guard field(at: name) == nil, let control = machine.control(named: name) else { return nil }
    switch control.kind {
    case .text, .secureText, .label, .badge: return nil
    case .button, .scroll, .refresh, .banner, .list: return control
    }
  }
}

extension CommandState {
  /// Where it stands and whether it is taken, then its guards.
  fileprivate func lines(_ names: NamedValues, _ called: String, _ refusal: String?) -> [String] {
    let phase = phase.map { " in \($0)" } ?? ""
    return ["\(called)\(phase): \(refusal.verdict)".escapedForDisplay] + guards.flatMap { $0.lines(names) }
  }

  /// `enabled`, or `refused: ` and the reason.
  var verdict: String { refusal.verdict }
}

extension String? {
  /// What a refusal is called: `enabled` without one.
  fileprivate var verdict: String { map { "refused: \($0)" } ?? "enabled" }
}

extension GuardState {
  /// Its verdict, and the fields that it read; of several that are joined, each on its own.
  fileprivate func lines(_ names: NamedValues) -> [String] {
    guard parts.isEmpty else { return parts.flatMap { $0.lines(names) } }
    let head = "  guard '\(name.escapedForDisplay)' is \(holds)"
    return [head] + (reads.isEmpty ? [] : FieldTable(reads, names: names).lines.map { "    " + $0 })
  }
}
