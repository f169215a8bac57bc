import ArgumentParser
import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

extension ExploreCommand {
  /// Refuses an export that cannot be, before anything is searched.
  func checkExport() throws {
    guard let export else { return }
    if !again.isEmpty {
      throw ValidationError(
        "'\(export.escapedForDisplay)' would say nothing of what can come about again; leave '--save' or '--again' out")
    }
  }

  /// Writes the search for Spin.
  ///
  /// - Throws: that a bound came first and is not accepted, or that the file cannot be written.
  func write(
    _ search: borrowing Search, of machine: Machine, behind preparation: [Stimulus], to path: String, _ tool: Tool
  ) throws {
    guard let graph = search.searchedGraph else { return }
    let report = search.report
    if let bound = report.bound, bound == .interrupted || !bounds.acceptBound {
      throw Diagnostic(
        code: "E1220",
        sentence:
          "nothing was exported, because the search was \(bound.told) and not all of \(machine.title) is known; "
          + "raise the bound, or export what is known with '--accept-bound'",
        exitCode: report.findings.isEmpty ? .inconclusive : .differs)
    }
    let export = SearchExport(machine, graph, report, behind: preparation)
    tool.streams.warnOfLeftovers(beside: path)
    let text = PromelaText(export, file: path).lines.map { $0 + "\n" }.joined()
    try replaceFile(at: path, with: text)
    let counts = "\(report.states.counted("state")), \(graph.stepCount.counted("step"))"
    try tool.streams.tell("  \(path.escapedForDisplay): \(counts)", beside: json)
  }
}
