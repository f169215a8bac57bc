import Traces
import ViewModels

extension Session {
  /// The completions at a cursor offset in UTF-8 bytes.
  package func completion(for line: String, cursor: Int) -> LineCompletion {
    let typed = TypedLine(String(Substring(line.utf8.prefix(max(0, cursor)))))
    let context = CompletionContext(typed.last)
    var completion = context.map(completion) ?? LineCompletion(start: 0, source: .candidates([]))
    completion.start += typed.lastStart
    return completion
  }

  private func completion(in context: CompletionContext) -> LineCompletion {
    var context = context
    guard let word = context.verb else { return completionOfBeginning(in: context) }
    guard var verb = Verb.typed(word) else { return completion(of: [], in: context) }
    if verb.parameters.first?.kind == .line {
      context.dropVerb()
      guard let inner = context.verb else { return completion(of: verbs(Verb.all.filter(\.isDriving)), in: context) }
      guard let held = Verb.typed(inner), held.isDriving else { return completion(of: [], in: context) }
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
    let isAmongOptions =
      verb.parameters.allSatisfy(\.isOptional) || context.isAtDash
      || context.arguments.contains(where: \.isOption)
    if !verb.options.isEmpty, isAmongOptions {
      return completion(ofOptionsOf: verb, context)
    }
    if let last = verb.parameters.last(where: { $0.kind == .expression }) {
      return completion(ofExpressionFor: last, of: verb, context)
    }
    let kinds = verb.kinds(after: context.arguments)
    let all = kinds.flatMap { candidates(for: $0, of: verb, context.arguments, prefix: context.prefix) }
    return completion(of: all, kinds, verb, context)
  }

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

  private func completion(ofFileFor parameter: Parameter, _ context: CompletionContext) -> LineCompletion {
    let (context, given) = context.dropping(parameter.flags)
    let flags = parameter.flags.filter { !given.contains(Name($0)) }
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
  /// Whether it begins with the prefix; the opening quote is optional.
  fileprivate func fits(_ prefix: String) -> Bool {
    beginsWithBytes(of: prefix) || (utf8.first == UInt8(ascii: "\"") && beginsWithBytes(of: "\"" + prefix))
  }
}

extension Verb {
  func kinds(after arguments: [String]) -> [Parameter.Kind] {
    guard Name(name) == "service" else {
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
  fileprivate var takesRest: Bool {
    switch self {
    case .title, .file, .machine, .newBranch, .branch, .otherBranch, .work: true
    default: false
    }
  }
}

extension Session {
  func completion(ofOptionsOf verb: Verb, _ context: CompletionContext) -> LineCompletion {
    let names = verb.options.map { Candidate($0.rawValue, note: $0.meaning) }
    guard !context.isAtDash, let last = context.arguments.lastIndex(where: \.isOption),
      let option = verb.options.first(where: { Name($0.rawValue) == context.arguments[last] })
    else { return completion(of: names, in: context) }
    let value = context.dropping(first: last + 1)
    switch option {
    case .domain where value.arguments.isEmpty:
      let domains = (run?.scene.machine.domains ?? [:]).map { Candidate($0, note: $1.summary) }
      return completion(of: domains, in: value)
    case .never, .always, .leadsTo:
      return completion(ofExpressionFor: Parameter("EXPRESSION", .expression), of: verb, value)
    case .again:
      let targets = completion(ofExpressionFor: Verb.goto.parameters[0], of: .goto, value)
      guard value.arguments == ["tap"] else { return targets }
      let each = Candidate("*", note: "each control, wherever it is shown")
      return completion(of: targets.candidates + [each], in: value)
    default:
      let needsOne = option.place != nil && value.arguments.isEmpty
      return completion(of: needsOne ? option.words.map { Candidate($0) } : names, in: value)
    }
  }
}

extension String {
  fileprivate var isOption: Bool { utf8.starts(with: "--".utf8) }
}

extension CompletionContext {
  fileprivate var isAtDash: Bool { prefix.utf8.first == UInt8(ascii: "-") }
}

extension Session {
  /// The dim text after a line: the only matching word and missing arguments, or why the command would be refused.
  package func hint(for line: ReadLine) -> String? {
    let command = line.line.last
    guard let context = CompletionContext(command), !command.isEmpty else { return nil }
    guard let word = context.verb else { return hint(ofVerb: context.prefix) }
    guard let verb = Verb.typed(word) else { return nil }
    let isWhole = !context.prefix.isEmpty || context.arguments.count == verb.parameters.count
    if isWhole {
      let task = line.line.lastStart == 0 ? line.task : result(of: command, from: .typed)
      if let refusal = refusal(of: task) { return "  refused: \(refusal)" }
    }
    return hint(ofArgumentsOf: verb, context)
  }

  private func hint(ofVerb typed: String) -> String? {
    guard !typed.isEmpty, let verb = Verb.typed(typed) else { return nil }
    let rest = String(Substring(verb.name.utf8.dropFirst(typed.utf8.count)))
    return rest + (verb.usage.isEmpty ? "" : " " + verb.usage)
  }

  private func hint(ofArgumentsOf verb: Verb, _ context: CompletionContext) -> String? {
    let count = context.arguments.count
    guard count < verb.parameters.count else { return nil }
    let candidates = completion(in: context).candidates
    let missing = verb.parameters.dropFirst(count + 1).map(\.description)
    if context.prefix.isEmpty {
      let parameter = verb.parameters[count]
      let first = candidates.count == 1 || parameter.kind == .value ? candidates.first?.text : nil
      return ([first ?? parameter.description] + missing).joined(separator: " ")
    }
    guard candidates.count == 1, let only = candidates.first?.text, only.beginsWithBytes(of: context.prefix) else {
      return nil
    }
    let rest = String(Substring(only.utf8.dropFirst(context.prefix.utf8.count)))
    return rest.isEmpty && missing.isEmpty ? nil : ([rest] + missing).joined(separator: " ")
  }

  private func refusal(of task: Result<Task, Mistake>) -> String? {
    guard case .success(.drive(let command)) = task else { return nil }
    return run?.scene.view.refusal(of: command.stimulus)
  }
}
