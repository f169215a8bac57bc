import Testing

@testable import Files

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder of a test's own, removed with everything in it.
final class Workspace {
  let path: String

  init() throws {
    var template = Array("/tmp/signalbox-files-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  deinit {
    Self.remove(path)
  }

  func at(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes raw bytes, past everything that is tested here.
  func put(_ bytes: some Sequence<UInt8>, at name: String, mode: mode_t = 0o644) throws {
    let bytes = Array(bytes)
    let descriptor = open(at(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, bytes.count - written) }
      try #require(result > 0)
      written += result
    }
    fchmod(descriptor, mode)
    close(descriptor)
  }

  func put(_ text: String, at name: String, mode: mode_t = 0o644) throws {
    try put(text.utf8, at: name, mode: mode)
  }

  func text(_ name: String) throws -> String { try readText(at(name), limit: 100_000_000) }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(at(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// All names, hidden ones included, sorted.
  func names() throws -> [String] {
    try Folder(path).names().map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  private static func remove(_ path: String) {
    if let names = try? Folder(path).names() {
      for name in names {
        let inner = "\(path)/\(String(decoding: name, as: UTF8.self))"
        if unlink(inner) != 0 { remove(inner) }
      }
    }
    rmdir(path)
  }
}

/// The error that `body` throws.
func fileError(_ body: () throws -> Void) throws -> FileError {
  try #require(throws: FileError.self, performing: body)
}

/// Both ends of a new pipe.
func makePipe() throws -> (reading: Int32, writing: Int32) {
  var ends: [Int32] = [0, 0]
  try #require(pipe(&ends) == 0)
  return (ends[0], ends[1])
}
