import Files
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
    case refused(FileOutcome)
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
      entries.append(.refused(FileOutcome(path: path, problems: problems, isUnread: error is FileError)))
    }
  }
}
