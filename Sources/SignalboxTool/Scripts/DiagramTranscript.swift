import DiagramFiles
import Files
import Transcripts
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
    let (name, hash) = MachineReference.split(String(lines[1].dropFirst("%machine ".count)))
    let base = root.map { "\($0)/" } ?? ""
    let diagram = base + String(Substring(name.utf8.dropFirst("file:".utf8.count)))
    let inner = try Self.path(of: diagram, from: base + splitPath(path).folder)
    text = "\(lines[0])\n\(Self.mark)\(inner)\(hash.map { " \($0)" } ?? "")\n\(lines[2])"
  }

  /// Checks before long work that a transcript in the folder can name the machine.
  static func require(_ machine: Machine, in folder: String) throws(FileError) {
    guard let diagram = DiagramReference(machine.title.text)?.wholePath else { return }
    // A folder that does not exist yet contains no diagram.
    if (try? realPath(folder)) == nil { throw FileError(diagram, .unsafePath(.outside)) }
    _ = try path(of: diagram, from: folder)
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
