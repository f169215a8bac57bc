import Traces
import ViewModels

extension Session {
  func completion(
    ofExpressionFor parameter: Parameter, of verb: Verb, _ context: CompletionContext
  ) -> LineCompletion {
    var context = context
    let call = context.enterBracket()
    let found = run.map { expressionCandidates(context, call, parameter, verb, $0.scene) } ?? []
    return completion(of: found, in: context)
  }

  private func expressionCandidates(
    _ context: CompletionContext, _ call: String?, _ parameter: Parameter, _ verb: Verb, _ scene: Scene
  ) -> [Candidate] {
    let arguments = context.arguments
    let names = ExpressionNames(scene.machine)
    switch call {
    case "count": return names.fields.map { Candidate($0) }
    case "requests": return scene.machine.serviceNames.map { Candidate($0.text) }
    default: break
    }
    if arguments.count > 1, ["=", "==", "!="].contains(Name(arguments[arguments.count - 1])) {
      return values(comparedWith: arguments[arguments.count - 2], names, scene)
    }
    let next = parameter.parts(behind: arguments)
    if next.isInExpression, let last = arguments.last, names.isOperand(last) {
      return ["=", "!=", "<", "<=", ">", ">=", "and", "or"].map { Candidate($0) }
    }
    let words = next.words.map { Candidate($0) }
    let clock = next.places.contains(Name("EXPRESSION")) && verb.task != .search ? [Candidate("time")] : []
    return words + next.places.flatMap { candidates(for: $0, names, scene, prefix: context.prefix) } + clock
  }

  private func candidates(
    for place: String, _ names: ExpressionNames, _ scene: Scene, prefix: String
  ) -> [Candidate] {
    switch place {
    case "EXPRESSION": operands(names, scene, prefix: prefix)
    case "SUBJECT": scene.machine.subjectNames.map { Candidate($0.text) }
    case "CONTROL":
      scene.controls.filter { ![.text, .secureText].contains($0.kind) }.map {
        Candidate($0.name.text.spelled, note: $0.label)
      }
    default: []
    }
  }

  private func operands(_ names: ExpressionNames, _ scene: Scene, prefix: String) -> [Candidate] {
    let states = names.lonelyStates.map { Candidate($0.state.text, note: "state of \($0.region)") }
    return candidates(for: .path, of: .fields, [], prefix: prefix) + regions(scene, prefix: prefix) + states
      + ["page", "alert", "count(", "requests(", "not"].map { Candidate($0) }
  }

  func regions(_ scene: Scene, prefix: String) -> [Candidate] {
    let rows = prefix.namesRow ? scene.machine.rowRegions(of: scene.snapshot) : []
    let regions = scene.machine.regions(of: scene.snapshot) + rows
    return identified(regions.map { Candidate($0.region.text, note: $0.state) }, prefix)
  }

  private func values(comparedWith name: String, _ names: ExpressionNames, _ scene: Scene) -> [Candidate] {
    let states = names.isRegion(name) ? names.states(of: name) : []
    if !states.isEmpty { return states.map { Candidate($0.text) } }
    switch name {
    case "page": return names.machine.pageNames.map { Candidate($0.text) }
    case "alert": return (names.machine.alertsOfScreens.map(\.title.quoted) + ["nil"]).map { Candidate($0) }
    default: break
    }
    return candidates(for: .value, of: .assign, [name]) + [Candidate("nil")]
  }
}

extension CompletionContext {
  /// Moves into the last open bracket; returns the name before it.
  fileprivate mutating func enterBracket() -> String? {
    guard let bracket = prefix.utf8.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    let name = String(prefix[..<bracket].utf8.split(separator: UInt8(ascii: "(")).last.map(Substring.init) ?? "")
    skipPrefix(prefix.utf8.distance(from: prefix.utf8.startIndex, to: bracket) + 1)
    return name
  }
}

extension ExpressionNames {
  fileprivate func isOperand(_ word: String) -> Bool {
    isField(word) || isRegion(word) || ["page", "alert", "time"].contains(Name(word))
      || word.utf8.last == UInt8(ascii: ")")
  }
}

extension Parameter {
  /// What may come next in a usage such as `[before] EXPRESSION|broken|off [N]`: literal words, placeholders in
  /// capitals, and whether an expression has begun.
  fileprivate func parts(behind arguments: [String]) -> (words: [String], places: [String], isInExpression: Bool) {
    let choices = name.utf8.split(separator: UInt8(ascii: "|")).map { Choice(String(Substring($0)), behind: arguments) }
    let most = choices.map(\.wordCount).max() ?? 0
    let fitting = choices.filter { $0.wordCount == most && ($0.takesRest || $0.wordCount == arguments.count) }
    let next = fitting.flatMap(\.next)
    return (
      next.filter { !$0.isPlace }.map(\.word), next.filter(\.isPlace).map(\.word),
      fitting.contains { $0.takesRest && $0.wordCount < arguments.count }
    )
  }

