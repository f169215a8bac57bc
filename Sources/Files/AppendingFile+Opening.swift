import CFiles

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
    let temporary = try TemporaryFile(
      beside: place, holding: entries, permissions: permissions, newPermissions: newPermissions)
    try lock(temporary.file, path: place.path)
    try temporary.replace()
    return temporary.file
  }

  private static func create(
    _ place: FilePlace, permissions: UInt32, holding entries: [String]
  ) throws(FileError) -> Opened {
    // Locked before it has the name, so that nobody can come between.
    let temporary = try TemporaryFile(
      beside: place, holding: entries, permissions: nil, newPermissions: permissions)
    try lock(temporary.file, path: place.path)
    try temporary.appear()
    return Opened(file: temporary.file, length: size(of: entries), dropped: 0, isNew: true)
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
