import Traces
import Turns

/// What a transcript has to know of the language of its commands; who runs them hands it in.
package struct CommandLanguage: Sendable {
  /// A verb, and what of its commands can be told without running them.
  package struct Verb: Sendable {
    let name: Name
    /// Those that only show something: then what they print is free text.
    let looks: Commands
    /// Those that no transcript holds.
    let misplaced: Commands

    package init(_ name: String, looks: Commands = .none, misplaced: Commands = .none) {
      self.name = Name(name)
      self.looks = looks
      self.misplaced = misplaced
    }
  }

  /// Some of the commands of a verb.
  package enum Commands: Sendable {
    case none, withoutArguments, withArguments, namingFile, all

    func contain(_ command: String) -> Bool {
      switch self {
      case .none: false
      case .withoutArguments: !command.hasArguments
      case .withArguments: command.hasArguments
      case .namingFile: command.namesFile
      case .all: true
      }
    }
  }

  private let verbs: [Verb]
  private let names: NameTable

  /// - Parameter verbs: What files may hold, each in full.
  package init(_ verbs: [Verb]) {
    self.verbs = verbs
    names = NameTable(verbs.map(\.name))
  }

  subscript(name: String) -> Verb? { names[name].map { verbs[$0] } }

  /// Whether a command only shows something.
  func isLook(_ command: String) -> Bool { self[command.verb]?.looks.contain(command) ?? false }

  /// Why a file cannot hold a command; nil where nothing is wrong with its verb.
  func problem(of command: String) -> TranscriptProblem.Kind? {
    let word = command.verb
    if let verb = self[word] {
      guard verb.misplaced.contain(command) else { return nil }
      if case .all = verb.misplaced { return .misplacedVerb(word) }
      return .misplacedVerb("\(word) FILE")
    }
    let full = names.names.texts.filter { $0.utf8.starts(with: word.utf8) }
    guard full.isEmpty else { return .abbreviatedVerb(word, full: full) }
    return .unknownVerb(word, nearest: NearestWord.find(word, among: names.names.texts))
  }
}

extension String {
  /// The word that a command, of which nothing stands before its verb, begins with.
  fileprivate var verb: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: " ") })) }

  fileprivate var hasArguments: Bool { utf8.contains(UInt8(ascii: " ")) }

  /// Whether it has what names of files have and formats do not: an ending, or a folder.
  package var namesFile: Bool { utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") } }
}
