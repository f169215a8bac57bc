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
      return Completion(start: start, candidates: Self.fileNames(prefix).map { Completion.Candidate($0) }, suffix: "")
    }
  }

  /// The names in the folder that the prefix leads to; a folder ends in a slash, so that the next Tab enters it.
  private static func fileNames(_ prefix: String) -> [String] {
    let slash = prefix.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(prefix[...$0]) } ?? ""
    guard let entries = try? listFolder(folder.isEmpty ? "." : folder.expanded(from: homeFolder)) else { return [] }
    return entries.map { folder + $0.name + ($0.isFolder ? "/" : "") }.filter { $0.utf8.starts(with: prefix.utf8) }
  }
}

extension LineCompletion.Candidate {
  fileprivate var onTerminal: Completion.Candidate { Completion.Candidate(text, note: note) }
}
