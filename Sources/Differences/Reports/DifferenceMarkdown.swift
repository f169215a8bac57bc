import Traces
import Turns

/// Writes a difference as a Markdown comment.
///
/// Text from runs is escaped, so that it cannot end a table cell, start markup or mention users.
package struct DifferenceMarkdown: Sendable {
  private let printer: DifferencePrinter

  private static let mostCauses = 20

  package init(_ printer: DifferencePrinter = DifferencePrinter()) {
    self.printer = printer
  }

  // MARK: Any comparison

  package struct Row: Sendable {
    let what: String
    let differenceClass: DifferenceClass
    /// Already Markdown.
    let place: String
    let count: Int
    let script: [String]
  }

  /// - Parameter script: Ends with the finding's command; empty for the opening.
  package func row(_ lead: Divergence, after script: [String], times count: Int) -> Row {
    let place = script.last.map { "step \(script.count): \(Self.code($0))" } ?? "opening"
    return Row(
      what: printer.what(lead), differenceClass: lead.differenceClass, place: place, count: count, script: script)
  }

  package func table(_ rows: [Row], from first: Int = 1, more: Int) -> [String] {
    if rows.isEmpty { return [] }
    return ["", "| | what differs | class | first place | times |", "|---|---|---|---|---|"]
      + rows.enumerated().map { number, row in
        "| \(number + first) | \(Self.code(row.what)) | \(row.differenceClass.rawValue) | \(row.place) | \(row.count) |"
      } + (more > 0 ? ["", "and \(more.counted("more cause"))"] : [])
  }

  package func scripts(_ rows: [Row], from first: Int = 1) -> [String] {
    rows.enumerated().flatMap { number, row in
      row.script.isEmpty ? [] : Self.details("Script of \(number + first)", row.script)
    }
  }

  /// - Parameter summary: Already Markdown.
  package static func details(_ summary: String, _ lines: [String]) -> [String] {
    ["", "<details><summary>\(summary)</summary>", "", "<pre>"] + lines.map(\.escapedForMarkdown) + [
      "</pre>", "</details>",
    ]
  }

  package static func code(_ text: String) -> String {
    "<code>\(text.escapedForMarkdown)</code>"
  }

  // MARK: A comparison of runs

  /// - Parameter runs: The two runs of each difference, for the scripts.
  package func lines(_ differences: [TraceDifference], of runs: [Sides<Trace>]) -> [String] {
    guard let first = differences.first else { return [] }
    let machines = first.headers.map { Self.code($0.machine.text) }
    let title = "### \(machines.a) → \(machines.b): \(Verdict(over: differences).rawValue)"
    return [title] + body(differences, of: runs)
  }

  /// Without the title.
  package func body(_ differences: [TraceDifference], of runs: [Sides<Trace>]) -> [String] {
    let causes = DifferenceSummary(differences).causes
    let rows = causes.prefix(Self.mostCauses).map { row($0, runs) }
    let counts = printer.counts(differences) + printer.internals(differences)
    return table(rows, more: causes.count - rows.count) + ["", counts] + scripts(rows)
  }

  private func row(_ cause: DifferenceCause, _ runs: [Sides<Trace>]) -> Row {
    Row(
      what: printer.what(cause.lead), differenceClass: cause.lead.differenceClass, place: place(of: cause),
      count: cause.count, script: script(of: cause, runs))
  }

  private func place(of cause: DifferenceCause) -> String {
    let title = cause.title.isEmpty ? "" : "\(Self.code(cause.title)), "
    guard let stimulus = cause.lead.stimulus.a ?? cause.lead.stimulus.b else { return title + "opening" }
    return "\(title)step \(printer.name(of: cause.lead.place)): \(Self.code(printer.words(of: stimulus)))"
  }

  private func script(of cause: DifferenceCause, _ runs: [Sides<Trace>]) -> [String] {
    guard let run = runs.first(where: { Name($0.a.header.title) == cause.title }) else { return [] }
    let (trace, step) = cause.lead.place.a.map { (run.a, $0) } ?? (run.b, cause.lead.place.b ?? 0)
    return trace.turns.map(\.cause).filter { $0.source == .user }.prefix(step).map { printer.words(of: $0) }
  }
}
