import Traces
import Turns

/// The verbs of the commands, as far as transcripts need them.
package struct CommandLanguage: Sendable {
  package struct Verb: Sendable {
    let name: Name
    /// Queries; their output is free text.
    let looks: Commands
    let misplaced: Commands

    package init(_ name: String, looks: Commands = .none, misplaced: Commands = .none) {
      self.name = Name(name)
      self.looks = looks
      self.misplaced = misplaced
    }
  }

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

  /// - Parameter verbs: The verbs that files may contain, unabbreviated.
  package init(_ verbs: [Verb]) {
    self.verbs = verbs
    names = NameTable(verbs.map(\.name))
  }

  subscript(name: String) -> Verb? { names[name].map { verbs[$0] } }

  func isLook(_ command: String) -> Bool { self[command.verb]?.looks.contain(command) ?? false }

  /// Nil if allowed.
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
  fileprivate var verb: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: " ") })) }

  fileprivate var hasArguments: Bool { utf8.contains(UInt8(ascii: " ")) }

  /// Only file names contain a point or a slash; formats do not.
  package var namesFile: Bool { utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") } }
}
