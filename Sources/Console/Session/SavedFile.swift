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

/// A file as a command names it.
struct SavingTarget {
  var file: Word
  var replaces = false

  var name: String { file.text }
}

extension ArgumentReader {
  /// Reads the name of a file, which takes the rest of the line; `~/` in front of it is the person's folder, in quotes it
  /// stands for itself.
  mutating func file(for session: Session) throws(Mistake) -> Word {
    var probe = self
    let isQuoted = probe.rest().text.utf8.first == UInt8(ascii: "\"")
    var file = try rest("a file")
    if !isQuoted { file.text = file.text.expanded(from: session.options.home) }
    return file
  }

  /// Reads the flag of a file that is saved, and its name, which takes the rest of the line.
  ///
  /// - Throws: that a file is missing, or is being recorded.
  mutating func savingTarget(of session: Session) throws(Mistake) -> SavingTarget {
    var target = SavingTarget(file: Word(text: "", column: 1))
    while true {
      var probe = self
      guard !probe.isAtEnd() else { throw missing("a file") }
      guard try probe.word("a file").name == SavedFile.replacingFlag else { break }
      target.replaces = true
      self = probe
    }
    target.file = try file(for: session)
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
