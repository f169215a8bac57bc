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
      return try TranscriptFile(
        path: path, text: text, language: .console, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
    } catch {
      throw InputProblems(error, path: path)
    }
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
