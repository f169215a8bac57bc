import Console
import Files
import Terminal

extension LineCompletion {
  /// The completion as the line editor takes it; names of files are looked up.
  var onTerminal: Completion {
    switch source {
    case .candidates(let candidates):
      return Completion(
        start: start, candidates: candidates.map(\.onTerminal), suffix: suffix, refused: refused.map(\.onTerminal),
        advice: advice)
    case .fileNames(let prefix):
      return Completion(start: start, candidates: Self.fileNames(prefix).map(\.candidate), suffix: "")
    case .either(let candidates, let prefix, let ending):
      // Without a beginning every folder would stand beside the names.
      let files = Self.fileNames(prefix).filter { file in
        file.isFolder ? !prefix.isEmpty : file.name.utf8.reversed().starts(with: ending.utf8.reversed())
      }
      return Completion(
        start: start, candidates: candidates.map(\.onTerminal) + files.map(\.candidate),
        suffix: files.isEmpty ? suffix : "")
    }
  }

  private struct FileName {
    var name: String
    var isFolder: Bool

    /// A folder ends in a slash, so that the next Tab enters it.
    var candidate: Completion.Candidate { Completion.Candidate(isFolder ? name + "/" : name) }
  }

  /// The names in the folder that the prefix leads to.
  private static func fileNames(_ prefix: String) -> [FileName] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    guard let entries = try? listFolder(folder.isEmpty ? "." : folder.expanded(from: homeFolder)) else { return [] }
    return entries.map { FileName(name: folder + $0.name, isFolder: $0.isFolder) }
      .filter { $0.name.utf8.starts(with: prefix.utf8) }
  }
}

extension LineCompletion.Candidate {
  fileprivate var onTerminal: Completion.Candidate { Completion.Candidate(text, note: note) }
}
