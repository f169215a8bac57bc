import Traces
import ViewModels

extension Session {
  /// What could stand at the cursor, an offset in UTF-8 bytes.
  package func completion(for line: String, cursor: Int) -> LineCompletion {
    let typed = String(Substring(line.utf8.prefix(max(0, cursor))))
    let start = TypedLine(typed).lastStart
    var completion = completion(for: String(Substring(typed.utf8.dropFirst(start))))
    completion.start += start
    return completion
  }

  /// What could stand at the end of a command.
  func completion(for command: String) -> LineCompletion {
    guard var context = CompletionContext(command) else {
      return LineCompletion(start: 0, source: .candidates([]))
    }
    guard let word = context.verb else { return completionOfBeginning(in: context) }
    guard var verb = try? Verb.named(Word(text: word, column: 1), isTyped: true) else {
      return completion(of: [], in: context)
    }
    if verb.parameters.first?.kind == .line {
      context.dropVerb()
      guard let inner = context.verb else { return completion(of: verbs(Verb.all.filter(\.isDriving)), in: context) }
      guard let held = try? Verb.named(Word(text: inner, column: 1), isTyped: true), held.isDriving else {
        return completion(of: [], in: context)
      }
      verb = held
    }
    return completion(for: verb, context)
  }

  private func completion(for verb: Verb, _ context: CompletionContext) -> LineCompletion {
    if let first = verb.parameters.first, first.kind.takesRest {
      let whole = context.takingRest
      if first.kind == .file { return completion(ofFileFor: first, whole) }
      return completion(of: candidates(for: first.kind, of: verb, whole.arguments), [first.kind], verb, whole)
    }
    if !verb.options.isEmpty { return completion(ofOptionsOf: verb, context) }
    if let last = verb.parameters.last, last.kind == .expression {
      return completion(ofExpressionFor: last, of: verb, context)
    }
    let kinds = verb.kinds(after: context.arguments)
    let all = kinds.flatMap { candidates(for: $0, of: verb, context.arguments, prefix: context.prefix) }
    return completion(of: all, kinds, verb, context)
  }

  /// The candidates that fit, what is refused, and what is told where there is neither.
  private func completion(
    of candidates: [LineCompletion.Candidate], _ kinds: [Parameter.Kind], _ verb: Verb, _ context: CompletionContext
  ) -> LineCompletion {
    var completion = completion(of: candidates, in: context)
    completion.refused = refused(for: kinds).filter { $0.text.fits(context.prefix) }
    if completion.candidates.isEmpty, completion.refused.isEmpty {
      completion.advice = advice(for: kinds, of: verb, context)
    }
    return completion
  }

  /// A file, behind a flag or not.
  private func completion(ofFileFor parameter: Parameter, _ context: CompletionContext) -> LineCompletion {
    let (context, given) = context.dropping(parameter.flags)
    let flags = parameter.flags.filter { !given.containsBytes(of: $0) }
    if context.prefix.utf8.first == UInt8(ascii: "-"), flags.contains(where: { $0.fits(context.prefix) }) {
      return completion(of: flags.map { LineCompletion.Candidate($0) }, in: context)
    }
    return LineCompletion(start: context.start, source: .fileNames(prefix: context.prefix))
  }

  func completion(of candidates: [LineCompletion.Candidate], in context: CompletionContext) -> LineCompletion {
    let fitting = candidates.filter { $0.text.fits(context.prefix) }
    return LineCompletion(start: context.start, source: .candidates(fitting))
  }

}
extension String {
  /// Whether the text begins as was typed; the quote of a quoted one need not be typed.
  fileprivate func fits(_ prefix: String) -> Bool {
    beginsWithBytes(of: prefix) || (utf8.first == UInt8(ascii: "\"") && beginsWithBytes(of: "\"" + prefix))
  }
}

extension Verb {
  /// What can stand behind these arguments.
  func kinds(after arguments: [String]) -> [Parameter.Kind] {
    guard name.hasBytes(of: "service") else {
      return arguments.count < parameters.count ? [parameters[arguments.count].kind] : []
    }
    return switch arguments.count {
    case 0: [.service]
    case 1: [.answer]
    case 2 where arguments[1].utf8.first?.isDigit ?? false: [.answer]
    default: [.value, .serviceFlag]
    }
  }
}

extension Parameter.Kind {
  /// Whether the argument is all that is left of the line.
  fileprivate var takesRest: Bool {
    switch self {
    case .title, .file, .machine, .newBranch, .branch, .otherBranch, .work: true
    default: false
    }
  }
}
