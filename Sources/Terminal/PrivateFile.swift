import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open regular file of the user with mode 0600; links are refused. The last reference closes and unlocks it.
final class PrivateFile {
  private let path: String
  private let descriptor: Int32

  private static let lockAttempts = 50
  private static let lockPauseMicroseconds: UInt32 = 10_000

  private init(path: String, flags: Int32) throws(HistoryWarning) {
    self.path = path
    descriptor = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor < 0 else { return }
    switch errno {
    case ELOOP: throw .isLink(path: path)
    case EISDIR, ENXIO: throw .isNotAFile(path: path)
    default: throw .system(path: path, errno: errno)
    }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Nil if the file does not exist.
  static func openForReading(_ path: String, warnings: inout [HistoryWarning]) throws(HistoryWarning) -> PrivateFile? {
    do throws(HistoryWarning) {
      let file = try PrivateFile(path: path, flags: O_RDONLY)
      try file.makePrivate(&warnings)
      return file
    } catch .system(_, ENOENT) {
      return nil
    } catch {
      throw error
    }
  }

  /// Creates what is missing, and locks the file.
  static func openForAppending(_ path: String, warnings: inout [HistoryWarning]) throws(HistoryWarning) -> PrivateFile {
    try PrivateDirectory(path: splitPath(path).folder).prepare()
    // Another session may replace the file while we wait for the lock.
    for _ in 0..<10 {
      let file = try PrivateFile(path: path, flags: O_RDWR | O_APPEND | O_CREAT)
      try file.makePrivate(&warnings)
      try file.takeLock()
      if file.isAtItsPath { return file }
    }
    throw .isLocked(path: path)
  }

  func lines(limit: Int) throws(HistoryWarning) -> HistoryLines {
    guard try status().st_size <= limit else { throw .isTooLarge(path: path, limit: limit) }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(path: path, errno: errno) }
    let reader = LineReader(
      descriptor: descriptor, name: path, lineLimit: HistoryEntry.maximumLineBytes, ending: .lineFeed)
    return try HistoryLines(reader)
  }

  func endsInsideLine() throws(HistoryWarning) -> Bool {
    let size = try status().st_size
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  /// Leaves an incomplete text only if the disk is full.
  func write(_ text: String) throws(HistoryWarning) {
    let writer = CheckedWriter(descriptor: descriptor, name: path, flushing: .whenFull)
    do throws(FileError) {
      try writer.write(text)
      try writer.flush()
    } catch {
      throw .failed(error)
    }
  }

  /// Replaces the file atomically.
  func replace(with text: String) throws(HistoryWarning) {
    do throws(FileError) {
      try replaceFile(at: path, with: text, newPermissions: 0o600)
    } catch {
      throw .failed(error)
    }
  }

  private func status() throws(HistoryWarning) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(path: path, errno: errno) }
    return status
  }

  private func makePrivate(_ warnings: inout [HistoryWarning]) throws(HistoryWarning) {
    let status = try status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw .isNotAFile(path: path) }
    guard status.st_uid == geteuid() else { throw .belongsToSomebodyElse(path: path) }
    guard status.st_mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, 0o600) == 0 else { throw .system(path: path, errno: errno) }
    warnings.append(.madePrivate(path: path))
  }

  private func takeLock() throws(HistoryWarning) {
    for _ in 0..<Self.lockAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(path: path, errno: errno) }
      usleep(Self.lockPauseMicroseconds)
    }
    throw .isLocked(path: path)
  }

  private var isAtItsPath: Bool {
    var here = stat()
    var there = stat()
    guard fstat(descriptor, &here) == 0, lstat(path, &there) == 0 else { return false }
    return here.st_ino == there.st_ino && here.st_dev == there.st_dev
  }
}
