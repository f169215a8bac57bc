import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The user's folder for what a session leaves behind: it and its files are for their owner alone.
///
/// A text that is kept is the newest of its name: `last.transcript`; the ones before it move on to `last-2.transcript` up to
/// `last-9.transcript`. What is to be said of one stands beside it (`last.transcript.note`) and moves on with it. Sessions
/// that end at once keep theirs one after the other, under a lock.
package struct StateFolder: Sendable {
  /// How many texts of one name are kept.
  package static let limit = 9
  private static let lockAttempts = 200
  private static let lockPauseMicroseconds: UInt32 = 10_000

  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Keeps texts as `NAME.transcript` and returns their paths; the last one is the newest. Each is there whole or not at all,
  /// with mode 0600.
  ///
  /// - Throws: why the folder cannot be used or a file cannot be written.
  package func keep(_ texts: [KeptText], as name: String) throws(StateFolderError) -> [String] {
    do throws(HistoryWarning) { try PrivateDirectory(of: "\(path)/x").prepare() } catch { throw .folder(error) }
    let lock = takeLock()
    defer { if lock >= 0 { _ = close(lock) } }
    for text in texts {
      let places = (1...Self.limit).map { place(name, $0) }
      for (old, new) in zip(places, places.dropFirst()).reversed() { moveOn(old, new) }
      let first = places[0]
      do throws(FileError) {
        try createFile(at: first, with: text.text, permissions: 0o600)
      } catch { throw .file(error) }
      if let note = text.note { leaveNote(note, of: first) }
    }
    return texts.indices.map { place(name, texts.count - $0) }
  }

  /// Waits a while for the folder's lock, which closing the descriptor gives back; without it the worst is that a session
  /// that ends at the same time counts its files otherwise.
  private func takeLock() -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<Self.lockAttempts where folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 {
      usleep(Self.lockPauseMicroseconds)
    }
    return folder
  }

  /// Moves a text with its note; a note without a text goes.
  private func moveOn(_ old: String, _ new: String) {
    guard rename(old, new) == 0 else {
      _ = unlink(note(of: old))
      return
    }
    if rename(note(of: old), note(of: new)) != 0 { _ = unlink(note(of: new)) }
  }

  /// `last.transcript`, `last-2.transcript`.
  private func place(_ name: String, _ number: Int) -> String {
    "\(path)/\(name)\(number == 1 ? "" : "-\(number)").transcript"
  }

  // MARK: What nobody could be told

  /// Leaves words for the next session to say of a text that was kept, since this one has nobody to say them to.
  package func leaveNote(_ words: String, of file: String) {
    try? createFile(at: note(of: file), with: words + "\n", permissions: 0o600)
  }

  /// The words that earlier sessions left, oldest first, and the file that holds what each is said of now; they are said once.
  package func takeNotes(of name: String) -> [(words: String, file: String)] {
    let lock = takeLock()
    defer { if lock >= 0 { _ = close(lock) } }
    var notes: [(words: String, file: String)] = []
    for file in (1...Self.limit).reversed().map({ place(name, $0) }) {
      guard let text = try? readText(note(of: file), limit: 65_536) else { continue }
      _ = unlink(note(of: file))
      if access(file, F_OK) == 0, let line = text.utf8.split(separator: 0x0A).first {
        notes.append((String(Substring(line)).inert, file))
      }
    }
    return notes
  }

  private func note(of file: String) -> String { "\(file).note" }
}

/// A text that is kept.
package struct KeptText: Hashable, Sendable {
  var text: String
  /// What the next session shall say of it; nil where nothing need be said.
  var note: String?

  package init(_ text: String, note: String? = nil) {
    self.text = text
    self.note = note
  }
}

/// Why a text was not kept.
package enum StateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
  case folder(HistoryWarning)
  case file(FileError)

  /// One sentence: what is wrong and what to do.
  package var description: String {
    switch self {
    case .folder(.directoryIsOpen(let path)): "others may write to '\(path.cutAsPath.inert)'; run 'chmod go-w' on it"
    case .folder(.belongsToSomebodyElse(let path)):
      "'\(path.cutAsPath.inert)' belongs to another user; set XDG_STATE_HOME"
    case .folder(.isNotAFile(let path)): "'\(path.cutAsPath.inert)' is no folder; move it away"
    case .folder(.system(let path, let number)): "'\(path.cutAsPath.inert)': \(String(cString: strerror(number)))"
    case .folder(let warning): warning.description
    case .file(let error): "'\(error.path.cutAsPath.inert)': \(error.message)"
    }
  }
}
