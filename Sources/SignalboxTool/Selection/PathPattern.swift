import Transcripts

/// A path with the shell wildcards `*`, `?` and `**`. A matching folder covers all its files.
struct PathPattern: Sendable {
  private enum Part: Sendable {
    case folders
    case name(Glob)
  }

  /// The deepest folder without wildcards, to be searched.
  let folder: String
  /// Whether the pattern begins with a wildcard; then matched paths have no leading `./`.
  private let isBare: Bool
  private let parts: [Part]

  init?(_ path: String) {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard let first = names.firstIndex(where: \.isPattern) else { return nil }
    let plain = names[..<first]
    isBare = plain.isEmpty
    folder = plain.isEmpty ? "." : plain == [""] ? "/" : plain.joined(separator: "/")
    parts = names[first...].filter { !$0.isEmpty }.map { $0 == "**" ? .folders : .name(Glob($0)) }
  }

  /// Nil if neither the path nor a parent folder matches.
  func matched(_ path: String) -> String? {
    guard matches(path) else { return nil }
    return isBare ? String(Substring(path.utf8.dropFirst(folder.utf8.count + 1))) : path
  }

  private func matches(_ path: String) -> Bool {
    let prefix = folder.utf8.last == UInt8(ascii: "/") ? folder.utf8.count : folder.utf8.count + 1
    let names = path.utf8.dropFirst(prefix).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    var reached = closed([0])
    for name in names {
      if reached.contains(parts.count) { return true }
      reached = closed(reached.flatMap { next($0, name) })
    }
    return reached.contains(parts.count)
  }

  private func next(_ part: Int, _ name: String) -> [Int] {
    guard part < parts.count else { return [] }
    switch parts[part] {
    case .folders: return [part]
    case .name(let glob): return glob.matches(name) ? [part + 1] : []
    }
  }

  /// Adds the positions behind each `**`, which may match no folder.
  private func closed(_ parts: [Int]) -> [Int] {
    var result: [Int] = []
    for part in parts {
      var part = part
      while !result.contains(part) {
        result.append(part)
        guard part < self.parts.count, case .folders = self.parts[part] else { break }
        part += 1
      }
    }
    return result
  }
}

extension String {
  fileprivate var isPattern: Bool { utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } }
}