  private struct Choice {
    private(set) var wordCount = 0
    let next: [String]
    let takesRest: Bool

    init(_ text: String, behind arguments: [String]) {
      var parts = text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }[...]
      while let part = parts.first, wordCount < arguments.count, !part.isPlace {
        if Name(part.word) == arguments[wordCount] { wordCount += 1 } else if !part.isOptional { break }
        parts.removeFirst()
      }
      let required = parts.firstIndex { !$0.isOptional }
      next = required.map { Array(parts[...$0]) } ?? Array(parts)
      takesRest = next.contains { Name($0.word) == "EXPRESSION" }
    }
  }
}

extension String {
  fileprivate var word: String { String(decoding: utf8.filter { !"[]".utf8.contains($0) }, as: UTF8.self) }
  fileprivate var isOptional: Bool { utf8.first == UInt8(ascii: "[") }
  fileprivate var isPlace: Bool { word.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false }
}

extension Session {
  func refused(for kinds: [Parameter.Kind]) -> [Candidate] {
    guard let scene = run?.scene, kinds.contains(.control) || kinds.contains(.textControl) else { return [] }
    return scene.controls.filter { $0.takesText == kinds.contains(.textControl) }.compactMap { control in
      scene.refusal(of: control).map { Candidate(control.name.text.spelled, note: "refused: \($0)") }
    }
  }

  func advice(for kinds: [Parameter.Kind], of verb: Verb, _ context: CompletionContext) -> String? {
    guard let kind = kinds.first else { return "nothing follows; Enter runs it" }
    if run == nil, kind.isOfMachine { return Mistake(.nothingOpen).sentence }
    if kind == .value { return adviceOnValue(of: verb, context) }
    guard context.prefix.isEmpty else { return kind.isListed ? "no possible word begins like this" : nil }
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
  /// Why a control cannot be used now, whatever its value.
  func refusal(of control: ControlState) -> String? {
    switch control.kind {
    case .label, .badge: nil
    case .text, .secureText, .button, .refresh, .list, .banner, .scroll: view.obstruction(of: control.name.text)
    }
  }
}

extension Parameter.Kind {
  /// Whether the verb needs an open machine.
  fileprivate var isOfMachine: Bool {
    switch self {
    case .machine, .topic, .diagramFormat, .observerOrder, .observation, .setting, .settingValue, .line, .title, .file,
      .newBranch, .duration,
      .count:
      false
    default: true
    }
  }

  /// Whether completion lists every valid word of this kind.
  fileprivate var isListed: Bool {
    switch self {
    case .line, .title, .file, .newBranch, .duration, .count, .value, .answer, .serviceFlag, .expression, .options,
      .path, .topic, .input, .control, .textControl, .assignableField, .command:
      false
    default: true
    }
  }

  fileprivate var absence: String? {
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
    case .duration: "a duration, such as '500ms', '1.5s' or '1h30m'"
    case .count: "a number"
    case .title: "a title"
    case .newBranch: "a name"
    default: nil
    }
  }
}

extension Session {
  /// On an empty line, only verbs that are useful now. Without an open machine, also machine names.
  func completionOfBeginning(in context: CompletionContext) -> LineCompletion {
    let machines = run == nil ? candidates(for: .machine, of: .open, []) : []
    guard context.prefix.isEmpty else { return completion(of: machines + verbs(Verb.all), in: context) }
    var completion = completion(of: machines + verbs(Verb.all.filter(isAtHand)), in: context)
    completion.advice = "a letter and Tab show more verbs, 'help' all"
    return completion
  }

  func verbs(_ verbs: [Verb]) -> [Candidate] {
    verbs.map { Candidate($0.name, note: $0.summary) }
  }

  /// Whether the verb is a useful next step now.
  private func isAtHand(_ verb: Verb) -> Bool {
    guard let run else { return ["open", "source", "help", "quit"].contains(Name(verb.name)) }
    let scene = run.scene
    let (machine, snapshot) = (scene.machine, scene.snapshot)
    switch verb.name {
    case "set", "type", "paste": return offers(.textControl, verb)
    case "tap", "dismiss", "reply": return offers(verb.parameters[0].kind, verb)
    case "back": return machine.screen(of: snapshot).pages.count > 1 && machine.screen(of: snapshot).alert == nil
    case "send": return scene.controls.isEmpty || !machine.sentInputs.isEmpty
    case "advance": return !machine.work(of: snapshot).isEmpty
    case "undo": return run.tree.depth > 0
    case "redo": return run.tree.undoneCount > 0
    case "restart": return run.hasCrashed
    case "screen", "state", "why", "suggest", "help", "quit": return true
    case "trace", "record", "save": return run.tree.depth > 0
    default: return false
    }
  }

  private func offers(_ kind: Parameter.Kind, _ verb: Verb) -> Bool {
    !candidates(for: kind, of: verb, []).isEmpty
  }
}
