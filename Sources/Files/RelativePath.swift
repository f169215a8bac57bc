import CFiles

/// A path written in a file, which cannot leave its folder.
package struct RelativePath: Hashable, Sendable {
  package static let byteLimit = 4096

  /// At least one, without `.` and empty ones.
  package let names: [String]

  package init(_ path: String) throws(FileError) {
    guard path.utf8.count <= Self.byteLimit else { throw FileError(path, .unsafePath(.tooLong)) }
    guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw FileError(path, .unsafePath(.controlCharacter))
    }
    guard path.utf8.first != UInt8(ascii: "/") else { throw FileError(path, .unsafePath(.absolute)) }
    let all = path.utf8.split(separator: UInt8(ascii: "/")).compactMap { String($0) }
    guard !all.contains("..") else { throw FileError(path, .unsafePath(.parent)) }
    names = all.filter { $0 != "." }
    guard !names.isEmpty else { throw FileError(path, .unsafePath(.empty)) }
    guard path.utf8.last != UInt8(ascii: "/") else { throw FileError(path, .directory) }
  }
}

/// Opens a file to read it, without following symbolic links but in `root`.
func openFile(_ path: String, under root: String) throws(FileError) -> OpenFile {
  let (folder, last) = try folder(of: path, under: root, makesMissing: false)
  return try attempt(folder.openToRead(last)) { refusal(of: last, in: folder, path: path, $0) }
}

/// The folder of a path, reached without following symbolic links but in `root`, and the path's last name.
private func folder(
  of path: String, under root: String, makesMissing: Bool
) throws(FileError) -> (folder: Folder, last: String) {
  let names = try RelativePath(path).names
  var folder = try attempt(Folder(root)) { .opening(root, $0) }
  for name in names.dropLast() {
    do throws(SystemCode) {
      let isMissing = makesMissing ? try folder.status(of: name) == nil : false
      folder = isMissing ? try folder.makeFolder(name) : try folder.folder(name)
    } catch {
      throw refusal(of: name, in: folder, path: path, error)
    }
  }
  return (folder, names[names.count - 1])
}

/// Systems report a forbidden symbolic link differently, so this checks the name again.
private func refusal(of name: String, in folder: Folder, path: String, _ code: SystemCode) -> FileError {
  let status = try? folder.status(of: name)
  return status?.kind == .symbolicLink
    ? FileError(path, .unsafePath(.symbolicLink)) : FileError.opening(path, code)
}

/// The absolute path without symbolic links, `.` and `..`.
package func realPath(_ path: String) throws(FileError) -> String {
  var failure: Int32 = 0
  let found = cfiles_real_path(try attempt(systemPath(path)) { .opening(path, $0) }, &failure)
  guard let found else { throw FileError.opening(path, SystemCode(-failure)) }
  defer { cfiles_free(found) }
  guard let real = String(validatingCString: found) else { throw FileError(path, .invalidName) }
  return real
}

/// Splits a path at its last slash; without one the folder is `.`.
package func splitPath(_ path: String) -> (folder: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
}

struct FilePlace {
  let path: String
  let folder: Folder
  let name: String

  /// - Parameter root: Where given, the path is below this folder, whose missing folders are made. Only links in
  ///   `root` are followed.
  init(_ path: String, under root: String? = nil) throws(FileError) {
    self.path = path
    if let root {
      (folder, name) = try Files.folder(of: path, under: root, makesMissing: true)
      return
    }
    let split = splitPath(path)
    name = split.name
    guard !path.isEmpty else { throw FileError(path, .missing) }
    guard !["", ".", ".."].contains(name) else { throw FileError(path, .unsafeTarget(.directory)) }
    _ = try attempt(systemPath(split.name)) { .making(path, $0) }
    folder = try attempt(Folder(split.folder)) { .making(path, $0) }
  }

  /// The file to replace; nil if there is none.
  func target() throws(FileError) -> FileStatus? {
    let status = try attempt(folder.status(of: name)) { .making(path, $0) }
    if let fault = status?.targetFault { throw FileError(path, .unsafeTarget(fault)) }
    return status
  }
}
