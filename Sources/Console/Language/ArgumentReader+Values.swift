import Traces
import ViewModels

struct ReadValue: Hashable, Sendable {
  var value: Value
  var text: String
}

extension ArgumentReader {
  /// Reads a value for a field, service or input.
  ///
  /// A quoted word is a text, `$name` a sample, and bare `nil` no value; the shape decides about other words. A
  /// secret prints as a name, which is created if necessary.
  mutating func value(
    _ shape: Shape, of owner: String, for recipient: Recipient
  ) throws(Mistake) -> ReadValue {
    guard !isAtEnd() else { throw missing(example(of: shape, for: owner)) }
    let (column, start) = (scanner.column, scanner.offset)
    let value: Value
    do throws(Mistake) {
      value = try wholeValue(shape, of: owner)
    } catch {
      guard shape.isSecret, error.code != Mistake.Noun.value.text.code else { throw error }
      throw Mistake(.unreadableSecret(owner: owner), column: column)
    }
    // A missing value is not secret.
    let disclosed = openScene?.machine.disclosed(value, to: recipient) ?? value
    let isHidden = value != .null && (shape.isSecret || disclosed.holdsSecret)
    let written = scanner.text(from: start, to: scanner.offset)
    return ReadValue(
      value: value, text: isHidden ? name(secret: value, of: owner) : literal(value, of: owner, writtenAs: written))
  }

  private func literal(_ value: Value, of owner: String, writtenAs written: String) -> String {
    guard written.utf8.contains(UInt8(ascii: "$")) else { return ValuePrinter(.literal).text(of: value) }
    let isName = written.utf8.first == UInt8(ascii: "$")
    return isName ? written : ValuePrinter(.literal, names: names).text(of: value, for: owner)
  }

  /// A value that the model stores as a secret becomes one here, even if the shape does not say so.
  mutating func command(
    carrying value: ReadValue?, of owner: String, _ stimulus: (Value?) -> Stimulus
  ) throws(Mistake) -> Command {
    guard var value else { return Command(stimulus(nil)) }
    let scene = try scene()
    if !value.value.holdsSecret,
      scene.machine.becomesSecret(value.value, by: stimulus(value.value), from: scene.snapshot)
    {
      value = ReadValue(value: .secret(value.value), text: name(secret: value.value, of: owner))
    }
    return Command(stimulus(value.value), value.text)
  }

  mutating func wholeValue(_ shape: Shape, of owner: String) throws(Mistake) -> Value {
    let (column, start) = (scanner.column, scanner.offset)
    let value = try read(shape, of: owner)
    if let next = scanner.next, next != UInt8(ascii: " ") { throw malformed(scanner.expected("a blank")) }
    guard shape.admits(value) else {
      let word = scanner.text(from: start, to: scanner.offset)
      throw Mistake(.wrongShape(word, owner: owner, expected: example(of: shape, for: owner)), column: column)
    }
    return value
  }

  /// What to write for a value: the owner's samples where a shape does not say enough.
  func example(of shape: Shape, for owner: String) -> String {
    switch shape {
    case .record, .any: break
    case .void, .bool, .int, .double, .string, .list, .optional, .enumeration, .secret: return shape.example
    }
    let own = names.entries.filter { $0.owner.map { Name($0) == owner } ?? false }
    let samples = own.compactMap { names.reference(to: $0.value, of: owner) }.prefix(4)
    return samples.isEmpty ? shape.example : Array(samples).alternatives
  }

  mutating func optionalValue(
    _ shape: Shape, of owner: String, for recipient: Recipient
  ) throws(Mistake) -> ReadValue? {
    isAtEnd() ? nil : try value(shape, of: owner, for: recipient)
  }

  private mutating func read(_ shape: Shape, of owner: String) throws(Mistake) -> Value {
    switch scanner.next {
    case UInt8(ascii: "$"): return try reference(of: owner)
    case UInt8(ascii: "\""):
      do throws(TextError) { return .string(try scanner.string()) } catch { throw malformed(error) }
    default: break
    }
    switch shape {
    case .secret(let hidden): return try read(hidden, of: owner)
    case .optional(let wrapped):
      var probe = scanner
      guard Name(probe.word()) == "nil" else { return try read(wrapped, of: owner) }
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

  /// The owner's sample has priority.
  private mutating func reference(of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    _ = scanner.skip("$")
    let name = scanner.word()
    if let value = names.value(named: "\(owner).\(name)") ?? names.value(named: name) { return value }
    throw Mistake(
      .unknown(.value, name, nearest: Word(text: name, column: column).nearest(among: names.entries.map(\.name))),
      column: column)
  }

  private mutating func bareText(of owner: String) throws(Mistake) -> Value {
    let column = scanner.column
    let word = scanner.word()
    if Name(word) == "nil" { throw Mistake(.nilForText(owner: owner), column: column) }
    guard source == .typed else { throw Mistake(.unquoted(word), column: column) }
    return .string(word)
  }

  private mutating func enumeration(_ cases: [String], of owner: String) throws(Mistake) -> Value {
    var probe = scanner
    let word = probe.word()
    guard source == .typed, cases.contains(Name(word)) else { return try literal(.enumeration(cases), of: owner) }
    scanner = probe
    return .enumeration(word, [])
  }

  /// At the prompt, a word that is no literal is a text.
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
      throw Mistake(.wrongShape(word, owner: owner, expected: example(of: shape, for: owner)), column: column)
    }
  }

  private func malformed(_ error: TextError) -> Mistake {
    Mistake(.malformed(error), column: error.column)
  }
}
