import CFiles

/// The absolute path of a file or folder, without symbolic links, `.` and `..`.
///
/// - Throws: `missing`, `linkLoop` and the like; `invalidName` where the path is not UTF-8.
package func realPath(_ path: String) throws(FileError) -> String {
  var failure: Int32 = 0
  var found: UnsafeMutablePointer<CChar>?
  do {
    found = cfiles_real_path(try systemPath(path), &failure)
  } catch {
    throw FileError.opening(path, error)
  }
  guard let found else { throw FileError.opening(path, SystemCode(-failure)) }
  defer { cfiles_free(found) }
  guard let real = String(validatingCString: found) else { throw FileError(path, .invalidName) }
  return real
}

/// Splits a path at its last slash into the folder and the name in it; without a slash the folder is `.`.
///
/// The name is empty where the path is empty or ends in a slash.
package func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
}
