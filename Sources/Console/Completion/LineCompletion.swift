import Statecharts
import Traces

/// The completions at the cursor.
package struct LineCompletion: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package var text: String
    package var note: String?

    package init(_ text: String, note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  package enum Source: Hashable, Sendable {
    /// In display order.
    case candidates([Candidate])
    /// The driver completes file names.
    case fileNames(prefix: String)
  }

  /// In UTF-8 bytes; the replaced text ends at the cursor.
  package var start: Int
  package var source: Source
  /// Inserted after a single candidate.
  package var suffix = " "
  /// Candidates that are refused now; the note gives the reason.
  package var refused: [Candidate] = []
  package var advice: String?

  package var candidates: [Candidate] {
    if case .candidates(let candidates) = source { candidates } else { [] }
  }
}

extension Session {
  /// Values given earlier to a control, field, input or service, newest first.
  func seenValues(of taker: String) -> [String] {
    var seen: [String] = []
    for run in [run].compactMap(\.self) + shelf.aside.reversed().map(\.run) {
      for command in run.tree.latestCommands(SeenValues.reach) where seen.count < SeenValues.longest {
        guard let given = Self.givenValue(in: command), Name(given.taker) == taker, !seen.contains(Name(given.value))
        else { continue }
        seen.append(given.value)
      }
    }
    return seen
  }

  /// The literal value in a command; nil for samples.
  private static func givenValue(in command: String) -> (taker: String, value: String)? {
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
    return (taker.unspelled.withoutOrdinal, scanner.rest)
  }
}

/// Limits for earlier values. Commands contain secrets only by name, so no secret is offered.
enum SeenValues {
  static let longest = 8
  static let reach = 500
}
