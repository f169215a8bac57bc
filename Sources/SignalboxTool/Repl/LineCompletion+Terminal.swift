import Console
import Files
import Terminal

extension LineCompletion {
  /// The completion as the line editor takes it; names of files are looked up.
  var onTerminal: Completion {
    switch source {
    case .candidates(let candidates):
      Completion(
        start: start, candidates: candidates.map { Completion.Candidate($0.text, note: $0.note) }, suffix: suffix)
    case .fileNames(let prefix):
      Completion(start: start, candidates: Self.fileNames(prefix), suffix: "")
    }
  }

  /// The names in the folder that the prefix leads to; a folder ends in a slash, so that the next Tab enters it.
  private static func fileNames(_ prefix: String) -> [Completion.Candidate] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    guard let entries = try? listFolder(folder.isEmpty ? "." : folder) else { return [] }
    return entries.map { Completion.Candidate(folder + $0.name + ($0.isFolder ? "/" : "")) }
      .filter { $0.text.utf8.starts(with: prefix.utf8) }
  }
}
