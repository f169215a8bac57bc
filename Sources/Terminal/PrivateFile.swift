#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file that only its user may read: no link, no stranger's, mode 0600 from the moment it exists. Closed with
/// the last reference; that gives up the lock.
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

  /// Returns nil when there is no file.
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

  /// Makes the directory and the file where they are missing, and takes the file's lock.
  static func openForAppending(_ path: String, warnings: inout [HistoryWarning]) throws(HistoryWarning) -> PrivateFile {
    try PrivateDirectory(of: path).prepare()
    // Another session may put a new file in this one's place while the lock is waited for.
    for _ in 0..<10 {
      let file = try PrivateFile(path: path, flags: O_RDWR | O_APPEND | O_CREAT)
      try file.makePrivate(&warnings)
      try file.takeLock()
      if file.isAtItsPath { return file }
    }
    throw .isLocked(path: path)
  }

  /// The bytes from the beginning.
  func read(atMost limit: Int) throws(HistoryWarning) -> [UInt8] {
    guard try status().st_size <= limit else { throw .isTooLarge(path: path, limit: limit) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(bytes.count)) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(path: path, errno: errno) }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw .isTooLarge(path: path, limit: limit) }
      bytes += chunk[..<count]
    }
  }

  /// Whether the file's last byte is not a newline.
  func endsInsideLine() throws(HistoryWarning) -> Bool {
    let size = try status().st_size
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  /// Writes all bytes, in one piece unless the system is out of room.
  func write(_ bytes: [UInt8]) throws(HistoryWarning) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(path: path, errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Puts a file of these bytes in the place of this one: the old one or the new one is there, whole, at any moment.
  func replace(with bytes: [UInt8]) throws(HistoryWarning) {
    let temporary = "\(path).\(getpid()).new"
    let file = try PrivateFile(path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
    do throws(HistoryWarning) {
      try file.write(bytes)
      guard fsync(file.descriptor) == 0, rename(temporary, path) == 0 else { throw .system(path: path, errno: errno) }
    } catch {
      _ = unlink(temporary)
      throw error
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
