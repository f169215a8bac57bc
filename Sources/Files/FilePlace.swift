/// Where a file is to be made or replaced: its open folder, and its name there.
struct FilePlace {
  let path: String
  let folder: Folder
  let name: String

  init(_ path: String) throws(FileError) {
    self.path = path
    let split = splitPath(path)
    name = split.name
    guard !path.isEmpty else { throw FileError(path, .missing) }
    guard !["", ".", ".."].contains(name) else { throw FileError(path, .unsafeTarget(.directory)) }
    do {
      _ = try systemPath(name)
      folder = try Folder(split.folder)
    } catch {
      throw FileError.making(path, error)
    }
  }

  /// The status of the file to be replaced, or nil when there is none.
  ///
  /// - Throws: `unsafeTarget` for a symbolic link, anything but a regular file, and a file of several names.
  func target() throws(FileError) -> FileStatus? {
    let status: FileStatus?
    do {
      status = try folder.status(of: name)
    } catch {
      throw FileError.making(path, error)
    }
    if let fault = status?.targetFault { throw FileError(path, .unsafeTarget(fault)) }
    return status
  }
}
