import Statecharts
import Traces

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
  /// How many of one taker are told.
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
