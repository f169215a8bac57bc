/// Links of Markdown pages to files of this repository.
enum MarkdownLink {
  /// Relative links of a page that lead to no file. Fenced and inline code is skipped, and so are anchors and
  /// addresses.
  /// - Parameter exists: whether a path, relative to the root, is there.
  static func violations(path: String, text: String, exists: (String) -> Bool) -> [Violation] {
    var isFenced = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isFenced.toggle()
        return [Violation]()
      }
      return (isFenced ? [] : targets(in: line)).compactMap { target in
        guard let file = resolve(target, from: path), !exists(file) else { return nil }
        return Violation(path: path, line: index + 1, message: "the link to '\(target)' leads nowhere; mend its path")
      }
    }
  }

  /// What stands in `](…)` and after `[name]: ` in a line.
  private static func targets(in line: Substring) -> [String] {
    let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "code" }.joined()
    let inline = pieces(of: prose, after: "](").compactMap {
      $0.split(whereSeparator: { $0 == ")" || $0 == " " }).first
    }
    let definition = prose.hasPrefix("[") ? pieces(of: prose, after: "]: ").prefix(1) : []
    return (inline + definition.compactMap { $0.split(separator: " ").first }).map(String.init)
  }

  private static func pieces(of text: String, after mark: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text[...]
    while let range = rest.firstRange(of: mark) {
      rest = rest[range.upperBound...]
      found.append(rest)
    }
    return found
  }

  /// A target's path from the root, or nil when it does not name a file of the repository.
  private static func resolve(_ target: String, from path: String) -> String? {
    let file = target.prefix { $0 != "#" && $0 != "?" }
    guard !file.isEmpty, !file.contains("://"), !file.hasPrefix("mailto:") else { return nil }
    var parts = file.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
    for part in file.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return "../\(file)" }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
