import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is wrong with the history's file; never a reason to end a session.
package enum HistoryWarning: Error, Equatable, Sendable, CustomStringConvertible {
  case isLink(path: String)
  case isNotAFile(path: String)
  case belongsToSomebodyElse(path: String)
  /// Others may put files into the directory.
  case directoryIsOpen(path: String)
  case isTooLarge(path: String, limit: Int)
  /// The file was readable for others and no longer is.
  case madePrivate(path: String)
  /// Lines that this program did not write; they are skipped, and kept in the file.
  case hasForeignLines(path: String, count: Int)
  /// Another session holds the file's lock for longer than writing a line takes.
  case isLocked(path: String)
  /// The file cannot be opened or looked at.
  case system(path: String, errno: Int32)
  /// The file cannot be read or written.
  case failed(FileError)

  /// Whether the file is not used from now on.
  var isRefusal: Bool {
    switch self {
    case .isLink, .isNotAFile, .belongsToSomebodyElse, .directoryIsOpen, .isTooLarge, .system, .failed: true
    case .madePrivate, .hasForeignLines, .isLocked: false
    }
  }

  /// One sentence: what is wrong and what to do.
  package var description: String {
    switch self {
    case .isLink(let path):
      "history '\(path.cutAsPath.inert)' is a symbolic link and is not used; replace it by a file"
    case .isNotAFile(let path):
      "history '\(path.cutAsPath.inert)' is not a regular file and is not used; move it away"
    case .belongsToSomebodyElse(let path):
      "history '\(path.cutAsPath.inert)' belongs to another user and is not used; choose another file"
    case .directoryIsOpen(let path):
      "history is not used because others may write to '\(path.cutAsPath.inert)'; run 'chmod go-w' on it"
    case .isTooLarge(let path, let limit):
      "history '\(path.cutAsPath.inert)' is larger than \(limit) bytes and is not used; move it away"
    case .madePrivate(let path):
      "history '\(path.cutAsPath.inert)' was readable for others; it is private now"
    case .hasForeignLines(let path, let count):
      "history '\(path.cutAsPath.inert)' has \(count) lines that are not history; they are skipped and kept"
    case .isLocked(let path):
      "history '\(path.cutAsPath.inert)' is locked by another session; the line is remembered in this one only"
    case .system(let path, let number):
      "history '\(path.cutAsPath.inert)' is not used: \(String(cString: strerror(number)))"
    case .failed(let error):
      "history '\(error.path.cutAsPath.inert)' is not used: \(error.message)"
    }
  }
}
