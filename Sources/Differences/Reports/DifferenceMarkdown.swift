import Traces
import Turns

/// Writes a difference as a comment on a change: the verdict, a table of causes, and below it how to see each.
///
/// What a run, a script or a path says stands in `<code>` or `<pre>`, with references for what HTML and Markdown read as
/// their own: it ends no cell and no block, and mentions nobody.
package struct DifferenceMarkdown: Sendable {
  private let printer: DifferencePrinter

  /// So many causes are in the table.
  private static let mostCauses = 20

  package init(_ printer: DifferencePrinter = DifferencePrinter()) {
    self.printer = printer
  }

  // MARK: Any comparison

  /// A row of the table of causes, and what unfolds below it.
  package struct Row: Sendable {
    let what: String
    let differenceClass: DifferenceClass
    /// Already Markdown.
    let place: String
    let count: Int
    let script: [String]
  }

  /// What was found at the last command of a script, or where nothing was done, which is told.
  package func row(_ lead: Divergence, after script: [String], times count: Int) -> Row {
    let place = script.last.map { "step \(script.count): \(Self.code($0))" } ?? "opening"
    return Row(
      what: printer.what(lead), differenceClass: lead.differenceClass, place: place, count: count, script: script)
  }

  /// A table of causes; nothing when there are none.
  ///
  /// - Parameters:
  ///   - first: The number of the first row.
  ///   - more: How many are left out.
  package func table(_ rows: [Row], from first: Int = 1, more: Int) -> [String] {
    if rows.isEmpty { return [] }
    return ["", "| | what differs | class | first place | times |", "|---|---|---|---|---|"]
      + rows.enumerated().map { number, row in
        "| \(number + first) | \(Self.code(row.what)) | \(row.differenceClass.rawValue) | \(row.place) | \(row.count) |"
      } + (more > 0 ? ["", "and \(printer.counted(more, "more cause", "more causes"))"] : [])
  }

  /// The script of each row that has one, to unfold.
  package func scripts(_ rows: [Row], from first: Int = 1) -> [String] {
    rows.enumerated().flatMap { number, row in
      row.script.isEmpty ? [] : Self.details("Script of \(number + first)", row.script)
    }
  }

  /// Lines that are shown when one asks for them.
  ///
  /// - Parameter summary: Already Markdown.
  package static func details(_ summary: String, _ lines: [String]) -> [String] {
    ["", "<details><summary>\(summary)</summary>", "", "<pre>"] + lines.map(\.escapedForMarkdown) + [
      "</pre>", "</details>",
    ]
  }

  /// A text in code that ends no cell and mentions nobody.
  package static func code(_ text: String) -> String {
    "<code>\(text.escapedForMarkdown)</code>"
  }

  // MARK: A comparison of runs

  /// The lines, without line ends.
  ///
  /// - Parameter runs: The two runs of each difference, for the scripts.
  package func lines(_ differences: [TraceDifference], of runs: [Sides<Trace>]) -> [String] {
    guard let first = differences.first else { return [] }
    let machines = first.headers.map { Self.code($0.machine.text) }
    let title = "### \(machines.a) → \(machines.b): \(Verdict(over: differences).rawValue)"
    return [title] + body(differences, of: runs)
  }

  /// The same below another title.
  package func body(_ differences: [TraceDifference], of runs: [Sides<Trace>]) -> [String] {
    let causes = DifferenceSummary(differences).causes
    let rows = causes.prefix(Self.mostCauses).map { row($0, runs) }
    return table(rows, more: causes.count - rows.count) + ["", counts(differences) + printer.internals(differences)]
      + scripts(rows)
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

  private func counts(_ differences: [TraceDifference]) -> String {
    let same = differences.count { $0.findings.isEmpty }
    let total = differences.reduce(0) { $0 + $1.counts.reduce(0) { $0 + $1.count } }
    return
      "\(printer.counted(differences.count, "case", "cases")): \(same) identical, \(differences.count - same) different "
      + "(\(printer.counted(total, "difference", "differences")))"
  }

  /// The script of the case in which a cause stands first, up to its place.
  private func script(of cause: DifferenceCause, _ runs: [Sides<Trace>]) -> [String] {
    guard let run = runs.first(where: { Name($0.a.header.title) == cause.title }) else { return [] }
    let (trace, step) = cause.lead.place.a.map { (run.a, $0) } ?? (run.b, cause.lead.place.b ?? 0)
    return trace.turns.map(\.cause).filter { $0.source == .user }.prefix(step).map { printer.words(of: $0) }
  }
}
