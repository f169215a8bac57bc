import Statecharts
import Traces

/// A file to write atomically.
package struct SavedFile: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case transcript
    /// Also a diagram or a picture.
    case trace
  }

  package static let replacingFlag = "--force"

  package var kind: Kind
  package var file: String
  package var text: String
  /// Whether it may replace an existing file.
  package var replaces = false

  package init(_ kind: Kind, _ file: String, text: String, replaces: Bool = false) {
    self.kind = kind
    self.file = file
    self.text = text
    self.replaces = replaces
  }
}

struct FileArgument {
  var file: Word
  var options: Set<String> = []

  var name: String { file.text }
  var replaces: Bool { options.contains(SavedFile.replacingFlag) }
}

extension ArgumentReader {
  /// Reads a file name and options before or after it. The name may have blanks, and `~/` is the home folder. An
  /// unquoted word with a leading `-` is an option.
  mutating func file(for session: Session) throws(Mistake) -> FileArgument {
    let argument = try optionalFile(for: session)
    guard !argument.name.isEmpty else { throw missing("a file") }
    return argument
  }

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
        try end()
        return argument
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

  /// Also refuses the file that is being recorded.
  mutating func savingTarget(of session: Session) throws(Mistake) -> FileArgument {
    let target = try file(for: session)
    guard let recording = session.recording, Name(recording.file) == target.name else { return target }
    throw Mistake(
      column: target.file.column,
      sentence: "'\(target.name.escapedForDisplay)' is being recorded; 'record' alone ends that", code: "E1182")
  }
}

extension String {
  /// Replaces a leading `~`.
  package func expanded(from home: String?) -> String {
    guard let home, utf8.starts(with: "~/".utf8) else { return self }
    return home + String(self[utf8.index(after: startIndex)...])
  }
}
