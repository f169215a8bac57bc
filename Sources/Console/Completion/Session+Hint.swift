import Traces
import ViewModels

extension Session {
  /// What may follow a line as it is typed, to be shown dim behind it: the rest of the only word that fits, then the arguments
  /// that are missing, a sample in the place of its value; or why the command would be refused. Nil where nothing helps.
  package func hint(for line: String) -> String? {
    let command = String(Substring(line.utf8.dropFirst(TypedLine(line).lastStart)))
    guard let context = CompletionContext(command), !command.isEmpty else { return nil }
    guard let word = context.verb else { return hint(ofVerb: context.prefix) }
    guard let verb = try? Verb.named(Word(text: word, column: 1), isTyped: true) else { return nil }
    let isWhole = !context.prefix.isEmpty || context.arguments.count == verb.parameters.count
    if isWhole, let refusal = refusal(of: command) { return "  refused: \(refusal)" }
    return hint(ofArgumentsOf: verb, context, command)
  }

  private func hint(ofVerb typed: String) -> String? {
    guard !typed.isEmpty, let verb = try? Verb.named(Word(text: typed, column: 1), isTyped: true) else { return nil }
    let rest = String(Substring(verb.name.utf8.dropFirst(typed.utf8.count)))
    return rest + (verb.usage.isEmpty ? "" : " " + verb.usage)
  }

  private func hint(ofArgumentsOf verb: Verb, _ context: CompletionContext, _ command: String) -> String? {
    let count = context.arguments.count
    guard count < verb.parameters.count else { return nil }
    let candidates = completion(for: command).candidates
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

  /// Why a command that is whole would be refused where the session stands.
  private func refusal(of command: String) -> String? {
    guard let scene = run?.scene,
      let act = try? CommandReading.act(command, source: .typed, scene: scene)
    else { return nil }
    return act.resolved.refusal
  }
}
