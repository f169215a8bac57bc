import Files

/// Tells, once for each folder that is written in, which temporary files a killed run left there.
final class Leftovers {
  private var folders: Set<[UInt8]> = []

  /// The files that nobody was told of yet, beside one that is to be written.
  func files(beside path: String) -> [String] {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { Array(path.utf8[...$0]) } ?? []
    return folders.insert(folder).inserted ? staleTemporaries(beside: path) : []
  }
}
