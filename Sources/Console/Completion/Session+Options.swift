import Traces
import ViewModels

/// What could stand among the options of a search.
extension Session {
  func completion(ofOptionsOf verb: Verb, _ context: CompletionContext) -> LineCompletion {
    let names = verb.options.map { Candidate($0.rawValue, note: $0.meaning) }
    guard !context.prefix.isOption, let last = context.arguments.lastIndex(where: \.isOption),
      let option = verb.options.first(where: { $0.rawValue.hasBytes(of: context.arguments[last]) })
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
  fileprivate var isOption: Bool { utf8.starts(with: "-".utf8) }
}
