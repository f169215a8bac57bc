import Console
import Files
import Transcripts
import ViewModels

/// What is compared with a base: machines by their names, and transcripts by their paths.
struct BaseOperands {
  private(set) var names: [String] = []
  private var paths: [String] = []

  /// The folder whose transcripts are played where none is named.
  static let folder = "Transcripts"

  init(_ arguments: [String]) {
    for argument in arguments {
      if Self.isPath(argument) { paths.append(argument) } else { names.append(argument) }
    }
    if paths.isEmpty, (try? realPath(Self.folder)) != nil { paths = [Self.folder] }
  }

  /// A machine's name has neither a slash nor an ending.
  private static func isPath(_ argument: String) -> Bool {
    let path = CaseSelection.split(argument).path
    return path.utf8.contains(UInt8(ascii: "/")) || path.hasSuffix(".\(TranscriptFiles.fileExtension)")
      || (try? realPath(path)) != nil
  }

  /// The transcripts, `PATH` or `PATH:LINE`, by the title of the machine that each is of, and why others cannot be read.
  func scripts(_ catalogue: Catalogue) throws -> (paths: [String: [String]], refusals: [[Diagnostic]]) {
    var found: [String: [String]] = [:]
    var refusals: [[Diagnostic]] = []
    for argument in paths {
      let (path, line) = CaseSelection.split(argument)
      let files = try TranscriptFiles(path)
      if let noun = files.noun { try CaseSelection.requireNone(line, of: noun, in: path) }
      for path in files.paths {
        do {
          let name = try TranscriptFile.read(path).transcript.machine.description
          // A machine that is gone is told of as such.
          guard let machine = try? catalogue.machine(named: name) else { continue }
          found[machine.title, default: []].append(path + (line.map { ":\($0)" } ?? ""))
        } catch {
          refusals.append(error.diagnostics)
        }
      }
    }
    return (found, refusals)
  }
}
