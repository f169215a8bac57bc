import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder for unsaved work, readable by its user only.
///
/// `last.transcript` is the newest text; older ones move to `last-2.transcript` up to `last-9.transcript`, with
/// their notes. A lock serialises sessions that end at the same time.
package struct StateFolder: Sendable {
  /// The most texts of one name.
  package static let limit = 9
  private static let lockAttempts = 200
  private static let lockPauseMicroseconds: UInt32 = 10_000

  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Writes each text atomically with mode 0600, and returns the paths; the last text is the newest. A note is for
  /// the next session.
  package func keep(
    _ texts: [(text: String, note: String?)], as name: String
  ) throws(StateFolderError) -> [String] {
    do throws(HistoryWarning) { try PrivateDirectory(path: path).prepare() } catch { throw .folder(error) }
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

  /// Waits up to two seconds; closing the descriptor unlocks. Without the lock, sessions that end at the same time
  /// may number files wrongly.
  private func takeLock() -> Int32 {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    for _ in 0..<Self.lockAttempts where folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 {
      usleep(Self.lockPauseMicroseconds)
    }
    return folder
  }

  /// A note without a text is deleted.
  private func moveOn(_ old: String, _ new: String) {
    guard rename(old, new) == 0 else {
      _ = unlink(note(of: old))
      return
    }
    if rename(note(of: old), note(of: new)) != 0 { _ = unlink(note(of: new)) }
  }

  private func place(_ name: String, _ number: Int) -> String {
    "\(path)/\(name)\(number == 1 ? "" : "-\(number)").transcript"
  }

  // MARK: What nobody could be told

  /// Stores a message for the next session to print.
  package func leaveNote(_ words: String, of file: String) {
    try? createFile(at: note(of: file), with: words + "\n", permissions: 0o600)
  }

  /// Takes the notes of earlier sessions, oldest first, with their texts' current paths.
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

/// Why a text was not kept.
package enum StateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
  case folder(HistoryWarning)
  case file(FileError)

  /// One sentence: the problem and what to do.
  package var description: String {
    switch self {
    case .folder(.directoryIsOpen(let path)): "others may write to '\(path.cutAsPath.inert)'; run 'chmod go-w' on it"
    case .folder(.belongsToSomebodyElse(let path)):
      "'\(path.cutAsPath.inert)' belongs to another user; set XDG_STATE_HOME"
    case .folder(.isNotAFile(let path)): "'\(path.cutAsPath.inert)' is not a folder; move it away"
    case .folder(.system(let path, let number)): "'\(path.cutAsPath.inert)': \(systemMessage(number))"
    case .folder(let warning): warning.description
    case .file(let error): "'\(error.path.cutAsPath.inert)': \(error.message)"
    }
  }
}
