import CFiles

/// An open folder; it does not follow symbolic links in names.
struct Folder {
  let file: OpenFile

  /// Follows symbolic links, because the user named the path.
  init(_ path: String) throws(SystemCode) {
    file = OpenFile(owning: try checked(cfiles_open_folder(cfiles_working_directory(), try systemPath(path), 1)))
  }

  private init(owning descriptor: Int32) {
    file = OpenFile(owning: descriptor)
  }

  private var descriptor: Int32 { file.descriptor }

  func folder(_ name: String) throws(SystemCode) -> Folder {
    Folder(owning: try checked(cfiles_open_folder(descriptor, name, 0)))
  }

  func openToRead(_ name: String) throws(SystemCode) -> OpenFile {
    OpenFile(owning: try checked(cfiles_open_to_read(descriptor, name, 0)))
  }

  func openToAppend(_ name: String) throws(SystemCode) -> OpenFile {
    OpenFile(owning: try checked(cfiles_open_to_append(descriptor, name)))
  }

  func create(_ name: String, permissions: UInt32) throws(SystemCode) -> OpenFile {
    OpenFile(owning: try checked(cfiles_create(descriptor, name, permissions)))
  }

  /// A crash removes the file, until it is forgotten.
  func noteTemporary(_ name: String) -> Int32 { cfiles_note_temporary(descriptor, name) }
  func forgetTemporary(_ number: Int32) { cfiles_forget_temporary(number) }

  /// The status of the name itself; nil if it does not exist.
  func status(of name: String, followingLinks: Bool = false) throws(SystemCode) -> FileStatus? {
    var found = cfiles_status()
    let result = cfiles_status_at(descriptor, name, followingLinks ? 1 : 0, &found)
    if result == -ENOENT { return nil }
    try checked(result)
    return FileStatus(found)
  }

  func rename(_ name: String, to other: String) throws(SystemCode) {
    try checked(cfiles_rename(descriptor, name, other))
  }

  /// Fails with EEXIST if the new name is in use.
  func rename(_ name: String, toNew other: String) throws(SystemCode) {
    try checked(cfiles_rename_new(descriptor, name, other))
  }

  func remove(_ name: String) throws(SystemCode) {
    try checked(cfiles_remove(descriptor, name))
  }

  func makeFolder(_ name: String) throws(SystemCode) -> Folder {
    try checked(cfiles_make_folder(descriptor, name, 0o777))
    return try folder(name)
  }

  func removeFolder(_ name: String) throws(SystemCode) {
    try checked(cfiles_remove_folder(descriptor, name))
  }

  func sync() throws(SystemCode) {
    try checked(cfiles_sync_folder(descriptor))
  }

  /// The names' bytes, in the file system's order.
  func names() throws(SystemCode) -> [[UInt8]] {
    var listing: UnsafeMutableRawPointer?
    try checked(cfiles_list_begin(descriptor, &listing))
    defer { cfiles_list_end(listing) }
    var names: [[UInt8]] = []
    var failure: Int32 = 0
    while let name = cfiles_list_next(listing, &failure) {
      names.append(Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
    }
    try checked(failure)
    return names
  }
}
