import Traces
import Transcripts

/// JUnit XML with virtual times in seconds. An expected failure is skipped, because JUnit has no such result.
struct JUnitReport {
  let run: RunResult

  var lines: [String] {
    let suites = run.files.map { file in
      (path: file.path, results: file.cases.map(Result.init) + [Result(problemsIn: file)].compactMap(\.self))
    }
    return [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<testsuites\(attributes([("name", "replay")] + Self.counts(suites.flatMap(\.results))))>",
    ]
      + suites.flatMap { lines(of: $0.results, in: $0.path) } + ["</testsuites>"]
  }

  fileprivate enum Answer: Hashable { case passed, failure, error, skipped }

  fileprivate struct Result {
    var title: String
    var line: Int?
    var milliseconds: Int
    var answer: Answer
    var type = ""
    var message = ""
    var text: [String] = []
  }

  private func lines(of results: [Result], in path: String) -> [String] {
    let head = attributes([("name", path)] + Self.counts(results))
    return ["  <testsuite\(head)>"] + results.flatMap { lines(of: $0, in: path) } + ["  </testsuite>"]
  }

  private func lines(of result: Result, in path: String) -> [String] {
    let head = attributes(
      [
        ("name", result.title), ("classname", path), ("time", Self.seconds(result.milliseconds)), ("file", path),
      ] + (result.line.map { [("line", String($0))] } ?? []))
    switch result.answer {
    case .passed: return ["    <testcase\(head)/>"]
    case .skipped:
      return [
        "    <testcase\(head)>", "      <skipped\(attributes([("message", result.message)]))/>", "    </testcase>",
      ]
    case .failure, .error:
      let name = result.answer == .failure ? "failure" : "error"
      let open = "      <\(name)\(attributes([("message", result.message), ("type", result.type)]))>"
      let text = result.text.map(\.escapedForMarkup).joined(separator: "\n")
      return ["    <testcase\(head)>", "\(open)\(text)</\(name)>", "    </testcase>"]
    }
  }

  private static func counts(_ results: [Result]) -> [(String, String)] {
    func count(_ answer: Answer) -> String { String(results.count { $0.answer == answer }) }
    return [
      ("tests", String(results.count)), ("failures", count(.failure)), ("errors", count(.error)),
      ("skipped", count(.skipped)), ("time", seconds(results.reduce(0) { $0 + $1.milliseconds })),
    ]
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest)"
  }

  private func attributes(_ pairs: [(String, String)]) -> String {
    pairs.map { " \($0)=\"\($1.escapedForMarkup)\"" }.joined()
  }
}

extension JUnitReport.Result {
  fileprivate init(_ result: CaseResult) {
    title = result.title
    line = result.line
    milliseconds = result.end?.milliseconds ?? 0
    type = result.verdict.word
    message = result.reported.first?.sentence ?? type
    text = result.reported.groupedLines
    switch result.verdict {
    case .passed: answer = .passed
    case .failed, .unexpectedPass, .leftover, .nondeterministic: answer = .failure
    case .error: answer = .error
    case .skipped(let reason):
      answer = .skipped
      message = reason
    case .expectedFailure(let issue):
      answer = .skipped
      message = "failed as expected: \(issue)"
    }
  }

  fileprivate init?(problemsIn file: FileResult) {
    guard let first = file.problems.first else { return nil }
    title = file.path
    line = first.place?.line
    milliseconds = 0
    answer = .error
    type = first.code
    message = first.sentence
    text = file.problems.map(\.line)
  }
}
