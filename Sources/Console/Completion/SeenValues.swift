import Statecharts
import Traces

/// The values that were given in a session, by what took them, for completion; none that holds a secret.
struct SeenValues: Sendable {
  /// How many of one taker are kept.
  static let longest = 8

  /// The latest first. Looked up by taker, never walked.
  private var texts: [String: [String]] = [:]

  /// The values that a control, a field, an input or a service was given.
  func of(_ taker: String) -> [String] { texts[taker] ?? [] }

  /// Takes the value of a command that drove.
  mutating func add(_ act: Act) {
    guard !act.holdsSecret, let (taker, value) = act.givenValue else { return }
    let others = of(taker).filter { !$0.hasSameBytes(as: value) }
    texts[taker] = [value] + others.prefix(Self.longest - 1)
  }
}

extension Act {
  /// What takes a value, and the value as the command holds it; nil where no value is given, or a sample is.
  fileprivate var givenValue: (taker: String, value: String)? {
    var scanner = ValueScanner(text)
    if isHeld { _ = scanner.word() }
    scanner.skipBlanks()
    guard let verb = try? Verb.named(Word(text: scanner.word(), column: 1), isTyped: false),
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
