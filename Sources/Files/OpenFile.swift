import CFiles

/// An open descriptor, closed with its last owner.
final class OpenFile: Sendable {
  let descriptor: Int32
  private let isOwned: Bool

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = true
  }

  /// Does not close the descriptor.
  init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  deinit {
    guard isOwned else { return }
    cfiles_unlock(descriptor)
    _ = cfiles_close(descriptor)
  }

  /// Follows symbolic links, because the user named the path; does not block on a FIFO.
  convenience init(reading path: String) throws(SystemCode) {
    self.init(owning: try checked(cfiles_open_to_read(cfiles_working_directory(), try systemPath(path), 1)))
  }

  func status() throws(SystemCode) -> FileStatus {
    var found = cfiles_status()
    try checked(cfiles_status(descriptor, &found))
    return FileStatus(found)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> WriteOutcome {
    var written = 0
    while written < bytes.count {
      let result = cfiles_write(descriptor, bytes.baseAddress! + written, bytes.count - written)
      if result < 0 { return WriteOutcome(written: written, failure: SystemCode(Int32(-result))) }
      if result == 0 { return WriteOutcome(written: written, failure: SystemCode(EIO)) }
      written += result
    }
    return WriteOutcome(written: written, failure: nil)
  }

  func write(_ text: String) -> WriteOutcome {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func setLength(_ length: Int) throws(SystemCode) {
    try checked(cfiles_set_length(descriptor, Int64(length)))
  }

  func setPermissions(_ permissions: UInt32) throws(SystemCode) {
    try checked(cfiles_set_permissions(descriptor, permissions & 0o777))
  }

  func sync() throws(SystemCode) {
    try checked(cfiles_sync(descriptor))
  }

  func lock() throws(SystemCode) {
    try checked(cfiles_lock(descriptor))
  }
}

struct WriteOutcome {
  let written: Int
  let failure: SystemCode?
}
