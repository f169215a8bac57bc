import DiagramFiles
import Files
import ViewModels

/// The text of a transcript whose machine is a diagram: it names the diagram from its own folder.
struct DiagramTranscript {
  private static let mark = "%machine file:"

  let text: String

  /// - Parameters:
  ///   - path: The transcript's path.
  ///   - root: The folder where both paths begin; nil for the current one.
  /// - Throws: If the diagram is not inside the transcript's folder, as `%machine` requires.
  init(_ written: String, at path: String, under root: String? = nil) throws(FileError) {
    let lines = written.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[1].utf8.starts(with: Self.mark.utf8) else {
      text = written
      return
    }
    let words = lines[1].dropFirst(Self.mark.count).split(separator: " ", maxSplits: 1)
    let base = root.map { "\($0)/" } ?? ""
    let inner = try Self.path(of: base + (words.first ?? ""), from: base + splitPath(path).folder)
    let rest = words.count > 1 ? " \(words[1])" : ""
    text = "\(lines[0])\n\(Self.mark)\(inner)\(rest)\n\(lines[2])"
  }

  /// Checks before long work that a transcript in the folder can name the machine.
  static func require(_ machine: Machine, in folder: String) throws(FileError) {
    if let diagram = DiagramReference(machine.title.text) { _ = try path(of: diagram.wholePath, from: folder) }
  }

  private static func path(of diagram: String, from folder: String) throws(FileError) -> String {
    let (whole, root) = (try realPath(splitPath(diagram).folder), try realPath(folder))
    let file = "\(whole)/\(splitPath(diagram).name)"
    let prefix = root == "/" ? root : root + "/"
    guard file.utf8.starts(with: prefix.utf8) else { throw FileError(diagram, .unsafePath(.outside)) }
    return String(file.dropFirst(prefix.count))
  }
}

extension Machine {
  /// The title as a part of a file's name.
  var fileTitle: String { variant.isEmpty ? title.text.asFileName : title.text }
}
