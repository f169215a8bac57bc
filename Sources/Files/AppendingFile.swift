import CFiles

/// A file that a session writes entry by entry, locked against other recorders.
///
/// A committed entry survives `kill -9`. A failed write is undone, and later calls throw the same error, so that
/// nothing continues unrecorded. It refuses to write to a file that others moved or changed.
package final class AppendingFile {
  package enum Opening: Hashable, Sendable {
    case new
    /// Keeps the permissions of the old file.
    case replacing
    /// Continues after the last line feed and drops a torn entry.
    case resuming
    case resumingOrNew
  }

  package var path: String { place.path }
  package private(set) var length: Int
  package let droppedBytes: Int
  private let limits: TextLimits?

  let place: FilePlace
  var file: OpenFile
  /// The length after each appended entry.
  private var boundaries: [Int] = []
  private var failure: FileError?

  /// A new file appears with all `entries` or not at all.
  package init(
    _ path: String, opening: Opening = .new, permissions: UInt32 = 0o644,
    limits: TextLimits? = nil, holding entries: [String] = []
  ) throws(FileError) {
    place = try FilePlace(path)
    self.limits = limits
    try Self.check(entries, limits, path: path)
    let opened =
      switch opening {
      case .new: try Self.create(place, permissions: permissions, holding: entries)
      case .replacing: try Self.create(place, replacing: place.target(), permissions: permissions, holding: entries)
      case .resuming: try Self.resume(place)
      case .resumingOrNew:
        if try place.target() == nil {
          try Self.create(place, permissions: permissions, holding: entries)
        } else {
          try Self.resume(place)
        }
      }
    file = opened.file
    length = opened.length
    droppedBytes = opened.dropped
    boundaries = opened.boundaries
  }

  package var entryCount: Int { boundaries.count }

  /// Appends whole lines with one write, which commits them. `isLast` permits the reserved bytes. Only after
  /// `tooLargeToRead` may shorter entries still fit; other errors are final.
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

  /// Drops everything after `newLength`, which must end an entry.
  package func truncate(toLength newLength: Int) throws(FileError) {
    try expectUntouched()
    precondition((0...length).contains(newLength), "\(newLength) is outside the file's \(length) bytes")
    try attempt(file.setLength(newLength)) { failed(.writing(path, $0, kept: .entries(entryCount))) }
    length = newLength
    while let last = boundaries.last, last > length { boundaries.removeLast() }
  }

  /// Replaces all entries atomically. After a failure the old file remains usable.
  package func replace(with entries: [String]) throws(FileError) {
    let status = try expectUntouched()
    try Self.check(entries, limits, path: path)
    do {
      file = try Self.make(place, replacing: status.permissions, permissions: 0o600, holding: entries)
    } catch {
      // The name may already belong to the new file, while this object holds the old one.
      if case .syncFailed = error.cause { throw failed(error) }
      throw error
    }
    boundaries = Self.boundaries(of: entries)
    length = boundaries.last ?? 0
  }

  /// Changes between this check and the next write go unnoticed until the next check.
  @discardableResult
  private func expectUntouched() throws(FileError) -> FileStatus {
    if let failure { throw failure }
    let own = try attempt(file.status()) { failed(.reading(path, $0)) }
    let named = try attempt(place.folder.status(of: place.name)) { failed(.reading(path, $0)) }
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
  struct Opened {
    let file: OpenFile
    let length: Int
    var dropped = 0
    var boundaries: [Int] = []
  }

  private static func create(
    _ place: FilePlace, replacing old: FileStatus? = nil, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> Opened {
    // Locked until the new file is in place, so that another process keeps its running recording.
    let former = old == nil ? nil : try lockedFile(at: place)
    let file = try make(place, replacing: old?.permissions, permissions: permissions, holding: entries)
    withExtendedLifetime(former) {}
    let boundaries = boundaries(of: entries)
    return Opened(file: file, length: boundaries.last ?? 0, boundaries: boundaries)
  }

  /// Makes a file, locked before it has its name, so that no other process locks it first.
  ///
  /// - Parameter old: The permissions of the file to replace; nil if the name must be free.
  private static func make(
    _ place: FilePlace, replacing old: UInt32?, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> OpenFile {
    try holdingSignals { () throws(FileError) in
      let temporary = try TemporaryFile(
        beside: place, holding: entries, permissions: old, newPermissions: permissions)
      try lock(temporary.file, path: place.path)
      if old == nil { try temporary.appear() } else { try temporary.replace() }
      return temporary.file
    }
  }

  private static func resume(_ place: FilePlace) throws(FileError) -> Opened {
    let file = try lockedFile(at: place)
    let size = try attempt(file.status().size) { .reading(place.path, $0) }
    let length = try attempt(endOfLastLine(of: file, size: size)) { .reading(place.path, $0) }
    guard length > 0 || size == 0 else { throw FileError(place.path, .noWholeLine) }
    if length < size { try attempt(file.setLength(length)) { .reading(place.path, $0) } }
    return Opened(file: file, length: length, dropped: size - length)
  }

  /// Retries if another file takes the name before the lock.
  private static func lockedFile(at place: FilePlace) throws(FileError) -> OpenFile {
    for _ in 1...16 {
      guard try place.target() != nil else { throw FileError(place.path, .missing) }
      let file = try attempt(place.folder.openToAppend(place.name)) {
        $0.number == EACCES ? FileError(place.path, .notWritable($0)) : .opening(place.path, $0)
      }
      try lock(file, path: place.path)
      if let target = try place.target(), target.identity == (try? file.status().identity) { return file }
    }
    throw FileError(place.path, .movedAway)
  }

  private static func lock(_ file: OpenFile, path: String) throws(FileError) {
    try attempt(file.lock()) { FileError(path, $0.number == EWOULDBLOCK ? .locked : .lockFailed($0)) }
  }

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
