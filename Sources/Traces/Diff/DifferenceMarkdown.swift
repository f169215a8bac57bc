import Statecharts

/// Writes a difference as a comment on a change: the verdict, a table of causes, and below it how to see each.
package struct DifferenceMarkdown: Sendable {
  private let printer: DifferencePrinter

  /// So many causes are in the table.
  private static let mostCauses = 20

  package init(_ printer: DifferencePrinter = DifferencePrinter()) {
    self.printer = printer
  }

  /// The lines, without line ends.
  ///
  /// - Parameter runs: The two runs of each difference, for the scripts.
  package func lines(_ differences: [TraceDifference], of runs: [Sides<Trace>]) -> [String] {
    guard let first = differences.first else { return [] }
    let machines = first.headers.map { code($0.machine) }
    let verdict = differences.map(\.verdict).reduce(Verdict.identical) { $0.combined(with: $1) }
    let summary = DifferenceSummary(differences)
    let title = "### \(machines.a) → \(machines.b): \(verdict.rawValue)"
    guard !summary.causes.isEmpty else { return [title, "", counts(differences)] }
    let causes = summary.causes.prefix(Self.mostCauses)
    let rows = causes.enumerated().map { row($1, number: $0 + 1) }
    let more = summary.causes.count - causes.count
    return [title, "", "| | what differs | class | first place | times |", "|---|---|---|---|---|"] + rows
      + (more > 0 ? ["", "and \(printer.counted(more, "more cause", "more causes"))"] : [])
      + ["", counts(differences)] + scripts(causes, runs)
  }

  private func row(_ cause: DifferenceCause, number: Int) -> String {
    let cells = [
      "\(number)", code(printer.what(cause.lead)), cause.lead.differenceClass.rawValue, place(of: cause),
      "\(cause.count)",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  private func place(of cause: DifferenceCause) -> String {
    let title = cause.title.isEmpty ? "" : "\(code(cause.title)), "
    guard let stimulus = cause.lead.stimulus.a ?? cause.lead.stimulus.b else { return title + "opening" }
    return "\(title)step \(printer.name(of: cause.lead.place)): \(code(printer.words(of: stimulus)))"
  }

  private func counts(_ differences: [TraceDifference]) -> String {
    let same = differences.count { $0.findings.isEmpty }
    let total = differences.reduce(0) { $0 + $1.counts.reduce(0) { $0 + $1.count } }
    return
      "\(printer.counted(differences.count, "case", "cases")): \(same) identical, \(differences.count - same) different "
      + "(\(printer.counted(total, "difference", "differences")))"
  }

  /// The script of each case in which a cause stands first, up to its place.
  private func scripts(_ causes: ArraySlice<DifferenceCause>, _ runs: [Sides<Trace>]) -> [String] {
    causes.enumerated().flatMap { number, cause -> [String] in
      guard let run = runs.first(where: { $0.a.header.title.utf8.elementsEqual(cause.title.utf8) }) else { return [] }
      let (trace, step) = cause.lead.place.a.map { (run.a, $0) } ?? (run.b, cause.lead.place.b ?? 0)
      let stimuli = trace.turns.map(\.cause).filter { $0.source == .user }.prefix(step)
      if stimuli.isEmpty { return [] }
      return ["", "<details><summary>Script of \(number + 1)</summary>", "", "<pre>"]
        + stimuli.map { printer.words(of: $0).escapedForHTML } + ["</pre>", "</details>"]
    }
  }

  /// A text in code that ends no cell and mentions nobody.
  private func code(_ text: String) -> String {
    "<code>\(text.escapedForDisplay.escapedForHTML)</code>"
  }
}

extension String {
  /// The text with what HTML and a Markdown table read as their own written as references.
  fileprivate var escapedForHTML: String {
    var result = ""
    for character in unicodeScalars {
      switch character {
      case "&", "<", ">", "|", "@", "#", "`", "*", "_", "[", "]", "\\", "~", "\"": result += "&#\(character.value);"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
