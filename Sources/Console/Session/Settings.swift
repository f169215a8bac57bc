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
