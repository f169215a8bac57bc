import ArgumentParser
import Console
import Exploration
import Files
import Traces
import Transcripts
import ViewModels

/// What a search is handed to.
enum ExportForm: Sendable {
  case promela
  case tla

  /// Chosen by what the name of the file ends in.
  init?(file: String) {
    if file.hasSuffix(".pml") { self = .promela } else if file.hasSuffix(".tla") { self = .tla } else { return nil }
  }

  /// The files of an export to this one.
  static func paths(of file: String) -> [String] {
    ExportForm(file: file) == .tla ? [file, configuration(of: file)] : [file]
  }

  static func configuration(of file: String) -> String { file.dropLast("tla".count) + "cfg" }
}

extension ExploreCommand {
  /// Refuses an export that cannot be, before anything is searched.
  func checkExport() throws {
    guard let export, let form = ExportForm(file: export) else { return }
    if !again.isEmpty {
      throw ValidationError(
        "'\(export.escapedForDisplay)' would say nothing of what can come about again; leave '--save' or '--again' out")
    }
    guard form == .tla else { return }
    if !leadsTo.isEmpty {
      throw ValidationError("a '.tla' file holds no promises; write a '.pml' file, or leave '--leads-to' out")
    }
    let name = (export.split(separator: "/").last ?? "").dropLast(".tla".count)
    if !TLAText.isName(name) {
      throw ValidationError(
        "a module of TLA+ cannot be called '\(String(name).escapedForDisplay)'; name the file with letters, digits and '_', as in 'login.tla'"
      )
    }
  }

  /// Writes the search for another engine.
  ///
  /// - Throws: that a bound came first and is not accepted, or that the file cannot be written.
  func write(
    _ search: borrowing Search, of machine: Machine, behind preparation: [Stimulus], to path: String, _ tool: Tool
  ) throws {
    guard let form = ExportForm(file: path), let graph = search.searchedGraph else { return }
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
    switch form {
    case .promela: try replaceFile(at: path, with: PromelaText(export, file: path).lines.text)
    case .tla:
      let module = TLAText(export, file: path)
      try replaceFile(at: path, with: module.lines.text)
      try replaceFile(at: ExportForm.configuration(of: path), with: module.configuration.text)
    }
    let counts = "\(report.states.counted("state")), \(graph.stepCount.counted("step"))"
    try tool.streams.tell("  \(path.escapedForDisplay): \(counts)", beside: json)
  }
}

extension [String] {
  /// The lines as a file holds them.
  fileprivate var text: String { map { $0 + "\n" }.joined() }
}
