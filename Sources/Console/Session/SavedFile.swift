import Statecharts
import Traces

/// A file that a session wants written, whole or not at all.
package struct SavedFile: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case transcript
    /// A trace, a diagram or a picture.
    case trace
  }

  /// The word in front of a file that may be replaced.
  package static let replacingFlag = "--force"

  package var kind: Kind
  package var file: String
  package var text: String
  /// Whether it takes the place of a file that exists; else that one stays, and nothing is written.
  package var replaces = false

  package init(_ kind: Kind, _ file: String, text: String, replaces: Bool = false) {
    self.kind = kind
    self.file = file
    self.text = text
    self.replaces = replaces
  }
}

/// A file as a command names it, with the options that the command has.
struct FileArgument {
  /// Empty where no file is named.
  var file: Word
  var options: Set<String> = []

  var name: String { file.text }
  var replaces: Bool { options.contains(SavedFile.replacingFlag) }
}

extension ArgumentReader {
  /// Reads the name of a file and the verb's options, which stand before or behind it. The name takes the other words of
  /// the line; `~/` in front of it is the person's folder. A word that begins with `-` is an option, except in quotes.
  ///
  /// - Throws: an unknown option; that a file is missing.
  mutating func file(for session: Session) throws(Mistake) -> FileArgument {
    let argument = try optionalFile(for: session)
    guard !argument.name.isEmpty else { throw missing("a file") }
    return argument
  }

  /// Reads the same where the file may be left out.
  mutating func optionalFile(for session: Session) throws(Mistake) -> FileArgument {
    var argument = FileArgument(file: Word(text: "", column: 1))
    var start: Int?
    var isWhole = false
    while !isAtEnd() {
      let (offset, column) = (scanner.offset, scanner.column)
      if scanner.next == UInt8(ascii: "-") {
        argument.options.insert(try fileOption())
        isWhole = start != nil
      } else if isWhole {
        return try end(argument)
      } else if start == nil, let text = try? scanner.string() {
        guard text.utf8.contains(where: { $0 != 0x20 }) else { throw missing("a file") }
        argument.file = Word(text: text, column: column)
        (start, isWhole) = (offset, true)
      } else {
        if start == nil { argument.file.column = column }
        start = start ?? offset
        _ = scanner.word()
        argument.file.text = scanner.text(from: start ?? offset, to: scanner.offset)
          .expanded(from: session.options.home)
      }
    }
    return argument
  }

  /// Ends the line, in which nothing may be left.
  private mutating func end(_ argument: FileArgument) throws(Mistake) -> FileArgument {
    try end()
    return argument
  }

  private mutating func fileOption() throws(Mistake) -> String {
    let word = try word("an option")
    let known = verb.parameters.flatMap(\.flags)
    guard !known.contains(where: { word.name == $0 }) else { return word.text }
    let advice =
      known.isEmpty ? "'\(verb.name)' has none" : "there is \(known.map { "'\($0)'" }.joined(separator: " and "))"
    let name = word.text.shown
    throw Mistake(
      column: word.column,
      sentence: "unknown option '\(name)'; \(advice), and a file of that name is written './\(name)'", code: "E1186")
  }

  /// Reads the name of a file that is saved, and the verb's options.
  ///
  /// - Throws: also that the file is being recorded.
  mutating func savingTarget(of session: Session) throws(Mistake) -> FileArgument {
    let target = try file(for: session)
    try session.requireNotRecorded(target.file)
    return target
  }
}

extension String {
  /// The path with a folder in the place of a `~` that stands in front.
  package func expanded(from home: String?) -> String {
    guard let home, utf8.starts(with: "~/".utf8) else { return self }
    return home + String(self[utf8.index(after: startIndex)...])
  }
}

extension Session {
  /// Refuses the file that is being recorded, where it would be written otherwise.
  func requireNotRecorded(_ file: Word) throws(Mistake) {
    guard let recording, Name(recording.file) == file.text else { return }
    throw Mistake(
      column: file.column,
      sentence: "'\(file.text.escapedForDisplay)' is being recorded; 'record' alone ends that", code: "E1182")
  }
}
