import ArgumentParser
import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// What of their machines the cases took, told beside what did not hold.
struct MeasureOptions: ParsableArguments {
  @Flag(name: .customLong("coverage"), help: "Also show what the cases take of their machines, as 'coverage' does.")
  var tells = false

  @Option(
    name: .customLong("coverage-json"),
    help: ArgumentHelp("Write the same into this file, as 'coverage --json' does.", valueName: "file"))
  var file: String?

  @Option(
    name: .customLong("min-coverage"),
    help: ArgumentHelp("Exit with 1 when the cases take less of a machine.", valueName: "percent"))
  var minimum: Int?

  func validate() throws {
    try Minimum.check(minimum, of: "--min-coverage")
  }

  /// Whether anything of it is asked for.
  var isWanted: Bool { tells || file != nil || minimum != nil }

  /// The lines for standard output, above those of the reports.
  func lines(_ rows: [CoverageRow]) -> [String] { tells && !rows.isEmpty ? CoverageText(rows).lines + [""] : [] }

  /// Writes the file, and says which machines are below the minimum.
  func finish(_ rows: [CoverageRow], _ counts: ReplayCounts, _ streams: Streams) -> Transcripts.ExitCode {
    let below = rows.filter { $0.isBelow(minimum ?? 0) }
    for row in below {
      streams.report(
        Diagnostic(
          code: "E1122",
          sentence: "the cases take \(row.coverage.count().percent ?? 0)% of \(row.machine.title), which is below the "
            + "\(minimum ?? 0)% of '--min-coverage'; '--coverage' says what is missing"))
    }
    let code: Transcripts.ExitCode = below.isEmpty ? .agreed : .differs
    do throws(FileError) {
      guard let file else { return code }
      streams.warnOfLeftovers(beside: file)
      let text = CoverageJSON(rows, cases: counts.cases - counts.skipped, files: counts.files).text
      try replaceFile(at: file, with: text + "\n")
      return code
    } catch {
      let problem = Diagnostic(error)
      streams.report(problem)
      return code.combined(with: problem.exitCode)
    }
  }
}
