import Turns

/// The grammar of values. `allowsPatterns` also admits markers, `...` and folded forms.
struct ValueGrammar {
  var scanner: ValueScanner
  let names: NamedValues
  let allowsPatterns: Bool

  mutating func pattern(depth: Int) throws(TextError) -> ValuePattern {
    guard depth <= ValueScanner.depthLimit else { throw scanner.error(.tooDeep(limit: ValueScanner.depthLimit)) }
    guard let byte = scanner.next else { throw scanner.expected("a value") }
    switch byte {
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "{"): return try record(depth: depth)
    case UInt8(ascii: "."): return try enumeration(depth: depth)
    case UInt8(ascii: "$"): return try named()
    case UInt8(ascii: "<"): return try marker()
    case UInt8(ascii: "-"),
      _ where byte.isDigit:
      return .value(try scanner.number())
    default: return .value(try keyword())
    }
  }

  private mutating func keyword() throws(TextError) -> Value {
    let start = scanner.offset
    guard let word = scanner.identifier() else { throw scanner.expected("a value") }
    switch word {
    case "nil": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "nan": return .double(.nan)
    case "inf": return .double(.infinity)
    default: throw scanner.error(.unknownWord(word), at: start)
    }
  }

  private mutating func named() throws(TextError) -> ValuePattern {
    let start = scanner.offset
    _ = scanner.skip("$")
    let nameStart = scanner.offset
    repeat {
      guard scanner.identifier() != nil else { throw scanner.expected("a name after '$'") }
    } while scanner.skip(".")
    let name = scanner.text(from: nameStart, to: scanner.offset)
    if allowsPatterns { return .named(name) }
    guard let value = names.value(named: name) else { throw scanner.error(.unknownName(name), at: start) }
    return .value(value)
  }

  // MARK: Containers

  private mutating func list(depth: Int) throws(TextError) -> ValuePattern {
    let start = scanner.offset
    var elements: [ValuePattern] = []
    let isPartial = try sequence("[", "]") { (grammar) throws(TextError) in
      elements.append(try grammar.pattern(depth: depth + 1))
    }
    if elements.count == 1, !isPartial, case .value(.int(let count)) = elements[0], let digest = digest() {
      return try fold(FoldedValue(.list, count: count, digest: digest), from: start)
    }
    let values = elements.compactMap(\.literal)
    guard values.count == elements.count, !isPartial else { return .list(elements, isPartial: isPartial) }
    return .value(.list(values))
  }

  private mutating func record(depth: Int) throws(TextError) -> ValuePattern {
    let start = scanner.offset
    if let (count, digest) = shape("{", "}") {
      return try fold(FoldedValue(.record, count: count, digest: digest), from: start)
    }
    var members: [MemberPattern] = []
    var seen: Set<Name> = []
    let isPartial = try sequence("{", "}") { (grammar) throws(TextError) in
      let name = try grammar.key(among: &seen)
      members.append(MemberPattern(Name(name), try grammar.pattern(depth: depth + 1)))
    }
    let values = members.compactMap { member in member.pattern.literal.map { Member(member.name, $0) } }
    guard values.count == members.count, !isPartial else { return .record(members, isPartial: isPartial) }
    return .value(.record(values))
  }

  private mutating func enumeration(depth: Int) throws(TextError) -> ValuePattern {
    guard scanner.byte(at: 1) != UInt8(ascii: ".") else { throw scanner.error(.misplacedPartial) }
    _ = scanner.skip(".")
    guard let name = try name() else { throw scanner.expected("the name of a case after '.'") }
    guard scanner.next == UInt8(ascii: "(") else { return .value(.enumeration(name, [])) }
    var members: [MemberPattern] = []
    let isPartial = try sequence("(", ")") { (grammar) throws(TextError) in
      let label = try grammar.label()
      members.append(MemberPattern(Name(label), try grammar.pattern(depth: depth + 1)))
    }
    if isPartial { throw scanner.error(.misplacedPartial) }
    let values = members.compactMap { member in member.pattern.literal.map { Member(member.name, $0) } }
    guard values.count == members.count else { return .enumeration(name, members) }
    return .value(.enumeration(name, values))
  }

  /// Returns whether `...` ended the elements.
  private mutating func sequence(
    _ open: String, _ close: String, element: (inout ValueGrammar) throws(TextError) -> Void
  ) throws(TextError) -> Bool {
    try scanner.expect(open)
    scanner.skipBlanks()
    if scanner.skip(close) { return false }
    while true {
      if allowsPatterns, scanner.skip("...") {
        scanner.skipBlanks()
        guard scanner.skip(close) else { throw scanner.error(.misplacedPartial) }
        return true
      }
      try element(&self)
      scanner.skipBlanks()
      if scanner.skip(close) { return false }
      guard scanner.skip(",") else { throw scanner.expected("',' or '\(close)'") }
      scanner.skipBlanks()
    }
  }

  // MARK: Keys

  private mutating func name() throws(TextError) -> String? {
    if scanner.next == UInt8(ascii: "\"") { return try scanner.string() }
    return scanner.identifier()
  }

  private mutating func key(among seen: inout Set<Name>) throws(TextError) -> String {
    let start = scanner.offset
    guard let name = try name() else { throw scanner.expected("a key") }
    guard seen.insert(Name(name)).inserted else { throw scanner.error(.duplicateKey(name), at: start) }
    scanner.skipBlanks()
    try scanner.expect(":")
    scanner.skipBlanks()
    return name
  }

  /// Leaves the cursor unchanged if there is no label.
  private mutating func label() throws(TextError) -> String {
    let start = scanner.offset
    let isName = scanner.next == UInt8(ascii: "\"") || scanner.next?.isIdentifierStart == true
    guard isName, let name = try name() else { return "" }
    scanner.skipBlanks()
    guard scanner.skip(":") else {
      scanner.move(to: start)
      return ""
    }
    scanner.skipBlanks()
    return name
  }

  // MARK: Folded forms

  private mutating func text() throws(TextError) -> ValuePattern {
    let start = scanner.offset
    let text = try scanner.string()
    guard let (count, digest) = shape("[", "]") else { return .value(.string(text)) }
    return try fold(FoldedValue(.string(text), count: count, digest: digest), from: start)
  }

  /// `[1024] #4f1c9e02a7d3`. Leaves the cursor unchanged if it does not follow.
  private mutating func shape(_ open: String, _ close: String) -> (count: Int, digest: String)? {
    let start = scanner.offset
    guard scanner.skip(open), let count = count(), scanner.skip(close), let digest = digest() else {
      scanner.move(to: start)
      return nil
    }
    return (count, digest)
  }

  private func fold(_ folded: FoldedValue, from start: Int) throws(TextError) -> ValuePattern {
    guard allowsPatterns else { throw scanner.error(.notALiteral(folded.description), at: start) }
    return .folded(folded)
  }

  /// Tests for a digit first, because creating an error is expensive.
  private mutating func count() -> Int? {
    guard scanner.next?.isDigit == true, case .int(let count)? = try? scanner.number() else { return nil }
    return count
  }

  private mutating func digest() -> String? {
    let start = scanner.offset
    guard scanner.skip(" #") else { return nil }
    let first = scanner.offset
    while let byte = scanner.next, byte.isDigestDigit { scanner.offset += 1 }
    guard scanner.offset - first == 12 else {
      scanner.move(to: start)
      return nil
    }
    return scanner.text(from: first, to: scanner.offset)
  }
}

extension ValuePattern {
  package var literal: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension ValueGrammar {
  mutating func marker() throws(TextError) -> ValuePattern {
    let start = scanner.offset
    _ = scanner.skip("<")
    var tokens: [MarkerToken] = []
    scanner.skipBlanks()
    while !scanner.skip(">") {
      guard !scanner.isAtEnd else { throw scanner.error(.unclosedMarker, at: start) }
      tokens.append(try token())
      scanner.skipBlanks()
    }
    guard !tokens.isEmpty else { throw scanner.error(.unclosedMarker, at: start) }
    guard allowsPatterns else {
      throw scanner.error(.notALiteral(scanner.text(from: start, to: scanner.offset)), at: start)
    }
    return .marker(tokens)
  }

  private mutating func token() throws(TextError) -> MarkerToken {
    if scanner.skip("=") { return .equals }
    if let word = scanner.identifier() { return .word(word) }
    switch scanner.next {
    case UInt8(ascii: "\""): return .literal(.string(try scanner.string()))
    case UInt8(ascii: "-"): return .literal(try scanner.number())
    case .some(let byte) where byte.isDigit: return .literal(try scanner.number())
    default: throw scanner.expected("a word, a text, a number or '>'")
    }
  }
}
