import Console
import Differences
import Traces
import Transcripts
import ViewModels

/// What a transcript would be on each of two machines, as a patch from the one to the other.
///
/// On each machine the transcript is brought up to date as `replay --update` does it, but for what an update would lose, which goes:
/// what holds stays as it is, comments and matchers included.
struct TranscriptPatch {
  /// The lines, without line ends; none where the transcript is the same on both.
  let lines: [String]
  /// Why cases are left as they are on a machine.
  let refusals: [Diagnostic]
  /// What the machines did in each case that ran on both.
  let runs: [Sides<Trace>]

  /// - Throws: that the file cannot be read as a transcript.
  init(of path: String, on machines: Sides<Machine>, _ tool: Tool, _ budget: CommandBudget) throws {
    let file = try TranscriptFile.read(path, awaitsOutput: true)
    let updates = machines.map { machine in
      let runner = ConsoleRunner(catalogue: tool.catalogue, replacement: machine, budget: budget)
      return Update(of: file, on: machine, runner)
    }
    let below = path.utf8.starts(with: "./".utf8) ? String(Substring(path.utf8.dropFirst(2))) : path
    let texts = updates.map(\.text)
    lines = UnifiedDiff(texts, of: String(Substring(below.utf8.drop { $0 == UInt8(ascii: "/") }))).lines
    refusals = updates.a.refusals + updates.b.refusals
    runs = zip(updates.a.traces, updates.b.traces).compactMap { a, b in
      a.flatMap { a in b.map { Sides(a: a, b: $0) } }
    }
    if let line = lines.first(where: { !$0.inertOutput.utf8.elementsEqual($0.utf8) }) {
      throw Diagnostic(
        code: "E1196", path: path,
        sentence:
          "a patch cannot hold '\(line.escapedForDisplay)' as it is printed; 'fmt' writes such characters as escapes")
    }
  }

  /// The transcript as it is on one machine.
  private struct Update {
    var text: String
    var refusals: [Diagnostic] = []
    /// What happened in each case; nil for one that did not run to its end.
    let traces: [Trace?]

    init(of file: TranscriptFile, on machine: Machine, _ runner: ConsoleRunner) {
      var runner = runner
      var results: [CaseResult] = []
      traces = file.transcript.cases.map { entry in
        runner.prepare(file.transcript.opening(of: entry))
        let (result, session) = file.transcript.replayGoingOn(entry, used: file.used, with: runner)
        results.append(result)
        if case .error = result.verdict { return nil }
        var trace = session?.trace
        trace?.header.title = entry.title
        return trace
      }
      let report = ReplayReport(path: file.path, transcript: file.transcript, cases: results)
      let update = report.updated(acceptsLost: true)
      text = update.transcript.of(machine.title, machine.definitionHash).print()
      refusals = results.compactMap { result in
        guard case .error(let error) = result.verdict else { return nil }
        return Diagnostic(
          code: "E5003", path: file.path, place: error.place,
          sentence: "the case is left as it is on \(machine.title): \(error.sentence)", exitCode: .differs)
      }
      refusals += update.notes.compactMap { note in
        guard case .refused(_, let reason) = note.kind else { return nil }
        return Diagnostic(
          code: "E5003", path: file.path, place: SourcePlace(line: note.line, column: 1),
          sentence: "the case is left as it is on \(machine.title): \(reason)", exitCode: .differs)
      }
    }
  }
}
