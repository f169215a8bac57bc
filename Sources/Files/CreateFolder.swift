import CFiles

package struct NewFile: Hashable, Sendable {
  package let path: RelativePath
  package let text: String

  package init(_ path: String, _ text: String) throws(FileError) {
    self.path = try RelativePath(path)
    self.text = text
  }
}

/// Makes a folder with `files` and their subfolders; it appears whole or not at all.
package func createFolder(at path: String, holding files: [NewFile]) throws(FileError) {
  let place = try FilePlace(path)
  let status = try attempt(place.folder.status(of: place.name)) { .making(path, $0) }
  guard status == nil else { throw FileError(path, .alreadyExists) }
  try holdingSignals { () throws(FileError) in
    let folder = try TemporaryFolder(beside: place)
    for file in files { try folder.add(file) }
    try folder.appear()
  }
}

/// Makes a folder and its missing parents.
package func makeFolder(at path: String) throws(FileError) {
  guard !path.isEmpty else { throw FileError(path, .missing) }
  var part = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
  for name in path.split(separator: "/") {
    part += name
    do throws(SystemCode) {
      _ = try Folder(part)
    } catch {
      guard error.number == ENOENT else { throw FileError.making("\(path)/", error) }
      _ = try attempt(Folder(splitPath(part).folder).makeFolder(String(name))) { .making("\(path)/", $0) }
    }
    part += "/"
  }
}

/// Removed unless it is moved to its place.
private final class TemporaryFolder {
  private let place: FilePlace
  private let name: String
  private let folder: Folder
  /// Parents first, so that removal in reverse order works.
  private var made: [(names: [String], isFolder: Bool)] = []
  private var isRemoved = false

  init(beside place: FilePlace) throws(FileError) {
    self.place = place
    do {
      name = try TemporaryFile.randomName()
      folder = try place.folder.makeFolder(name)
    } catch {
      throw FileError.making(place.path, error)
    }
  }

  deinit {
    guard !isRemoved else { return }
    for (names, isFolder) in made.reversed() {
      guard let last = names.last, let parent = try? folder(at: names.dropLast()) else { continue }
      if isFolder { try? parent.removeFolder(last) } else { try? parent.remove(last) }
    }
    try? place.folder.removeFolder(name)
  }

  func add(_ new: NewFile) throws(FileError) {
    let names = new.path.names
    do throws(SystemCode) {
      for count in 1..<names.count { try makeFolder(Array(names.prefix(count))) }
      let parent = try folder(at: names.dropLast())
      let file = try parent.create(names[names.count - 1], permissions: 0o644)
      made.append((names, false))
      if let failure = file.write(new.text).failure { throw failure }
      try file.sync()
    } catch {
      throw FileError.writing(place.path, error, kept: .oldContents)
    }
  }

  /// Moves the folder to its place. Replaces an empty folder that was made there since.
  func appear() throws(FileError) {
    try attempt(place.folder.rename(name, to: place.name)) { .making(place.path, $0) }
    isRemoved = true
    try attempt(place.folder.sync()) { FileError(place.path, .syncFailed($0)) }
  }

  private func makeFolder(_ names: [String]) throws(SystemCode) {
    guard !made.contains(where: { $0.isFolder && $0.names == names }) else { return }
    _ = try folder(at: names.dropLast()).makeFolder(names[names.count - 1])
    made.append((names, true))
  }

  private func folder(at names: ArraySlice<String>) throws(SystemCode) -> Folder {
    var found = folder
    for name in names { found = try found.folder(name) }
    return found
  }
}
