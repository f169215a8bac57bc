import CFiles

/// A file beside its place, removed unless it is moved there. Use it within ``holdingSignals(_:)``: a signal that
/// ends the process would leave it behind. A crash removes it.
final class TemporaryFile {
  static let prefix = ".signalbox-"
  static let suffix = ".tmp"

  let file: OpenFile
  private let place: FilePlace
  private let name: String
  /// For ``Folder/forgetTemporary(_:)``.
  private let number: Int32
  private var isRemoved = false

  /// `permissions` are exact; nil means `newPermissions` before the umask.
  init(
    beside place: FilePlace, holding texts: [String], permissions: UInt32?, newPermissions: UInt32
  ) throws(FileError) {
    self.place = place
    let initial = permissions == nil ? newPermissions : 0o600
    (file, name, number) = try attempt(Self.make(in: place.folder, permissions: initial)) { .making(place.path, $0) }
    for text in texts {
      if let failure = file.write(text).failure {
        throw FileError.writing(place.path, failure, kept: .oldContents)
      }
    }
    if let permissions {
      try attempt(file.setPermissions(permissions)) { FileError(place.path, .notWritable($0)) }
    }
    try attempt(file.sync()) { FileError(place.path, .syncFailed($0)) }
  }

  deinit {
    if !isRemoved { try? place.folder.remove(name) }
    place.folder.forgetTemporary(number)
  }

  func replace() throws(FileError) {
    try attempt(place.folder.rename(name, to: place.name)) { .making(place.path, $0) }
    try settle()
  }

  /// The name must be free.
  func appear() throws(FileError) {
    try attempt(place.folder.rename(name, toNew: place.name)) { .making(place.path, $0) }
    try settle()
  }

  private func settle() throws(FileError) {
    isRemoved = true
    try attempt(place.folder.sync()) { FileError(place.path, .syncFailed($0)) }
  }

  private static func make(in folder: Folder, permissions: UInt32) throws(SystemCode) -> (OpenFile, String, Int32) {
    for _ in 1...16 {
      let name = try randomName()
      let number = folder.noteTemporary(name)
      let file: OpenFile
      do {
        file = try folder.create(name, permissions: permissions)
      } catch {
        folder.forgetTemporary(number)
        guard error.number == EEXIST else { throw error }
        continue
      }
      if isHeld(file) { return (file, name, number) }
      try? folder.remove(name)
      folder.forgetTemporary(number)
    }
    throw SystemCode(EEXIST)
  }

  /// Locks a new file to show that it is in use; false if another process is checking it. File systems without
  /// locks are accepted.
  private static func isHeld(_ file: OpenFile) -> Bool {
    do {
      try file.lock()
      return true
    } catch {
      return error.number != EWOULDBLOCK
    }
  }

  /// Whether its process is gone.
  static func isStale(_ name: String, in folder: Folder) -> Bool {
    let isOurs =
      name.utf8.starts(with: prefix.utf8) && name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    guard isOurs, (try? folder.status(of: name))?.kind == .regular else { return false }
    guard let file = try? folder.openToRead(name) else { return true }
    return isHeld(file)
  }

  static func randomName() throws(SystemCode) -> String {
    var number: UInt64 = 0
    try checked(cfiles_random(&number, MemoryLayout<UInt64>.size))
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits + suffix
  }
}
