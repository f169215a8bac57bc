/// Splits a path at its last slash into the folder and the name in it; without a slash the folder is `.`.
///
/// The name is empty where the path is empty or ends in a slash.
package func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
}
