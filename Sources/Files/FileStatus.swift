import CFiles

enum FileKind {
  case regular
  case directory
  case symbolicLink
  /// A FIFO, a device or a socket.
  case special
}

struct FileStatus {
  let kind: FileKind
  let permissions: UInt32
  let links: UInt64
  let size: Int
  let identity: Identity

  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  init(_ status: cfiles_status) {
    kind =
      switch status.mode & 0o170000 {
      case 0o100000: .regular
      case 0o040000: .directory
      case 0o120000: .symbolicLink
      default: .special
      }
    permissions = status.mode & 0o777
    links = status.links
    size = Int(status.size)
    identity = Identity(device: status.device, inode: status.inode)
  }

  /// Why this file may not be replaced; nil if it may.
  var targetFault: FileError.TargetFault? {
    switch kind {
    case .symbolicLink: .symbolicLink
    case .directory: .directory
    case .special: .notRegular
    case .regular: links > 1 ? .hardLinked : nil
    }
  }
}

/// Follows symbolic links; false if there is no file.
package func isSameFile(_ path: String, _ other: String) -> Bool {
  guard let first = status(at: path), let second = status(at: other) else { return false }
  return FileStatus(first).identity == FileStatus(second).identity
}

/// Follows symbolic links.
private func status(at path: String) -> cfiles_status? {
  var found = cfiles_status()
  guard let path = try? systemPath(path), cfiles_status_at(cfiles_working_directory(), path, 1, &found) >= 0 else {
    return nil
  }
  return found
}

/// Refuses a path with a NUL, where the system would cut it.
func systemPath(_ path: String) throws(SystemCode) -> String {
  guard !path.utf8.contains(0) else { throw SystemCode(EINVAL) }
  return path
}

/// Shows by comparison whether a file changed.
package struct FileStamp: Hashable, Sendable {
  private let modified: Int64
  private let size: Int64
  private let inode: UInt64

  /// Follows symbolic links.
  package init?(_ path: String) {
    guard let found = status(at: path) else { return nil }
    (modified, size, inode) = (found.modified, found.size, found.inode)
  }
}

/// Signals that end the process still end it.
package func sleep(milliseconds: Int) { cfiles_sleep(Int32(clamping: milliseconds)) }
