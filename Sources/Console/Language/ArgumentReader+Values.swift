import Statecharts
import Traces
import ViewModels

/// A value with its canonical text.
struct ReadValue: Hashable, Sendable {
  var value: Value
  /// As a transcript holds it: a name, or a literal.
  var text: String
}

extension ArgumentReader {
  /// Reads the value that an owner (a field, service or input) takes.
  ///
  /// Quotes always are a text, `$name` is a sample, bare `nil` is none, and the shape decides how any other bare word
  /// reads. A secret prints as its sample's name, or gets a name for this session.
  mutating func value(_ shape: Shape, of owner: String) throws(Mistake) -> ReadValue {
    guard !isAtEnd() else { throw missing("a value") }
    guard shape.isSecret else {
      let value = try wholeValue(shape, of: owner)
      return ReadValue(value: value, text: ValuePrinter(.literal, names: names).text(of: value, for: owner))
    }
    readsSecret = true
    let column = scanner.column
    do throws(Mistake) {
      let value = try wholeValue(shape, of: owner)
      // That there is none is no secret.
      if value == .null { return ReadValue(value: value, text: "nil") }
      return ReadValue(value: value, text: name(secret: value, of: owner))
    } catch {
      // Only the name of a sample may be shown of it.
      throw error.code == Mistake.Noun.value.code ? error : Mistake(.unreadableSecret(owner: owner), column: column)
    }
  }

  /// Reads a value up to a blank or the end.
  private mutating func wholeValue(_ shape: Shape, of owner: String) throws(Mistake) -> Value {
    let (column, start) = (scanner.column, scanner.offset)
    let value = try read(shape, of: owner)
    if let next = scanner.next, next != UInt8(ascii: " ") { throw malformed(scanner.expected("a blank")) }
    guard shape.admits(value) else {
      let word = scanner.text(from: start, to: scanner.offset)
      throw Mistake(.wrongShape(word, owner: owner, expected: shape.example), column: column)
    }
    return value
  }

  /// Reads a value if one is left.
  mutating func optionalValue(_ shape: Shape, of owner: String) throws(Mistake) -> ReadValue? {
    isAtEnd() ? nil : try value(shape, of: owner)
  }

  private mutating func read(_ shape: Shape, of owner: String) throws(Mistake) -> Value {
    switch scanner.next {
    case UInt8(ascii: "$"): return try reference(of: owner)
    case UInt8(ascii: "\""): return .string(try parsed { (scanner) throws(TextError) in try scanner.string() })
    default: break
    }
    switch shape {
    case .secret(let hidden): return try read(hidden, of: owner)
    case .optional(let wrapped):
      var probe = scanner
      guard probe.word().hasSameBytes(as: "nil") else { return try read(wrapped, of: owner) }
      scanner = probe
      return .null
    case .string: return try bareText(of: owner)
    case .enumeration(let cases): return try enumeration(cases, of: owner)
    case .void:
      let column = scanner.column
      throw Mistake(.valueForNothing(owner), column: column)
    case .any: return try anything(of: owner)
    case .bool, .int, .double, .list, .record: return try literal(shape, of: owner)
    }
  }

  /// Reads `$name`: the owner's sample, else the one of that name.
  private mutating func reference(of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    let name = String(Substring(scanner.word().unicodeScalars.dropFirst()))
    if let value = names.value(named: "\(owner).\(name)") ?? names.value(named: name) { return value }
    throw Mistake(
      .unknown(.value, name, nearest: Word(text: name, column: column).nearest(among: names.entries.map(\.name))),
      column: column)
  }

  private mutating func bareText(of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    let word = scanner.word()
    if word.hasSameBytes(as: "nil") { throw Mistake(.nilForText(owner: owner), column: column) }
    guard source == .typed else { throw Mistake(.unquoted(word), column: column) }
    return .string(word)
  }

  private mutating func enumeration(_ cases: [String], of owner: String) throws(Mistake) -> Value {
    var probe = scanner
    let word = probe.word()
    guard source == .typed, cases.containsBytes(of: word) else { return try literal(.enumeration(cases), of: owner) }
    scanner = probe
    return .enumeration(word, [])
  }

  /// Reads a literal; typed, what is none is a text.
  private mutating func anything(of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    var probe = scanner
    let word = probe.word()
    do throws(TextError) {
      return try scanner.value(names: names)
    } catch {
      guard case .unknownWord = error.reason else { throw malformed(error) }
    }
    guard source == .typed else { throw Mistake(.unquoted(word), column: column) }
    scanner = probe
    return .string(word)
  }

  private mutating func literal(_ shape: Shape, of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    var probe = scanner
    let word = probe.word()
    do throws(TextError) {
      let value = try scanner.value(names: names)
      if case (.double, .int(let int)) = (shape, value) { return .double(Double(int)) }
      return value
    } catch {
      guard case .unknownWord = error.reason else { throw malformed(error) }
      throw Mistake(.wrongShape(word, owner: owner, expected: shape.example), column: column)
    }
  }

  private mutating func parsed<Result>(
    _ read: (inout ValueScanner) throws(TextError) -> Result
  ) throws(Mistake) -> Result {
    do throws(TextError) { return try read(&scanner) } catch { throw malformed(error) }
  }

  private func malformed(_ error: TextError) -> Mistake {
    Mistake(.malformed(error.sentence), column: error.column)
  }
}
