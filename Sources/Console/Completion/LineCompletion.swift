import Statecharts
import Traces

/// What could stand where the cursor is.
package struct LineCompletion: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    /// The text to insert.
    package var text: String
    /// Shown beside the text in a list: a summary, a type, or the value now.
    package var note: String?

    package init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  package enum Source: Hashable, Sendable {
    /// In the order of the list.
    case candidates([Candidate])
    /// Names of files that begin so, which the driver knows.
    case fileNames(prefix: String)
  }

  /// Where the text to replace begins, as an offset in UTF-8 bytes; it ends at the cursor.
  package var start: Int
  package var source: Source
  /// Follows the only candidate: usually a blank.
  package var suffix = " "
  /// What would fit and is refused now, with the reason as its note.
  package var refused: [Candidate] = []
  /// The note when there is nothing to insert, or beside the candidates.
  package var advice: String?

  /// The candidates that the console itself knows.
  package var candidates: [Candidate] {
    switch source {
    case .candidates(let candidates): candidates
    case .fileNames: []
    }
  }
}

extension Session {
  /// The values that a control, a field, an input or a service was given, the latest first.
  func seenValues(of taker: String) -> [String] {
    var seen: [String] = []
    for run in [run].compactMap(\.self) + shelf.aside.reversed().map(\.run) {
      for command in run.tree.latestCommands(SeenValues.reach) where seen.count < SeenValues.longest {
        guard let given = GivenValue(command), Name(given.taker) == taker, !seen.contains(Name(given.value))
        else { continue }
        seen.append(given.value)
      }
    }
    return seen
  }
}

/// The values that were given in a session, for completion. They stand in the commands that ran; a secret stands there by
/// name only, so none is among them.
enum SeenValues {
  /// The most values of one recipient that are offered.
  static let longest = 8
  /// How many commands of a case are looked through.
  static let reach = 500
}

/// The value in a command, and what takes it; there is none where no value is given, or a sample is.
private struct GivenValue {
  let taker: String
  let value: String

  init?(_ command: String) {
    var scanner = ValueScanner(command)
    var word = scanner.word()
    if Name(word) == Verb.hold.name {
      scanner.skipBlanks()
      word = scanner.word()
    }
    guard let verb = try? Verb.named(Word(text: word, column: 1), isTyped: false),
      let place = verb.parameters.firstIndex(where: { $0.kind == .value }), verb !== Verb.service
    else { return nil }
    var words: [String] = []
    while words.count < place {
      scanner.skipBlanks()
      words.append(scanner.word())
    }
    scanner.skipBlanks()
    guard let taker = words.first, !scanner.isAtEnd, scanner.next != UInt8(ascii: "$") else { return nil }
    self.taker = taker.unspelled.withoutOrdinal
    value = scanner.rest
  }
}
