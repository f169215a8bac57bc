extension Verb {
  /// Words of other tools, and the verb that does it here.
  private static let synonyms: [(word: String, verb: String)] = [
    ("exit", "quit"), ("bye", "quit"), ("reset", "restart"), ("reopen", "restart"), ("load", "open"),
    ("click", "tap"), ("press", "tap"), ("wait", "advance"), ("sleep", "advance"), ("history", "trace"),
    ("machines", "open"), ("events", "commands"), ("run", "source"), ("continue", "source"), ("accept", "review"),
  ]

  /// The verb that a word of another tool means.
  static func meant(by word: String) -> String? {
    synonyms.first(where: { $0.word.hasBytes(of: word) })?.verb
  }
}
