import Statecharts

/// A guard's text: questions and `in STATE`, joined by `and`, `or`, `not`, `&&`, `||`, `!` and brackets.
indirect enum GuardText: Hashable {
  case question(String)
  case state(Name)
  case not(GuardText)
  case all([GuardText])
  case any([GuardText])

  /// A text that is not joined rightly is one question.
  init(_ text: String, states: Set<Name>) {
    var parser = GuardParser(text, states)
    self = parser.whole() ?? .question(text)
  }

  var questions: [String] {
    switch self {
    case .question(let text): [text]
    case .state: []
    case .not(let inner): inner.questions
    case .all(let parts), .any(let parts): parts.flatMap(\.questions)
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

  init(_ text: String, _ states: Set<Name>) {
    self.states = states
    var rest = text.trimmingBlanks
    var words = ""
    while !rest.isEmpty {
      let isStart = words.trimmingBlanks.isEmpty
      if let (token, length) = GuardParser.token(rest, isStart: isStart, behind: words) {
        if !isStart { tokens.append(.words(words.trimmingBlanks)) }
        words = ""
        tokens.append(token)
        rest = String(Substring(rest.utf8.dropFirst(length)))
      } else {
        // Brackets behind words belong to them, as in `count(items) > 3`.
        let length = rest.utf8.first == UInt8(ascii: "(") ? rest.lengthOfBrackets : 0
        words += length > 0 ? String(Substring(rest.utf8.prefix(length))) : String(rest.removeFirst())
        if length > 0 { rest = String(Substring(rest.utf8.dropFirst(length))) }
      }
    }
    if !words.trimmingBlanks.isEmpty { tokens.append(.words(words.trimmingBlanks)) }
  }

  private static func token(_ rest: String, isStart: Bool, behind words: String) -> (Token, length: Int)? {
    if rest.utf8.first == UInt8(ascii: ")") { return (.close, 1) }
    if rest.withoutStart("&&") != nil { return (.and, 2) }
    if rest.withoutStart("||") != nil { return (.or, 2) }
    if isStart, rest.utf8.first == UInt8(ascii: "(") { return (.open, 1) }
    if isStart, rest.utf8.first == UInt8(ascii: "!") { return (.not, 1) }
    guard isStart || words.utf8.last == 0x20 else { return nil }
    let word = rest.splitBehind { $0 != 0x20 && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }.head
    switch word {
    case "and": return (.and, 3)
    case "or": return (.or, 2)
    case "not" where isStart: return (.not, 3)
    default: return nil
    }
  }

  /// Nil if the text is not joined rightly.
  mutating func whole() -> GuardText? {
    let text = alternatives()
    return next == tokens.count ? text : nil
  }

  private mutating func take(_ token: Token) -> Bool {
    guard next < tokens.count, tokens[next] == token else { return false }
    next += 1
    return true
  }

  private mutating func alternatives() -> GuardText? {
    var parts: [GuardText] = []
    repeat {
      guard let part = conjunction() else { return nil }
      parts.append(part)
    } while take(.or)
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() -> GuardText? {
    var parts: [GuardText] = []
    repeat {
      guard let part = negation() else { return nil }
      parts.append(part)
    } while take(.and)
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() -> GuardText? {
    var isNegated = false
    while take(.not) { isNegated.toggle() }
    guard let inner = term() else { return nil }
    return isNegated ? .not(inner) : inner
  }

  private mutating func term() -> GuardText? {
    if take(.open) {
      let inner = alternatives()
      return take(.close) ? inner : nil
    }
    guard next < tokens.count, case .words(let words) = tokens[next] else { return nil }
    next += 1
    if let state = words.withoutStart("in ").map({ Name($0) }), states.contains(state) { return .state(state) }
    return .question(words)
  }
}

extension String {
  /// The bytes of the brackets at the start; 0 if they are not closed.
  fileprivate var lengthOfBrackets: Int {
    var depth = 0
    for (place, byte) in utf8.enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return 0
  }

  /// A name of letters, digits and `_`.
  package var asMemberName: String {
    String(asUsableName.map { $0 == "." || $0 == "-" ? "_" : $0 })
  }

  /// With words for operators, so that `n < 0` and `n >= 0` get names that one can read.
  var spellingOperators: String {
    let words = [("<=", "le"), (">=", "ge"), ("==", "eq"), ("!=", "ne"), ("<", "lt"), (">", "gt"), ("=", "eq")]
    return words.reduce(self) { $0.split(on: $1.0).joined(separator: " \($1.1) ") }
  }

  private func split(on mark: String) -> [String] {
    var (parts, rest): ([String], String) = ([], self)
    while let (head, tail) = rest.split(at: mark) {
      parts.append(head)
      rest = tail
    }
    return parts + [rest]
  }
}

/// Gives each text a name that commands can contain; different texts get different names.
struct UsableNames {
  private var names: [String: String] = [:]
  private var taken: Set<String>

  init(taken: [String] = []) { self.taken = Set(taken) }

  subscript(text: String) -> String? { names[Self.key(text)] }

  mutating func name(of text: String, _ usable: (String) -> String = { $0.asUsableName }) -> String {
    let key = Self.key(text)
    if let known = names[key] { return known }
    let name = usable(text)
    var (unique, number) = (name, 1)
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(name)_\(number)"
    }
    names[key] = unique
    return unique
  }

  /// A blank and `_` mean the same.
  private static func key(_ text: String) -> String { String(text.map { $0 == " " ? "_" : $0 }) }
}
