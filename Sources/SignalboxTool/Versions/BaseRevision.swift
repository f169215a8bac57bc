import Console
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

/// A git revision, and the package there to compare with.
struct BaseRevision {
  /// As the user wrote it.
  let name: String
  let commit: String
  let repository: String
  /// The nearest package at or above the current folder.
  let package: String

  init(_ name: String) throws {
    self.name = name
    let repository: String?
    do throws(FileError) {
      repository = try Git.folder
    } catch {
      throw Diagnostic(
        code: "E4271", sentence: "git cannot be started: \(error.message); '--base' needs it", exitCode: .environment)
    }
    guard let repository else { throw try Self.noRepository() }
    guard let commit = try Git.commit(of: name) else { throw try Self.unknown(name) }
    (self.repository, self.commit) = (repository, commit)
    package = try Self.package(below: repository)
  }

  /// For example `main (1a2b3c4d5e6f)`.
  var title: String {
    let short = String(commit.prefix(12))
    return name.hasBytes(of: commit) ? short : "\(name) (\(short))"
  }

  private static func noRepository() throws(FileError) -> Diagnostic {
    let trusting = try Git.lines(["-c", "safe.directory=*", "rev-parse", "--show-toplevel"])?.first
    guard let folder = trusting else {
      return Diagnostic(
        code: "E1191", sentence: "this folder is not in a git repository; run '--base' in the repository of the package"
      )
    }
    return Diagnostic(
      code: "E1193", path: folder,
      sentence: "git does not trust this repository, because another user owns it; "
        + "'git config --global --add safe.directory \(folder.asShellWord)' allows it")
  }

  private static func unknown(_ name: String) throws(FileError) -> Diagnostic {
    let isShallow = try Git.lines(["rev-parse", "--is-shallow-repository"])?.first == "true"
    let cure =
      isShallow
      ? "the clone is shallow; 'git fetch --unshallow' fetches the rest (in a workflow: 'fetch-depth: 0')"
      : "fetch it, or name another"
    return Diagnostic(code: "E1192", sentence: "git does not know the revision '\(name)'; \(cure)")
  }

  private static func package(below repository: String) throws -> String {
    var folder = try realPath(".")
    while true {
      if (try? realPath("\(folder)/Package.swift")) != nil { return folder }
      guard !folder.hasBytes(of: repository), folder != "/" else { break }
      folder = splitPath(folder).folder
    }
    throw Diagnostic(
      code: "E1194", path: ".",
      sentence:
        "there is no Package.swift here or above, up to \(repository); run '--base' in the folder of the package")
  }
}

struct BaseOperands {
  private(set) var names: [String] = []
  private var paths: [String] = []

  /// The default folder of transcripts.
  static let folder = "Transcripts"

  init(_ arguments: [String]) {
    for argument in arguments {
      if Self.isPath(argument) { paths.append(argument) } else { names.append(argument) }
    }
    if paths.isEmpty, (try? realPath(Self.folder)) != nil { paths = [Self.folder] }
  }

  /// A path contains a slash, has the transcripts' extension or exists.
  private static func isPath(_ argument: String) -> Bool {
    let path = CaseSelection.split(argument).path
    return path.utf8.contains(UInt8(ascii: "/")) || path.hasSuffix(".\(TranscriptFiles.fileExtension)")
      || (try? realPath(path)) != nil
  }

  /// The transcripts by machine title, and the errors of unreadable ones.
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
          // Removed machines are reported separately.
          guard let machine = try? catalogue.machine(named: name) else { continue }
          found[machine.title.text, default: []].append(path + (line.map { ":\($0)" } ?? ""))
        } catch {
          refusals.append(error.diagnostics)
        }
      }
    }
    return (found, refusals)
  }
}
