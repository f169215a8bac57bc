import Statecharts
import Traces
import Transcripts
import ViewModels

/// Reads the arguments of one line, from left to right.
struct ArgumentReader: Sendable {
  /// Where a line comes from.
  enum Source: Sendable {
    /// The prompt: prefixes of verbs and bare words are allowed.
    case typed
    /// A file: full verbs and quoted texts only.
    case file
  }

  let source: Source
  var scanner: ValueScanner
  /// The verb whose arguments are read; for messages.
  var verb: Verb
  /// Names for secrets that were typed and have none.
  private(set) var typed: [NamedValues.Entry] = []
  /// Whether a value was read that must not be shown.
  private(set) var readsSecret = false
  let openScene: Scene?

  /// Reads a line up to its verb; nil for an empty line and for a comment.
  init?(_ line: String, from source: Source, in scene: Scene?) throws(Mistake) {
    guard line.utf8.first != UInt8(ascii: "#") else { return nil }
    var scanner = ValueScanner(line)
    scanner.skipBlanks()
    guard !scanner.isAtEnd else { return nil }
    let verb = try Verb.read(&scanner, source)
    self.init(scanner, verb: verb, source: source, scene: scene)
  }

  init(_ scanner: ValueScanner, verb: Verb, source: Source, scene: Scene?) {
    self.scanner = scanner
    self.verb = verb
    self.source = source
    openScene = scene
  }

  /// - Throws: a mistake when no machine is open.
  func scene() throws(Mistake) -> Scene {
    guard let openScene else { throw Mistake(.nothingOpen) }
    return openScene
  }

  /// The names that hold now, those of this line included.
  var names: NamedValues {
    let names = openScene?.names ?? NamedValues()
    return typed.isEmpty ? names : NamedValues(names.entries + typed)
  }

  // MARK: Words

  /// Whether nothing but blanks is left.
  mutating func isAtEnd() -> Bool {
    scanner.skipBlanks()
    return scanner.isAtEnd
  }

  /// Reads a word, in which `\u{1B}` is the scalar of that number; `what` says what is missing when there is none.
  mutating func word(_ what: String) throws(Mistake) -> Word {
    guard !isAtEnd() else { throw missing(what) }
    let column = scanner.column
    return Word(text: scanner.word().unspelled, column: column)
  }

  /// Reads what is left of the line, without the blanks around it; it may be empty.
  mutating func rest() -> Word {
    scanner.skipBlanks()
    let column = scanner.column
    let text = scanner.rest
    scanner.move(to: scanner.offset + text.utf8.count)
    let blanks = text.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return Word(text: String(Substring(text.utf8.dropLast(blanks))), column: column)
  }

  /// Whether what is left of the line is the name of a file: with an ending, or in a folder.
  var namesFile: Bool {
    var reader = self
    return reader.rest().text.namesFile
  }

  /// Reads what is left of the line, as it stands or in quotes; `what` says what is missing when nothing is.
  mutating func rest(_ what: String) throws(Mistake) -> Word {
    guard !isAtEnd() else { throw missing(what) }
    let start = self
    let rest = rest()
    guard case .string(let text)? = try? Value(parsing: rest.text) else { return rest }
    guard text.utf8.contains(where: { $0 != 0x20 }) else { throw start.missing(what) }
    return Word(text: text, column: rest.column)
  }

  /// Reads what is left of the line by something that counts its columns from 1.
  mutating func reading<Result>(
    _ what: String, _ read: (String) throws(Mistake) -> Result
  ) throws(Mistake) -> Result {
    let word = try rest(what)
    do throws(Mistake) { return try read(word.text) } catch { throw error.moved(to: error.column + word.column - 1) }
  }

  /// Reads the name of a branch, which is kept as it is shown.
  mutating func branch() throws(Mistake) -> Word {
    var name = try rest("a branch")
    name.text = name.text.escaped
    return name
  }

  mutating func end() throws(Mistake) {
    guard !isAtEnd() else { return }
    let column = scanner.column
    let word = scanner.word()
    throw Mistake(.unexpected(word, verb: verb.name, usage: verb.usage), column: column)
  }

  /// Reads a count from 1; `nil` at the end.
  mutating func count() throws(Mistake) -> Int? {
    isAtEnd() ? nil : try word("a count").count()
  }

  mutating func duration() throws(Mistake) -> VirtualDuration {
    let word = try word("a duration")
    do throws(Mistake) { return try VirtualDuration(word.text) } catch { throw error.moved(to: word.column) }
  }

  func missing(_ what: String) -> Mistake {
    Mistake(.missingArgument(verb: verb.name, usage: verb.usage, what), column: scanner.column)
  }

  /// Gives a secret without a name one that lasts as long as the session.
  mutating func name(secret value: Value, of owner: String) -> String {
    readsSecret = true
    if let reference = names.reference(to: value, of: owner) { return reference }
    let taken = names.entries.map(\.name)
    var number = 1
    while taken.contains(Name(String(typedName: number))) { number += 1 }
    typed.append(NamedValues.Entry(String(typedName: number), of: owner, value))
    return "$" + String(typedName: number)
  }
}

/// A word of a line with its place.
package struct Word: Hashable, Sendable {
  package var text: String
  /// Counted in Unicode scalars from 1.
  package var column: Int

  package init(text: String, column: Int = 1) {
    self.text = text
    self.column = column
  }

  var name: Name { Name(text) }

  func mistake(_ kind: Mistake.Kind) -> Mistake { Mistake(kind, column: column) }

  /// The count from 1 that it is.
  func count() throws(Mistake) -> Int {
    guard text.utf8.allSatisfy(\.isDigit), let count = Int(text), (1...1_000_000_000).contains(count)
    else { throw mistake(.notACount(text)) }
    return count
  }

  /// The name that was most likely meant: the only one that begins so, else the one with the fewest edits.
  func nearest(among names: [String]) -> String? {
    let longer = text.isEmpty ? [] : names.filter { $0.beginsWithBytes(of: text) }
    return longer.count == 1 ? longer[0] : NearestWord.find(text, among: names)
  }

  /// The one of the names that the word is.
  ///
  /// - Throws: a mistake with the nearest name.
  func naming<Named>(
    _ noun: Mistake.Noun, among things: [Named], by name: (Named) -> String
  ) throws(Mistake) -> Named {
    if let thing = things.first(where: { Name(name($0)) == text }) { return thing }
    throw mistake(.unknown(noun, text, nearest: nearest(among: things.map(name))))
  }
}
