/// What a session is for.
package struct SessionOptions: Hashable, Sendable {
  /// Whether the session runs one case of a transcript: then only verbs that drive or look are taken.
  package var isTranscript: Bool
  /// How many columns talk may take.
  package var width: Int
  /// How far one command may go.
  package var budget: CommandBudget
  /// What the person has chosen about the prompt.
  package var settings = Settings()
  /// The folder that `~` stands for in front of a file; nil where it stands for itself.
  package var home: String?

  package init(
    isTranscript: Bool = false, width: Int = 80, budget: CommandBudget = CommandBudget(), home: String? = nil
  ) {
    self.isTranscript = isTranscript
    self.width = width
    self.budget = budget
    self.home = home
  }

  /// How wide sentences are, without the indentation of talk: lines of more than 80 columns are hard to read.
  package var textWidth: Int { min(max(width, 22), 80) - 2 }
}

/// What a person may choose about the prompt. Nothing of it changes what is recorded, or what a pipe prints.
package struct Settings: Hashable, Sendable {
  package enum Name: String, CaseIterable, Sendable {
    case fold
    case hints
    case names

    package var meaning: String {
      switch self {
      case .fold: "lines of an answer that repeat are folded"
      case .hints: "what may follow is shown dim while you type"
      case .names: "what a $name stands for is told when it is first printed"
      }
    }
  }

  private var turnedOff: Set<Name> = []

  package init() {}

  package subscript(name: Name) -> Bool {
    get { !turnedOff.contains(name) }
    set {
      if newValue { turnedOff.remove(name) } else { turnedOff.insert(name) }
    }
  }
}
