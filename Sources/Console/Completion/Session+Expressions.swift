import Statecharts
import Traces
import ViewModels

/// What could stand in an expression at the cursor.
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

  /// Rows are offered once a bracket is typed.
  private func operands(_ names: ExpressionNames, _ scene: Scene, prefix: String) -> [Candidate] {
    let rows = prefix.namesRow ? scene.machine.rowRegions(of: scene.snapshot) : []
    let regions = scene.machine.regions(of: scene.snapshot) + rows
    let notes = identified(regions.map { Candidate($0.region.text, note: $0.state) }, prefix)
    let states = names.lonelyStates.map { Candidate($0.state.text, note: "state of \($0.region)") }
    return candidates(for: .path, of: .fields, [], prefix: prefix) + notes + states
      + ["page", "alert", "count(", "requests(", "not"].map { Candidate($0) }
  }

  private func values(comparedWith name: String, _ names: ExpressionNames, _ scene: Scene) -> [Candidate] {
    let states = names.isRegion(name) ? names.states(of: name) : []
    if !states.isEmpty { return states.map { Candidate($0.text) } }
    return candidates(for: .value, of: .assign, [name]) + [Candidate("nil")]
  }
}

extension CompletionContext {
  /// Stands behind the last open bracket of the word at the cursor.
  ///
  /// - Returns: The name in front of that bracket; nil without one.
  fileprivate mutating func enterBracket() -> String? {
    guard let bracket = prefix.utf8.lastIndex(of: UInt8(ascii: "(")) else { return nil }
    let name = String(prefix[..<bracket].utf8.split(separator: UInt8(ascii: "(")).last.map(Substring.init) ?? "")
    skipPrefix(prefix.utf8.distance(from: prefix.utf8.startIndex, to: bracket) + 1)
    return name
  }
}

extension ExpressionNames {
  /// Whether a word is the left side of a comparison.
  fileprivate func isOperand(_ word: String) -> Bool {
    isField(word) || isRegion(word) || ["page", "alert", "time"].contains(Name(word))
      || word.utf8.last == UInt8(ascii: ")")
  }
}

extension Parameter {
  /// What may stand behind some words of an argument that is spelled as `[before] EXPRESSION|broken|output SUBJECT|off [N]`:
  /// the words themselves, the places of what is spelled in capitals, and whether an expression has begun. What a word
  /// begins that is spelled so is nothing else.
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

  /// One form of an argument.
  private struct Choice {
    /// How many words of it stand there.
    private(set) var wordCount = 0
    /// What may stand next.
    let next: [String]
    /// Whether an expression comes next, which is all that follows.
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
  /// The part of a usage without its brackets.
  fileprivate var word: String { String(decoding: utf8.filter { !"[]".utf8.contains($0) }, as: UTF8.self) }
  fileprivate var isOptional: Bool { utf8.first == UInt8(ascii: "[") }
  fileprivate var isPlace: Bool { word.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false }
}

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

  /// The note when there is nothing of this kind.
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

  /// The note when nothing can be listed.
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

/// What can begin a line.
extension Session {
  /// The verbs of the task at hand, at an empty line; all that begin so, once a letter is typed. While nothing is open, a
  /// machine too.
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

  /// Whether a verb does something where the session stands that one would do next.
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
