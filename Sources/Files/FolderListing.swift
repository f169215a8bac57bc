package struct FolderListing: Hashable, Sendable {
  /// With the folder's path, sorted by UTF-8 bytes.
  package internal(set) var files: [String] = []
  /// Left by a killed process; reported, never read.
  package internal(set) var staleTemporaries: [String] = []

  package static let depthLimit = 64
  package static let fileLimit = 100_000
}

package struct FolderEntry: Hashable, Sendable {
  package let name: String
  /// Also true for a symbolic link to a folder.
  package let isFolder: Bool
}

/// Finds regular files with an extension at any depth. It skips hidden names and does not follow links to folders.
package func listFiles(under folder: String, withExtension fileExtension: String) throws(FileError) -> FolderListing {
  var search = FileSearch(suffix: ".\(fileExtension)")
  try search.enter(openFolder(folder), path: folder, depth: 1)
  search.listing.files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  search.listing.staleTemporaries.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  return search.listing
}

/// Files that a killed process left in the folder of `path`.
package func staleTemporaries(beside path: String) -> [String] {
  guard let place = try? FilePlace(path), let names = try? place.folder.names() else { return [] }
  let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
  return names.compactMap(text).filter { TemporaryFile.isStale($0, in: place.folder) }.map { folder + $0 }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

/// Lists a folder for completion: sorted, without hidden and invalid names.
package func listFolder(_ path: String) throws(FileError) -> [FolderEntry] {
  let folder = try openFolder(path)
  return try names(in: folder, path: path).compactMap(text).filter { $0.utf8.first != UInt8(ascii: ".") }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { name in
      let status = try? folder.status(of: name, followingLinks: true)
      return FolderEntry(name: name, isFolder: status?.kind == .directory)
    }
}

private struct FileSearch {
  let suffix: String
  var listing = FolderListing()

  mutating func enter(_ folder: Folder, path: String, depth: Int) throws(FileError) {
    guard depth <= FolderListing.depthLimit else {
      throw FileError(path, .tooDeep(limit: FolderListing.depthLimit))
    }
    let prefix = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    for bytes in try names(in: folder, path: path) {
      guard let name = text(bytes) else { throw FileError(path, .invalidName) }
      if TemporaryFile.isStale(name, in: folder) { listing.staleTemporaries.append(prefix + name) }
      if name.utf8.first == UInt8(ascii: ".") { continue }
      try take(name, in: folder, path: prefix + name, depth: depth)
    }
  }

  private mutating func take(_ name: String, in folder: Folder, path: String, depth: Int) throws(FileError) {
    let isNamedSo =
      name.utf8.count > suffix.utf8.count && name.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    switch (try? folder.status(of: name))?.kind {
    case .directory:
      let inner = try attempt(folder.folder(name)) { .opening(path, $0) }
      try enter(inner, path: path, depth: depth + 1)
    case .regular where isNamedSo:
      try add(path)
    case .symbolicLink where isNamedSo:
      if (try? folder.status(of: name, followingLinks: true))?.kind == .regular { try add(path) }
    case .regular, .symbolicLink, .special, nil:
      break
    }
  }

  private mutating func add(_ path: String) throws(FileError) {
    guard listing.files.count < FolderListing.fileLimit else {
      throw FileError(path, .tooManyFiles(limit: FolderListing.fileLimit))
    }
    listing.files.append(path)
  }
}

private func openFolder(_ path: String) throws(FileError) -> Folder {
  try attempt(Folder(path)) { .opening(path, $0) }
}

private func names(in folder: Folder, path: String) throws(FileError) -> [[UInt8]] {
  try attempt(folder.names()) { .reading(path, $0) }
}

private func text(_ name: [UInt8]) -> String? {
  name.withUnsafeBytes { UTF8Fault.first(in: $0) == nil } ? String(decoding: name, as: UTF8.self) : nil
}
