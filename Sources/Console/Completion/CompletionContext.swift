import Traces

/// The line up to the cursor, split into words.
struct CompletionContext {
  /// Nil until a blank follows it.
  private(set) var verb: String?
  private(set) var arguments: [String] = []
  /// In UTF-8 bytes.
  private(set) var start: Int
  /// The typed part of the word at the cursor.
  private(set) var prefix: String
  private let line: String
  private var argumentsStart: Int

  /// Nil for a comment.
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

  mutating func skipPrefix(_ count: Int) {
    start += count
    prefix = String(Substring(prefix.utf8.dropFirst(count)))
  }

  mutating func dropVerb() {
    verb = arguments.first
    if !arguments.isEmpty { arguments.removeFirst() }
  }

  /// Also drops an opening quote before the next word.
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

  /// Treats the rest of the line as one word.
  var takingRest: CompletionContext {
    var whole = self
    whole.start = argumentsStart
    whole.prefix = String(Substring(line.utf8.dropFirst(argumentsStart)))
    whole.arguments = []
    return whole
  }
}

extension CompletionContext {
  func dropping(_ flags: [String]) -> (CompletionContext, flags: [String]) {
    guard let flag = flags.first(where: { prefix.utf8.starts(with: ($0 + " ").utf8) }) else { return (self, []) }
    var rest = self
    rest.skipPrefix(flag.utf8.count + prefix.utf8.dropFirst(flag.utf8.count).prefix { $0 == UInt8(ascii: " ") }.count)
    let (last, others) = rest.dropping(flags)
    return (last, [flag] + others)
  }
}

extension ValueScanner {
  /// Accepts a quoted text without its closing quote.
  fileprivate mutating func skipWord() {
    if next == UInt8(ascii: "\""), (try? string()) != nil { return }
    if next == UInt8(ascii: "\"") { return move(to: offset + rest.utf8.count) }
    _ = word()
  }
}
