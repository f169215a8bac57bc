import CFiles

/// By what it is seen that a file changed.
package struct FileStamp: Hashable, Sendable {
  private let modified: Int64
  private let size: Int64
  private let inode: UInt64

  /// Returns nil where there is no file; symbolic links are followed.
  package init?(_ path: String) {
    var found = cfiles_status()
    guard let path = try? systemPath(path),
      (try? checked(cfiles_status_at(cfiles_working_directory(), path, 1, &found))) != nil
    else { return nil }
    (modified, size, inode) = (found.modified, found.size, found.inode)
  }
}

/// Waits. Signals that end the process end it meanwhile.
package func sleep(milliseconds: Int) { cfiles_sleep(Int32(clamping: milliseconds)) }
