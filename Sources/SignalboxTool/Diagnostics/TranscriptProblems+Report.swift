import Console
import Transcripts

extension TranscriptProblems {
  func diagnostics(path: String, source: String) -> [Diagnostic] {
    let lines = source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    var diagnostics = problems.map { problem in
      let line = lines.indices.contains(problem.place.line - 1) ? lines[problem.place.line - 1] : nil
      return Diagnostic(
        code: problem.code, path: path, place: problem.place, sentence: problem.sentence,
        excerpt: line.flatMap { String($0) }.flatMap { SourceExcerpt.of($0, .console) })
    }
    if omitted > 0 {
      diagnostics.append(
        Diagnostic(code: "E3004", path: path, sentence: "and \(omitted) more; fix these first"))
    }
    return diagnostics
  }
}
