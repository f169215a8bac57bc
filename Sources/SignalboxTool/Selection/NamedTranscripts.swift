import Files
import Statecharts
import Transcripts

struct NamedTranscript: Sendable {
  var path: String
  /// Nil for all cases.
  var line: Int?
  /// A shard's `%case` lines; nil for all.
  var caseLines: Set<Int>?
  /// Its content; nil to read the file.
  var text: String?
}

/// The transcripts of the arguments, in argument and path order.
struct NamedTranscripts {
  enum Entry: Sendable {
    case transcript(NamedTranscript)
    /// An argument without transcripts.
    case refused(FileResult)
  }

  var entries: [Entry] = []
  var leftOut = CaseTotal()
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

/// A file, a folder's transcripts, or those that match a pattern.
struct TranscriptFiles {
  let paths: [String]
  let staleTemporaries: [String]
  /// `a folder` or `a pattern` for messages; nil for a file.
  let noun: String?

  /// A missing path counts as a file.
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
}
