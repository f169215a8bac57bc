/// A page that says what became of an article: what it shows of sources and transcripts, and where it tells of
/// which hazard.
struct ArticlePage {
  /// Lines between fences.
  struct Fence {
    /// Where it begins, from 1.
    var line: Int
    var language: String
    /// The last file that the paragraph right above links to.
    var source: String?
    var lines: [String] = []
  }

  /// Where the page tells of hazards: a heading with its section, or a row of a table that they begin.
  struct Place {
    var line: Int
    var hazards: [String]
    /// The files that are linked there.
    var files: [String]
  }

  /// From the repository's root.
  let path: String
  let lines: [String]
  /// The text of a file by its path from the root; `nil` when there is none.
  private let file: (String) -> String?

  init(path: String, text: String, file: @escaping (String) -> String?) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.file = file
  }

  /// What of the page is not so, each with its line.
  var violations: [String] {
    fences.compactMap(violation) + places.flatMap(violations) + namesInTheGallery.flatMap(violations)
  }

  /// The hazards that a text names, in order.
  static func hazards(in text: String) -> [String] { text.matches(of: /HZ-[A-Z][0-9]+/).map { String($0.0) } }

  // MARK: Fences

  var fences: [Fence] {
    var fences: [Fence] = []
    var isOpen = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if !isOpen {
          fences.append(Fence(line: index + 1, language: String(line.dropFirst(3)), source: source(above: index)))
        }
        isOpen.toggle()
      } else if isOpen {
        fences[fences.count - 1].lines.append(line)
      }
    }
    return fences
  }

  private func source(above index: Int) -> String? {
    let above = lines[..<index].reversed().drop(while: \.isEmpty).prefix { !$0.isEmpty && !$0.hasPrefix("```") }
    return above.first.flatMap { _ in links(in: above.reversed().joined(separator: "\n")).last }
  }

  private func violation(of fence: Fence) -> String? {
    switch fence.language {
    case "swift":
      guard let source = fence.source, source.hasPrefix("Sources/Gallery/"), let text = file(source) else {
        return "\(path):\(fence.line): no source of the gallery is linked right above"
      }
      let stands = Excerpt(fence.lines).stands(
        in: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      return stands ? nil : "\(path):\(fence.line): \(source) has no such lines"
    case "text":
      guard let source = fence.source, source.hasPrefix("Transcripts/"), let text = file(source) else {
        return "\(path):\(fence.line): no transcript is linked right above"
      }
      let cases = text.split(separator: "\n%case ").dropFirst().map { $0.split(separator: "\n").map(String.init) }
      let stands = cases.contains(where: Excerpt(fence.lines).stands)
      return stands ? nil : "\(path):\(fence.line): \(source) has no case with such lines"
    case "console":
      let runs = fence.lines.first?.hasPrefix("$ ./Scripts/signalbox") ?? false
      return runs ? nil : "\(path):\(fence.line): the fence does not begin with a command of the tool"
    case "mermaid":
      let isChecked = fence.line > 1 && lines[fence.line - 2].hasPrefix("<!-- signalbox: ")
      return isChecked ? nil : "\(path):\(fence.line): no comment right above names the machine that is drawn"
    default:
      return "\(path):\(fence.line): nothing holds a fence of '\(fence.language)'"
    }
  }

  // MARK: Hazards

  var places: [Place] {
    let prose = prose
    return prose.indices.compactMap { index in
      let line = prose[index]
      let isHeading = line.hasPrefix("#")
      guard isHeading || line.hasPrefix("|") else { return nil }
      let hazards = Self.hazards(in: isHeading ? line : cells(of: line).first ?? "")
      let section = isHeading ? prose[(index + 1)...].prefix { !$0.hasPrefix("#") }.joined(separator: "\n") : line
      return hazards.isEmpty ? nil : Place(line: index + 1, hazards: hazards, files: links(in: section))
    }
  }

  private func violations(of place: Place) -> [String] {
    let named = place.files.flatMap { Self.hazards(in: file($0) ?? "") }
    return place.hazards.filter { !named.contains($0) }.map {
      "\(path):\(place.line): no file that is linked there names \($0)"
    }
  }

  // MARK: Names

  /// The rows of the tables that lead from the article to the gallery.
  private var namesInTheGallery: [(line: Int, names: [String], files: [String])] {
    var isInTable = false
    return prose.enumerated().compactMap { index, line in
      let cells = cells(of: line)
      let isHead = cells.first == "in the article"
      isInTable = isHead || isInTable && !cells.isEmpty
      guard isInTable, !isHead, let last = cells.last, !last.hasPrefix("---") else { return nil }
      return (index + 1, last.matches(of: /`([^`]+)`/).map { String($0.1) }, links(in: last))
    }
  }

  private func violations(of row: (line: Int, names: [String], files: [String])) -> [String] {
    if row.files.isEmpty { return ["\(path):\(row.line): no file is linked"] }
    return row.names.filter { name in !row.files.contains { file($0)?.contains(name) ?? false } }
      .map { "\(path):\(row.line): no file that is linked there has '\($0)'" }
  }

  // MARK: Text

  /// The lines with those of fences empty.
  private var prose: [String] {
    var isOpen = false
    return lines.map { line in
      defer { if line.hasPrefix("```") { isOpen.toggle() } }
      return isOpen || line.hasPrefix("```") ? "" : line
    }
  }

  private func cells(of line: String) -> [String] {
    guard line.hasPrefix("|") else { return [] }
    return line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }.map { cell in
      String(cell.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The files that a text links to, from the root, in order.
  private func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)#]+)/).map { match in
      var folders = path.split(separator: "/").dropLast()
      for part in match.1.split(separator: "/") {
        if part == ".." { _ = folders.popLast() } else { folders.append(part) }
      }
      return folders.joined(separator: "/")
    }
  }
}
