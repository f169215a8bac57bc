#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct PrivateDirectory {
  let path: String

  /// Creates missing directories with mode 0700. An existing one must belong to the user and not be writable for
  /// others.
  func prepare() throws(HistoryWarning) {
    var status = stat()
    if stat(path, &status) != 0 {
      guard errno == ENOENT else { throw .system(path: path, errno: errno) }
      try make()
      guard stat(path, &status) == 0 else { throw .system(path: path, errno: errno) }
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .isNotAFile(path: path) }
    guard status.st_uid == geteuid() else { throw .belongsToSomebodyElse(path: path) }
    guard status.st_mode & 0o022 == 0 else { throw .directoryIsOpen(path: path) }
  }

  private func make() throws(HistoryWarning) {
    for end in path.utf8.indices.dropFirst() where path.utf8[end] == UInt8(ascii: "/") {
      try make(String(path[..<end]))
    }
    try make(path)
  }

  private func make(_ directory: String) throws(HistoryWarning) {
    guard mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
    let number = errno
    // In a read-only parent, mkdir may report another error although the directory exists.
    var status = stat()
    guard stat(directory, &status) != 0 else { return }
    throw .system(path: directory, errno: number)
  }
}
