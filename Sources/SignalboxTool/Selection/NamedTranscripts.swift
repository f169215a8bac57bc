import Files
import Statecharts
import Transcripts

/// A transcript that an argument names.
struct NamedTranscript: Sendable {
  var path: String
  /// The line of the case that is meant; nil for all cases.
  var line: Int?
  /// The lines of `%case` of those that are left of them; nil for all.
  var caseLines: Set<Int>?
}

/// The transcripts that arguments name, in the order of the arguments, and of the paths in a folder.
struct NamedTranscripts {
  enum Entry: Sendable {
    case transcript(NamedTranscript)
    /// An argument that names none.
    case refused(FileResult)
  }

  var entries: [Entry] = []
  /// What was left out of them since.
  var leftOut = CaseTotal()
  /// What killed runs left behind in the folders.
  private(set) var staleTemporaries: [String] = []

  init(_ arguments: [String]) {
    for argument in arguments { add(argument) }
  }

  private mutating func add(_ argument: String) {
    let (path, line) = CaseSelection.split(argument)
    do {
      let files = try TranscriptFiles(path)
      if let noun = files.noun { try CaseSelection.requireNone(line, of: noun, in: path) }
      staleTemporaries += files.staleTemporaries
      entries += files.paths.map { .transcript(NamedTranscript(path: $0, line: line)) }
    } catch {
      let problems = Diagnostic.all(of: error)
      entries.append(.refused(FileResult(path: path, problems: problems, isUnread: error is FileError)))
    }
  }
}

/// The transcripts that a path names: itself, those in the folder, or those that fit a pattern.
struct TranscriptFiles {
  let paths: [String]
  let staleTemporaries: [String]
  /// What the path names: `a folder`, `a pattern`; nil for a file.
  let noun: String?

  /// - Throws: why the folder cannot be searched; a path that names no folder is taken for a file.
  init(_ path: String) throws {
    do throws(FileError) {
      let listing = try listFiles(under: path, withExtension: Self.fileExtension)
      (paths, staleTemporaries, noun) = (listing.files, listing.staleTemporaries, "a folder")
    } catch {
      guard error.cause == .missing, Name(error.path) == path else { throw error }
      guard let pattern = PathPattern(path), (try? realPath(path)) == nil else {
        (paths, staleTemporaries, noun) = ([path], [], nil)
        return
      }
      let listing = try listFiles(under: pattern.folder, withExtension: Self.fileExtension)
      paths = listing.files.compactMap(pattern.matched)
      staleTemporaries = []
      noun = "a pattern"
      guard paths.isEmpty else { return }
      throw Diagnostic(
        code: "E1117", path: path,
        sentence: "no transcript matches this pattern; '*' and '?' match within a name, '**' matches folders too")
    }
  }

  static let fileExtension = "transcript"

  /// The paths of the transcripts that an argument names, of which there has to be one.
  static func paths(of argument: String) throws -> [String] {
    let paths = try TranscriptFiles(argument).paths
    if paths.isEmpty { throw Diagnostic.noTranscript(in: argument) }
    return paths
  }
}

extension Diagnostic {
  /// A folder has none.
  fileprivate static func noTranscript(in folder: String) -> Diagnostic {
    Diagnostic(code: "E1103", path: folder, sentence: "the folder holds no file whose name ends with '.transcript'")
  }
}
