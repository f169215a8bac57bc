import Console

/// The page about the console's verbs, made from their table.
enum ConsolePage {
  static let path = "Documentation/Console.md"

  static var text: String {
    let opening = """
      # The console

      Verb first, then arguments; what stands in brackets may be left out. At the prompt, the beginning of a name is enough
      where it is the only one, and quotes may be left out around a word; transcripts hold whole verbs and quoted texts.
      `nil` is none, `$name` a named value, and durations need a unit: `500ms`, `1.5s`, `2m`. A line that begins with `#` is a
      comment.

      """
    return opening + Verb.Task.allCases.map(section).joined()
  }

  private static func section(_ task: Verb.Task) -> String {
    let verbs = Verb.all.filter { $0.task == task }
    return "\n## \(sentence(task.rawValue))\n\n" + verbs.map(entry).joined()
  }

  private static func entry(_ verb: Verb) -> String {
    let usage = verb.usage.isEmpty ? verb.name : "\(verb.name) \(verb.usage)"
    return "* `\(usage)`: \(sentence(verb.summary)). \(verb.explanation)\n"
  }

  private static func sentence(_ text: String) -> String { "\(text.prefix(1).uppercased())\(text.dropFirst())" }
}
