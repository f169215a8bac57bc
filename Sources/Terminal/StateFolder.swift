import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The user's folder for what a session leaves behind: it and its files are for their owner alone.
///
/// A text that is kept is the newest of its name: `last.transcript`; the ones before it move on to `last-2.transcript` up to
/// `last-9.transcript`. Sessions that end at once keep theirs one after the other, under a lock.
public struct StateFolder: Sendable {
  /// How many texts of one name are kept.
  public static let limit = 9
  private static let lockAttempts = 200
  private static let lockPauseMicroseconds: UInt32 = 10_000

  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// Keeps texts as `NAME.ENDING` and returns their paths; the last text of an ending is its newest. Each is there whole or
  /// not at all, with mode 0600.
  ///
  /// - Throws: why the folder cannot be used or a file cannot be written.
  public func keep(_ texts: [(text: String, ending: String)], as name: String) throws(StateFolderError) -> [String] {
    do throws(HistoryWarning) { try PrivateDirectory(of: "\(path)/x").prepare() } catch { throw .folder(error) }
    let lock = takeLock()
    defer { if lock >= 0 { _ = close(lock) } }
    for (text, ending) in texts {
      for number in (1..<Self.limit).reversed() {
        _ = rename(place(name, number, ending), place(name, number + 1, ending))
      }
      do throws(FileError) {
        try createFile(at: place(name, 1, ending), with: text, permissions: 0o600)
      } catch { throw .file(error) }
    }
    return texts.indices.map { index in
      let ending = texts[index].ending
      let newer = texts[(index + 1)...].count { $0.ending.utf8.elementsEqual(ending.utf8) }
      return place(name, newer + 1, ending)
    }
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

  /// `last.transcript`, `last-2.transcript`.
  private func place(_ name: String, _ number: Int, _ ending: String) -> String {
    "\(path)/\(name)\(number == 1 ? "" : "-\(number)").\(ending)"
  }

  // MARK: What nobody could be told

  /// Leaves lines for the next session to say, since this one has nobody to say them to.
  public func leaveNote(_ lines: [String]) {
    _ = try? keep([(lines.map { $0 + "\n" }.joined(), "note")], as: "last")
  }

  /// The lines that an earlier session left, oldest first; they are said once.
  public func takeNotes() -> [String] {
    var lines: [String] = []
    for number in (1...Self.limit).reversed() {
      let file = place("last", number, "note")
      guard let text = try? readText(file, limit: 65_536) else { continue }
      _ = unlink(file)
      lines += text.utf8.split(separator: 0x0A).map { String(Substring($0)).inert }
    }
    return lines
  }
}

/// Why a text was not kept.
public enum StateFolderError: Error, Equatable, Sendable, CustomStringConvertible {
  case folder(HistoryWarning)
  case file(FileError)

  /// One sentence: what is wrong and what to do.
  public var description: String {
    switch self {
    case .folder(.directoryIsOpen(let path)): "others may write to '\(path.inert)'; run 'chmod go-w' on it"
    case .folder(.belongsToSomebodyElse(let path)): "'\(path.inert)' belongs to another user; set XDG_STATE_HOME"
    case .folder(.isNotAFile(let path)): "'\(path.inert)' is no folder; move it away"
    case .folder(.system(let path, let number)): "'\(path.inert)': \(String(cString: strerror(number)))"
    case .folder(let warning): warning.description
    case .file(let error): "'\(error.path.inert)': \(error.message)"
    }
  }
}
