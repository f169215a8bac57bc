import Traces
import ViewModels

/// What completion tells beside what can be inserted: what would fit and is refused now, and what is wanted where no list helps.
extension Session {
  /// What stands on the screen and cannot be used now, with the reason.
  func refused(for kinds: [Parameter.Kind]) -> [Candidate] {
    guard let scene = run?.scene, kinds.contains(.control) || kinds.contains(.textControl) else { return [] }
    return scene.controls.filter { $0.takesText == kinds.contains(.textControl) }.compactMap { control in
      scene.refusal(of: control).map { Candidate(control.name.text.spelled, note: "refused: \($0)") }
    }
  }

  /// One line for where nothing can be inserted; nil where nothing helps.
  func advice(for kinds: [Parameter.Kind], of verb: Verb, _ context: CompletionContext) -> String? {
    guard let kind = kinds.first else { return "nothing follows; Enter runs it" }
    if run == nil, kind.isOfMachine { return Mistake(.nothingOpen).sentence }
    if kind == .value { return adviceOnValue(of: verb, context) }
    guard context.prefix.isEmpty else { return kind.isListed ? "nothing that can stand here begins so" : nil }
    return kind.absence
  }

  private func adviceOnValue(of verb: Verb, _ context: CompletionContext) -> String? {
    guard context.prefix.isEmpty, let scene = run?.scene,
      let taker = taker(ofValueOf: verb, context.arguments, scene)
    else { return nil }
    return taker.shape == .void ? "nothing follows; Enter runs it" : taker.shape.example
  }
}

extension Scene {
  /// Why a control that stands there cannot be used, whatever it is given; nil for one that can, or is nothing to use.
  func refusal(of control: ControlState) -> String? {
    switch control.kind {
    case .label, .badge: nil
    case .text, .secureText, .button, .refresh, .list, .banner, .scroll: view.obstruction(of: control.name.text)
    }
  }
}

extension Parameter.Kind {
  /// Whether it speaks of the machine that is open.
  fileprivate var isOfMachine: Bool {
    switch self {
    case .machine, .topic, .diagramFormat, .observerOrder, .observation, .setting, .settingValue, .line, .title, .file,
      .newBranch, .duration,
      .count:
      false
    default: true
    }
  }

  /// Whether only what completion lists can stand there.
  fileprivate var isListed: Bool {
    switch self {
    case .line, .title, .file, .newBranch, .duration, .count, .value, .answer, .serviceFlag, .expression, .options,
      .path, .topic, .input, .control, .textControl, .assignableField, .command:
      false
    default: true
    }
  }

  /// What a person is told where there is nothing of it.
  private var nothing: String? {
    switch self {
    case .textControl: "this page has no text field"
    case .control: "nothing on this page can be used"
    case .button: "there is no alert"
    case .request: "no request is under way"
    case .work: "no work waits"
    case .service: "this machine has no services"
    case .input: "this machine has no inputs"
    case .otherBranch: "there is no other branch"
    case .otherVariant: "this machine has no other variant"
    default: nil
    }
  }

  /// What a person is told where nothing can be listed.
  fileprivate var absence: String? {
    switch self {
    case .duration: "a duration, such as '500ms', '1.5s' or '1h30m'"
    case .count: "a number"
    case .title: "a title"
    case .newBranch: "a name"
    default: nothing
    }
  }
}
