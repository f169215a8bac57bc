import Traces

/// The line up to the cursor, cut into words.
struct CompletionContext {
  /// The verb, once a blank follows it.
  private(set) var verb: String?
  /// The whole words between the verb and the one at the cursor.
  private(set) var arguments: [String] = []
  /// Where the word at the cursor begins, in UTF-8 bytes.
  private(set) var start: Int
  /// The word at the cursor as far as it is typed.
  private(set) var prefix: String
  private let line: String
  /// Where the first argument begins.
  private var argumentsStart: Int

  /// Nothing for a comment.
  init?(_ line: String) {
    guard line.utf8.first != UInt8(ascii: "#") else { return nil }
    self.line = line
    var scanner = ValueScanner(line)
    var words: [(text: String, start: Int)] = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.offset
      scanner.skipWord()
      words.append((scanner.text(from: start, to: scanner.offset), start))
    } while !scanner.isAtEnd
    let last = words.removeLast()
    (prefix, start) = last
    argumentsStart = words.count > 1 ? words[1].start : last.start
    verb = words.first?.text
    arguments = words.dropFirst().map(\.text)
  }

  /// Begins the word at the cursor so many bytes later.
  mutating func skipPrefix(_ count: Int) {
    start += count
    prefix = String(Substring(prefix.utf8.dropFirst(count)))
  }

  /// Takes the first argument as the verb.
  mutating func dropVerb() {
    verb = arguments.first
    if !arguments.isEmpty { arguments.removeFirst() }
  }

  /// The same without the first arguments, and without a quote that is open before the next.
  func dropping(first count: Int) -> CompletionContext {
    var rest = self
    rest.arguments.removeFirst(count)
    let quote = "'".utf8
    if let first = rest.arguments.first {
      if first.utf8.starts(with: quote) { rest.arguments[0] = String(Substring(first.utf8.dropFirst())) }
    } else if prefix.utf8.starts(with: quote) {
      rest.skipPrefix(1)
    }
    return rest
  }

  /// The same with all that is left of the line as the word at the cursor.
  var takingRest: CompletionContext {
    var whole = self
    whole.start = argumentsStart
    whole.prefix = String(Substring(line.utf8.dropFirst(argumentsStart)))
    whole.arguments = []
    return whole
  }
}

extension CompletionContext {
  /// The same behind the flags that stand before the word at the cursor, and those flags.
  func dropping(_ flags: [String]) -> (CompletionContext, flags: [String]) {
    guard let flag = flags.first(where: { prefix.utf8.starts(with: ($0 + " ").utf8) }) else { return (self, []) }
    var rest = self
    rest.skipPrefix(flag.utf8.count + prefix.utf8.dropFirst(flag.utf8.count).prefix { $0 == UInt8(ascii: " ") }.count)
    let (last, others) = rest.dropping(flags)
    return (last, [flag] + others)
  }
}

extension ValueScanner {
  /// Moves over a word, or a quoted text with its blanks as far as it goes.
  fileprivate mutating func skipWord() {
    if next == UInt8(ascii: "\""), (try? string()) != nil { return }
    if next == UInt8(ascii: "\"") { return move(to: offset + rest.utf8.count) }
    _ = word()
  }
}
