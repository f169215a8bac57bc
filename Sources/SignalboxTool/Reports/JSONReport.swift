import Statecharts
import Traces
import Transcripts

/// A run as JSON, one object per line, as in Documentation/replay.schema.json. The first key is the kind, the
/// second the schema version.
///
/// Each `file` precedes its `problem`s and `case`s, each `case` its `failure`s. The last line is the `summary`.
struct JSONReport {
  let run: RunResult

  static let version = Value.int(1)

  var lines: [String] { values.map(\.json) }

  var values: [Value] { run.files.flatMap(events) + [summary] }

  private func events(of file: FileResult) -> [Value] {
    let head: Value = [
      "file": .string(file.path), "v": Self.version, "machine": file.machine.map(Value.string) ?? .null,
    ]
    return [head] + file.problems.map { problem($0, of: file) }
      + file.cases.flatMap { [event(of: $0)] + $0.reported.map(failure) }
  }

  private func event(of result: CaseResult) -> Value {
    [
      "case": .string(result.title), "v": Self.version, "line": .int(result.line),
      "verdict": .string(result.verdict.word), "reason": result.verdict.reason.map(Value.string) ?? .null,
      "commands": .int(result.commands), "turns": .int(result.end?.turns ?? 0),
      "milliseconds": .int(result.end?.milliseconds ?? 0), "mutedLines": .int(result.mutedCount),
      "leftovers": .list(result.leftovers.map(Value.string)),
    ]
  }

  private func failure(_ failure: LocatedFailure) -> Value {
    [
      "failure": .string(failure.kind.rawValue), "v": Self.version, "file": .string(failure.path),
      "line": .int(failure.line), "column": failure.column.map(Value.int) ?? .null,
      "sentence": .string(failure.sentence), "details": .list(failure.details.map(Value.string)),
    ]
  }

  private func problem(_ problem: Diagnostic, of file: FileResult) -> Value {
    [
      "problem": .string(problem.code), "v": Self.version, "file": .string(problem.path ?? file.path),
      "line": problem.place.map { .int($0.line) } ?? .null, "column": problem.place.map { .int($0.column) } ?? .null,
      "sentence": .string(problem.sentence),
    ]
  }

  private var summary: Value {
    let counts = run.counts
    return [
      "summary": .string(run.summary), "v": Self.version, "exit": .int(Int(run.exitCode.rawValue)),
      "files": .int(counts.total.files), "unreadable": .int(run.unreadCount), "cases": .int(counts.total.cases),
      "passed": .int(counts.passed), "failed": .int(counts.failed), "failedAsExpected": .int(counts.expectedFailures),
      "passedUnexpectedly": .int(counts.unexpectedPasses), "leftOver": .int(counts.leftovers),
      "notDeterministic": .int(counts.nondeterministic), "errors": .int(counts.errors),
      "skipped": .int(counts.skipped), "mutedLines": .int(counts.mutedLines),
    ]
  }
}
