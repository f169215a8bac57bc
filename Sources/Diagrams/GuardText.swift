import Statecharts

/// A guard's text: questions and `in STATE`, joined by `and`, `or`, `not`, `&&`, `||`, `!` and brackets.
package indirect enum GuardText: Hashable {
  case question(String)
  case state(Name)
  case not(GuardText)
  case all([GuardText])
  case any([GuardText])

  /// Brackets inside each other.
  fileprivate static let mostDepth = 100

  /// A text that is not joined rightly is one question.
  package init(_ text: String, states: Set<Name>) {
    var parser = GuardParser(text, states)
    self = parser.whole() ?? .question(text)
  }

  package var questions: [String] {
    switch self {
    case .question(let text): [text]
    case .state: []
    case .not(let inner): inner.questions
    case .all(let parts), .any(let parts): parts.flatMap(\.questions)
    }
  }

  /// The guard in words or in another language.
  package func joined(not: String, and: String, or: String, _ part: (GuardText) -> String) -> String {
    func inner(_ text: GuardText) -> String { text.joined(not: not, and: and, or: or, part) }
    func bracketed(_ text: GuardText) -> String { "(\(inner(text)))" }
    switch self {
    case .question, .state: return part(self)
    case .not(.all(let parts)): return not + bracketed(.all(parts))
    case .not(.any(let parts)): return not + bracketed(.any(parts))
    case .not(let text): return not + inner(text)
    case .all(let parts):
      return parts.map { if case .any = $0 { bracketed($0) } else { inner($0) } }.joined(separator: and)
    case .any(let parts): return parts.map(inner).joined(separator: or)
    }
  }
}

private struct GuardParser {
  private enum Token: Hashable {
    case words(String)
    case and, or, not, open, close
  }

  private let states: Set<Name>
  private var tokens: [Token] = []
  private var next = 0
  private var depth = 0

  /// Linear in the text.
  init(_ text: String, _ states: Set<Name>) {
    self.states = states
    let bytes = Array(text.utf8)
    let closings = GuardParser.closings(in: bytes)
    var (start, place, isStart) = (0, 0, true)
    let words = { (end: Int) in
      var text = bytes[start..<end].drop(while: \.isBlank)
      while text.last?.isBlank ?? false { text.removeLast() }
      return Token.words(String(decoding: text, as: UTF8.self))
    }
    while place < bytes.count {
      let isWord = isStart || bytes[place - 1] == 0x20
      if let (token, length) = GuardParser.token(bytes[place...], isStart: isStart, isWord: isWord) {
        if !isStart { tokens.append(words(place)) }
        tokens.append(token)
        place += length
        (start, isStart) = (place, true)
      } else {
        isStart = isStart && bytes[place].isBlank
        // Brackets behind words belong to them, as in `count(items) > 3`.
        place = (closings[place] ?? place) + 1
      }
    }
    if !isStart { tokens.append(words(place)) }
  }

  /// The place of the closing bracket of each opening one that is closed.
  private static func closings(in bytes: [UInt8]) -> [Int: Int] {
    var (closings, open): ([Int: Int], [Int]) = ([:], [])
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "(") { open.append(place) }
      if byte == UInt8(ascii: ")"), let start = open.popLast() { closings[start] = place }
    }
    return closings
  }

  /// - Parameters:
  ///   - isStart: Whether no words precede.
  ///   - isWord: Whether a word begins here.
  private static func token(_ rest: ArraySlice<UInt8>, isStart: Bool, isWord: Bool) -> (Token, length: Int)? {
    switch rest[rest.startIndex] {
    case UInt8(ascii: ")"): return (.close, 1)
    case UInt8(ascii: "&") where rest.starts(with: "&&".utf8): return (.and, 2)
    case UInt8(ascii: "|") where rest.starts(with: "||".utf8): return (.or, 2)
    case UInt8(ascii: "(") where isStart: return (.open, 1)
    case UInt8(ascii: "!") where isStart: return (.not, 1)
    default: break
    }
    guard isWord else { return nil }
    let word = rest.prefix(4).prefix { $0 != 0x20 && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
    let tokens: [(String, Token)] = [("and", .and), ("or", .or), ("not", .not)]
    let found = tokens.first { word.elementsEqual($0.0.utf8) }
    return found.flatMap { $0.1 == .not && !isStart ? nil : ($0.1, $0.0.utf8.count) }
  }

  /// Nil if the text is not joined rightly, or its brackets are too deep.
  mutating func whole() -> GuardText? {
    let text = joined(by: .or)
    return next == tokens.count ? text : nil
  }

  private mutating func take(_ token: Token) -> Bool {
    guard next < tokens.count, tokens[next] == token else { return false }
    next += 1
    return true
  }

  /// The alternatives, or the conditions of one.
  private mutating func joined(by sign: Token) -> GuardText? {
    var parts: [GuardText] = []
    repeat {
      guard let part = sign == .or ? joined(by: .and) : negation() else { return nil }
      parts.append(part)
    } while take(sign)
    return parts.count == 1 ? parts[0] : sign == .or ? .any(parts) : .all(parts)
  }

  private mutating func negation() -> GuardText? {
    var isNegated = false
    while take(.not) { isNegated.toggle() }
    guard let inner = term() else { return nil }
    return isNegated ? .not(inner) : inner
  }

  private mutating func term() -> GuardText? {
    if take(.open) {
      depth += 1
      defer { depth -= 1 }
      guard depth <= GuardText.mostDepth else { return nil }
      let inner = joined(by: .or)
      return take(.close) ? inner : nil
    }
    guard next < tokens.count, case .words(let words) = tokens[next] else { return nil }
    next += 1
    let state = Name(String(Substring(words.utf8.dropFirst("in ".utf8.count))))
    return words.utf8.starts(with: "in ".utf8) && states.contains(state) ? .state(state) : .question(words)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
