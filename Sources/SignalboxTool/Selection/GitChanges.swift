import Console
import Files
import Traces
import Transcripts
import ViewModels

/// The files that differ from a revision of the repository in which the tool runs: changed, new or gone, committed or not.
struct GitChanges {
  /// The paths, without symbolic links, as bytes.
  private let paths: Set<[UInt8]>

  /// - Throws: that there is no git, no repository or no such revision.
  init(since revision: String) throws(Diagnostic) {
    guard let top = try Self.asking({ () throws(FileError) in try Git.folder }) else {
      throw Self.refusal("this folder is in no repository of git, so nothing is known of what changed; leave it out")
    }
    guard let commit = try Self.asking({ () throws(FileError) in try Git.commit(of: revision) }) else {
      throw Self.refusal("git knows no revision '\(revision)'; fetch it, or name another")
    }
    let (changed, new) = try Self.asking { () throws(FileError) in
      (
        try Git.lines(["-C", top, "diff", "--name-only", "--no-renames", commit, "--"]),
        try Git.lines(["-C", top, "ls-files", "--others", "--exclude-standard"])
      )
    }
    guard let changed, let new else { throw Self.refusal("git cannot tell what changed; see 'git diff \(revision)'") }
    paths = Set((changed + new).map { Array("\(top)/\(Self.unquoted($0))".utf8) })
  }

  private func contains(_ path: String) -> Bool {
    guard let path = try? realPath(path) else { return true }
    return paths.contains(Array(path.utf8))
  }

  /// Whether a transcript is to be looked at: it changed, or a file that it uses, or its machine is not the one of its header.
  func concern(_ file: SuiteSurvey.File, in catalogue: Catalogue) -> Bool {
    guard let machine = try? catalogue.machine(named: file.machine.description), let hash = file.machine.hash else {
      return true
    }
    return !hash.utf8.elementsEqual(machine.definitionHash.utf8) || ([file.path] + file.used).contains(where: contains)
  }

  private static func asking<Answer>(_ ask: () throws(FileError) -> Answer) throws(Diagnostic) -> Answer {
    do throws(FileError) {
      return try ask()
    } catch {
      throw refusal("git cannot be started: \(error.message)")
    }
  }

  private static func refusal(_ sentence: String) -> Diagnostic {
    Diagnostic(code: "E1123", sentence: "'--changed-since': \(sentence)")
  }

  /// A path as git writes it: in quotes, with escapes of C, where it holds what would be mistaken.
  private static func unquoted(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "\""), path.utf8.last == UInt8(ascii: "\"") else { return path }
    var bytes: [UInt8] = []
    var rest = path.utf8.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      if next.isDigit, let octal = UInt8(String(decoding: [next] + rest.prefix(2), as: UTF8.self), radix: 8) {
        bytes.append(octal)
        rest = rest.dropFirst(2)
      } else {
        let escapes: [UInt8: UInt8] = [
          UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
          UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13,
        ]
        bytes.append(escapes[next] ?? next)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
