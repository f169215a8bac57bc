import CFiles

/// A file beside its place, under a random name, that is removed unless it is put in its place.
final class TemporaryFile {
  static let prefix = ".signalbox-"
  static let suffix = ".tmp"

  let file: OpenFile
  private let place: FilePlace
  private let name: String
  private var isRemoved = false

  /// Makes the file and fills it.
  ///
  /// - Parameters:
  ///   - permissions: those of the file to replace, given as they are; nil means `newPermissions` less the umask.
  init(
    beside place: FilePlace, holding texts: [String], permissions: UInt32?, newPermissions: UInt32
  ) throws(FileError) {
    self.place = place
    do {
      (file, name) = try Self.make(in: place.folder, permissions: permissions == nil ? newPermissions : 0o600)
    } catch {
      throw FileError.making(place.path, error)
    }
    for text in texts {
      if let failure = file.write(text).failure {
        throw FileError.writing(place.path, failure, kept: .oldContents)
      }
    }
    do {
      if let permissions { try file.setPermissions(permissions) }
    } catch {
      throw FileError(place.path, .notWritable(error))
    }
    do {
      try file.sync()
    } catch {
      throw FileError(place.path, .syncFailed(error))
    }
  }

  deinit {
    if !isRemoved { try? place.folder.remove(name) }
  }

  /// Takes the place of the file that is there.
  func replace() throws(FileError) {
    do {
      try place.folder.rename(name, to: place.name)
    } catch {
      throw FileError.making(place.path, error)
    }
    try settle()
  }

  /// Takes the place, which must be free.
  func appear() throws(FileError) {
    do {
      try place.folder.rename(name, toNew: place.name)
    } catch {
      throw FileError.making(place.path, error)
    }
    try settle()
  }

  private func settle() throws(FileError) {
    isRemoved = true
    do {
      try place.folder.sync()
    } catch {
      throw FileError(place.path, .syncFailed(error))
    }
  }

  private static func make(in folder: Folder, permissions: UInt32) throws(SystemCode) -> (OpenFile, String) {
    for _ in 1...16 {
      let name = try randomName()
      do {
        return (try folder.create(name, permissions: permissions), name)
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw SystemCode(EEXIST)
  }

  private static func randomName() throws(SystemCode) -> String {
    var number: UInt64 = 0
    try checked(cfiles_random(&number, MemoryLayout<UInt64>.size))
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits + suffix
  }
}
