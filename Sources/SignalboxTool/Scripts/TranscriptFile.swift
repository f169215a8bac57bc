import Console
import Files
import Traces
import Transcripts

extension TranscriptFile {
  /// Reads a transcript, and what it uses.
  ///
  /// - Parameter text: What the file holds; nil to read it.
  static func read(
    _ path: String, text: String? = nil, awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(InputProblems) -> TranscriptFile {
    let text = if let text { text } else { try InputProblems.readText(path) }
    do throws(TranscriptFile.Problem) {
      return try TranscriptFile(path: path, text: text, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
    } catch {
      throw InputProblems(error, path: path)
    }
  }

  /// The cases that a selection names.
  ///
  /// - Throws: that its line is in no case.
  func cases(_ selection: CaseSelection) throws(InputProblems) -> [TranscriptCase] {
    let lineCase = selection.line.flatMap(transcript.caseIndex)
    if let line = selection.line {
      try CaseSelection.require(line, atMost: transcript.lines.count, in: path)
      if lineCase == nil { throw InputProblems(diagnostics: [.noCase(path: path)]) }
    }
    return transcript.cases.indices.filter { index in
      if selection.line != nil, lineCase != index { return false }
      guard let title = selection.title else { return true }
      return transcript.cases[index].title.utf8.elementsEqual(title.utf8)
    }.map { transcript.cases[$0] }
  }
}

/// Which cases of a file are meant: all, those of a title, the one in which a line stands.
struct CaseSelection {
  var title: String?
  var line: Int?

  /// Splits `PATH:LINE`.
  static func split(_ argument: String) -> (path: String, line: Int?) {
    guard let colon = argument.utf8.lastIndex(of: UInt8(ascii: ":")) else { return (argument, nil) }
    let digits = argument.utf8[argument.utf8.index(after: colon)...]
    let isNumber = !digits.isEmpty && digits.allSatisfy(\.isDigit)
    guard isNumber, let line = Int(Substring(digits)) else { return (argument, nil) }
    return (String(argument[..<colon]), line)
  }

  /// Refuses a line that a file does not have.
  static func require(_ line: Int, atMost count: Int, in path: String) throws(InputProblems) {
    guard line > count else { return }
    let sentence = "line \(line) is beyond its end, since it has \(count.counted("line")); choose a line of it"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }

  /// Refuses a line of what has no cases, such as `a folder`.
  static func requireNone(_ line: Int?, of noun: String, in path: String) throws(InputProblems) {
    guard line != nil else { return }
    let sentence = "a line chooses a transcript's case, and this is \(noun); leave it out"
    throw InputProblems(diagnostics: [Diagnostic(code: "E1103", path: path, sentence: sentence)])
  }
}

/// Why a file cannot be taken: everything that was found in it.
struct InputProblems: Error {
  var diagnostics: [Diagnostic]

  init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  fileprivate init(_ problem: TranscriptFile.Problem, path: String) {
    diagnostics = problem.diagnostics(path: path)
  }

  static func readText(_ path: String) throws(InputProblems) -> String {
    do throws(TranscriptFile.Problem) {
      return try TranscriptFile.readText(path)
    } catch {
      throw InputProblems(error, path: path)
    }
  }
}

extension TranscriptFile.Problem {
  fileprivate func diagnostics(path: String) -> [Diagnostic] {
    switch self {
    case .unreadable(let error): return [Diagnostic(error)]
    case .unusable(let error, let file):
      var diagnostic = Diagnostic(error)
      diagnostic.sentence = "'%use \(file.path)': \(error.message)"
      diagnostic.path = path
      diagnostic.place = SourcePlace(line: file.line, column: 1)
      return [diagnostic]
    case .malformed(let problems, let path, let text): return problems.diagnostics(path: path, source: text)
    }
  }
}
