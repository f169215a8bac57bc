import Files

/// The name of a diagram in a file: `flow.mmd`, `flow.scxml`, `README.md#2`, or one of these after `file:`.
package struct DiagramReference: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    case mermaid, scxml, markdown
  }

  package let format: Format
  package private(set) var path: String
  /// The number of the block in a Markdown file, from 1.
  package let block: Int?
  /// The folder that the path must not leave, without links; nil for a path that the user typed.
  package private(set) var root: String?
  /// Whether the name begins at the root.
  private var isNamedBelow = false

  private static let endings: [(String, Format)] = [
    (".mmd", .mermaid), (".mermaid", .mermaid), (".scxml", .scxml), (".md", .markdown), (".markdown", .markdown),
  ]

  /// Whether the text is the path of a Markdown file, without the number of a block.
  package static func isPage(_ path: String) -> Bool { format(of: path) == .markdown }

  private static func format(of path: String) -> Format? {
    endings.first { path.lowercased().withoutEnd($0.0) != nil }?.1
  }

  /// Nil if the text is not the name of a diagram's file.
  package init?(_ text: String) {
    var path = text.withoutStart("file:") ?? text
    var block: Int?
    if let mark = path.utf8.lastIndex(of: UInt8(ascii: "#")) {
      guard let number = Int(path[path.utf8.index(after: mark)...]), number > 0 else { return nil }
      block = number
      path = String(path[..<mark])
    }
    guard let format = Self.format(of: path) else { return nil }
    guard block == nil || format == .markdown else { return nil }
    (self.format, self.block) = (format, block)
    // A transcript's reference has `//` behind its folder.
    let parts = path.split(at: "//").flatMap { $0.head.isEmpty ? nil : $0 }
    (root, self.path) = (parts?.head, parts?.tail ?? path)
  }

  /// The diagram below a folder, without links.
  package func below(_ folder: String) -> DiagramReference {
    var reference = self
    if root != nil { reference.path = wholePath.withoutStart(folder == "/" ? folder : "\(folder)/") ?? wholePath }
    (reference.root, reference.isNamedBelow) = (folder, true)
    return reference
  }

  /// What is wrong with the name of a diagram's file that has more behind it; nil for other texts.
  static func problem(with text: String) -> DiagramProblem? {
    guard let mark = text.utf8.lastIndex(where: "#@".utf8.contains),
      let named = DiagramReference(String(text[..<mark])), named.block == nil
    else { return nil }
    let (place, rest) = (Place(line: 1), String(text[mark...]).cut)
    if rest.withoutStart("@") != nil { return place.malformed("a diagram has no variants", "leave out '\(rest)'") }
    return named.format == .markdown
      ? place.malformed("'\(rest)' is not the number of a block", "write '#1' for the first")
      : place.malformed("only blocks of Markdown files have numbers", "leave out '\(rest)'")
  }

  /// The machine's name.
  package var name: String { "file:\(isNamedBelow ? path : wholePath)" + (block.map { "#\($0)" } ?? "") }

  /// The path from where the tool was started.
  package var wholePath: String { root.map { $0 == "." ? path : "\($0)/\(path)" } ?? path }

  /// The file's last name without its ending.
  var stem: String {
    let name = splitPath(path).name
    return name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
  }
}

extension DiagramLimits {
  /// - Parameter root: The folder that the path must not leave; nil if it may be anywhere.
  /// - Throws: If the file cannot be read as UTF-8 within the limits.
  static func readText(_ path: String, under root: String?) throws(FileError) -> String {
    // Tools write SCXML as one line.
    let lineLimit = path.lowercased().hasSuffix(".scxml") ? fileBytes : lineBytes
    return try Files.readText(path, under: root, limit: fileBytes, lineLimit: lineLimit, skipsMark: true)
  }
}
