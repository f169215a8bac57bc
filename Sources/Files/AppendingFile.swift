import CFiles

/// A file that a session writes entry by entry, locked against any other recorder.
///
/// An entry is committed when its single write was accepted: it survives a `kill -9` of the process. A write
/// that cannot be completed is taken back, so the file ends with a whole entry, and every further call throws the same
/// error: nothing goes on unrecorded. A kill may tear the entry under way, which was not committed; opening the file again with `resuming` drops what stands behind its last line feed.
///
/// Before every change the file is looked at: one that was removed, replaced, cut or written to by somebody else is left
/// as it is. What would make it larger than its readers take is not written.
package final class AppendingFile {
  /// What to do about a file that exists, or does not.
  package enum Opening: Hashable, Sendable {
    /// Makes the file; one that exists is refused.
    case new
    /// Puts a new file in the place of one that exists, keeping its permissions.
    case replacing
    /// Goes on behind the last line feed; a missing file is an error.
    case resuming
    /// Goes on behind the last line feed, or makes the file.
    case resumingOrNew
  }

  package var path: String { place.path }
  /// In bytes.
  package private(set) var length: Int
  /// The torn bytes that resuming dropped from the end.
  package let droppedBytes: Int
  private let limits: TextLimits?

  let place: FilePlace
  var file: OpenFile
  /// The length after each entry that was appended since the file was opened, ascending.
  private var boundaries: [Int] = []
  private var failure: FileError?

  /// Opens and locks the file.
  ///
  /// - Parameters:
  ///   - permissions: of a new file, less the umask.
  ///   - limits: what the file's readers take; nil for any size.
  ///   - entries: what a new file holds when it appears: it appears with all of them or not at all. A file that is
  ///     resumed has its own.
  /// - Throws: `alreadyExists`, `locked`, `unsafeTarget`, `missing`, `noWholeLine`, `tooLargeToRead`, or a failure to make
  ///   the file.
  package init(
    _ path: String, opening: Opening = .new, permissions: UInt32 = 0o644,
    limits: TextLimits? = nil, holding entries: [String] = []
  ) throws(FileError) {
    place = try FilePlace(path)
    self.limits = limits
    try Self.check(entries, limits, path: path)
    let opened = try Self.open(place, opening, permissions: permissions, holding: entries)
    file = opened.file
    length = opened.length
    droppedBytes = opened.dropped
    boundaries = opened.isNew ? Self.boundaries(of: entries) : []
  }

  /// The entries appended since the file was opened and still in it.
  package var entryCount: Int { boundaries.count }

  /// Appends one entry with one write; it is committed when this returns.
  ///
  /// - Parameters:
  ///   - entry: whole lines, each with its line feed.
  ///   - isLast: whether nothing follows, so that the room that the limits keep may be used.
  /// - Throws: `diskFull`, `fileSizeLimit` or `writeFailed` with the number of entries that are safe;
  ///   `movedAway` or `alteredOutside`; `tooLargeToRead`, after which shorter entries are still taken.
  package func append(_ entry: String, isLast: Bool = false) throws(FileError) {
    try expectUntouched()
    if let fault = limits?.fault(of: entry, behind: length, isLast: isLast) {
      throw FileError(path, .tooLargeToRead(fault, .entries(entryCount)))
    }
    let outcome = file.write(entry)
    if let code = outcome.failure {
      if outcome.written > 0 { try? file.setLength(length) }
      throw failed(FileError.writing(path, code, kept: .entries(entryCount)))
    }
    length += outcome.written
    boundaries.append(length)
  }

  /// Takes back everything behind `newLength`, which ends an entry, as `undo` does.
  package func truncate(toLength newLength: Int) throws(FileError) {
    try expectUntouched()
    precondition((0...length).contains(newLength), "\(newLength) lies outside of the file's \(length) bytes")
    do {
      try file.setLength(newLength)
    } catch {
      throw failed(FileError.writing(path, error, kept: .entries(entryCount)))
    }
    length = newLength
    while let last = boundaries.last, last > length { boundaries.removeLast() }
  }

  /// Replaces the whole file by `entries`, at once, and goes on behind them; the new file is locked before it takes the
  /// name. After a failure the old file stands and can still be appended to.
  ///
  /// - Throws: `movedAway`, `alteredOutside`; `tooLargeToRead`; a failure to write.
  package func replace(with entries: [String]) throws(FileError) {
    let status = try expectUntouched()
    try Self.check(entries, limits, path: path)
    do {
      file = try Self.replacement(at: place, holding: entries, permissions: status.permissions, newPermissions: 0o600)
    } catch {
      // The name may lead to the new file already, while this object still holds the old one.
      if case .syncFailed = error.cause { throw failed(error) }
      throw error
    }
    boundaries = Self.boundaries(of: entries)
    length = boundaries.last ?? 0
  }

  /// Looks whether the file is still the one under its name, as this object left it.
  ///
  /// What somebody else does between this look and the write that follows is not noticed before the next one.
  ///
  /// - Throws: the failure before; `movedAway` or `alteredOutside`, which are final.
  @discardableResult
  private func expectUntouched() throws(FileError) -> FileStatus {
    if let failure { throw failure }
    let own: FileStatus
    let named: FileStatus?
    do {
      own = try file.status()
      named = try place.folder.status(of: place.name)
    } catch {
      throw failed(FileError.reading(path, error))
    }
    guard own.links > 0, named?.identity == own.identity else { throw failed(FileError(path, .movedAway)) }
    guard own.size == length else { throw failed(FileError(path, .alteredOutside)) }
    return own
  }

  private static func check(_ entries: [String], _ limits: TextLimits?, path: String) throws(FileError) {
    guard let limits else { return }
    var length = 0
    for entry in entries {
      if let fault = limits.fault(of: entry, behind: length, isLast: false) {
        throw FileError(path, .tooLargeToRead(fault, .oldContents))
      }
      length += entry.utf8.count
    }
  }

  private static func boundaries(of entries: [String]) -> [Int] {
    entries.reduce(into: []) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  private func failed(_ error: FileError) -> FileError {
    failure = error
    return error
  }
}

extension AppendingFile {
  /// A file opened to append, locked.
  struct Opened {
    let file: OpenFile
    let length: Int
    let dropped: Int
    /// Whether it was made, with the entries that it was to hold.
    let isNew: Bool
  }

  static func open(
    _ place: FilePlace, _ opening: Opening, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> Opened {
    switch opening {
    case .new: try create(place, permissions: permissions, holding: entries)
    case .replacing: try replace(place, permissions: permissions, holding: entries)
    case .resuming: try resume(place)
    case .resumingOrNew:
      if try place.target() == nil {
        try create(place, permissions: permissions, holding: entries)
      } else {
        try resume(place)
      }
    }
  }

  /// Makes a locked file beside the place and puts it there.
  static func replacement(
    at place: FilePlace, holding entries: [String], permissions: UInt32?, newPermissions: UInt32
  ) throws(FileError) -> OpenFile {
    try holdingSignals { () throws(FileError) in
      let temporary = try TemporaryFile(
        beside: place, holding: entries, permissions: permissions, newPermissions: newPermissions)
      try lock(temporary.file, path: place.path)
      try temporary.replace()
      return temporary.file
    }
  }

  private static func create(
    _ place: FilePlace, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> Opened {
    // Locked before it has the name, so that nobody can come between.
    let file = try holdingSignals { () throws(FileError) in
      let temporary = try TemporaryFile(
        beside: place, holding: entries, permissions: nil, newPermissions: permissions)
      try lock(temporary.file, path: place.path)
      try temporary.appear()
      return temporary.file
    }
    return Opened(file: file, length: size(of: entries), dropped: 0, isNew: true)
  }

  private static func size(of entries: [String]) -> Int { entries.reduce(0) { $0 + $1.utf8.count } }

  private static func replace(
    _ place: FilePlace, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> Opened {
    guard let old = try place.target() else {
      return try create(place, permissions: permissions, holding: entries)
    }
    // Held until the new file stands, so that a recording under way is not taken from another process.
    let former = try lockedFile(at: place)
    let file = try replacement(
      at: place, holding: entries, permissions: old.permissions, newPermissions: permissions)
    withExtendedLifetime(former) {}
    return Opened(file: file, length: size(of: entries), dropped: 0, isNew: true)
  }

  private static func resume(_ place: FilePlace) throws(FileError) -> Opened {
    let file = try lockedFile(at: place)
    do {
      let size = try file.status().size
      let length = try endOfLastLine(of: file, size: size)
      guard length > 0 || size == 0 else { throw FileError(place.path, .noWholeLine) }
      if length < size { try file.setLength(length) }
      return Opened(file: file, length: length, dropped: size - length, isNew: false)
    } catch let error as SystemCode {
      throw FileError.reading(place.path, error)
    } catch let error as FileError {
      throw error
    } catch {
      preconditionFailure("resuming \(place.path) failed with \(error)")
    }
  }

  /// Opens and locks the file that has the name; one that was replaced between the two is let go, and its successor
  /// taken.
  private static func lockedFile(at place: FilePlace) throws(FileError) -> OpenFile {
    for _ in 1...16 {
      guard try place.target() != nil else { throw FileError(place.path, .missing) }
      let file: OpenFile
      do {
        file = try place.folder.openToAppend(place.name)
      } catch {
        throw error.number == EACCES ? FileError(place.path, .notWritable(error)) : .opening(place.path, error)
      }
      try lock(file, path: place.path)
      if let target = try place.target(), target.identity == (try? file.status().identity) { return file }
    }
    throw FileError(place.path, .movedAway)
  }

  private static func lock(_ file: OpenFile, path: String) throws(FileError) {
    do {
      try file.lock()
    } catch {
      throw FileError.locking(path, error)
    }
  }

  /// The length up to and with the last line feed, found from the end in pieces of 64 KiB.
  private static func endOfLastLine(of file: OpenFile, size: Int) throws(SystemCode) -> Int {
    var piece = [UInt8](repeating: 0, count: min(size, LineReader.chunkSize))
    var end = size
    while end > 0 {
      let start = max(0, end - piece.count)
      let read = try checked(cfiles_read_at(file.descriptor, &piece, end - start, Int64(start)))
      guard read == end - start else { throw SystemCode(EIO) }
      if let feed = piece[..<read].lastIndex(of: 0x0A) { return start + feed + 1 }
      end = start
    }
    return 0
  }
}
