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
    case "requests": return scene.machine.serviceNames.map { Candidate($0) }
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
    case "SUBJECT": scene.machine.subjectNames.map { Candidate($0) }
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
    let notes = identified(regions.map { Candidate($0.region, note: $0.state) }, prefix)
    let states = names.lonelyStates.map { Candidate($0.state, note: "state of \($0.region)") }
    return candidates(for: .path, of: .fields, [], prefix: prefix) + notes + states
      + ["page", "alert", "count(", "requests(", "not"].map { Candidate($0) }
  }

  private func values(comparedWith name: String, _ names: ExpressionNames, _ scene: Scene) -> [Candidate] {
    let states = names.isRegion(name) ? names.states(of: name) : []
    if !states.isEmpty { return states.map { Candidate($0) } }
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
