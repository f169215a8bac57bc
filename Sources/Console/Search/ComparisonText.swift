import Differences
import Exploration
import Traces
import ViewModels

/// The report of a comparison of two machines.
package struct ComparisonText {
  private let machines: ComparedMachines
  private let mostCauses: Int
  /// Whether the search began after some commands.
  private let isFromHere: Bool
  private let printer: DifferencePrinter
  private let spellings: [StimulusLines]

  /// - Parameter names: Printed instead of equal values.
  package init(
    _ machines: ComparedMachines, mostCauses: Int, isFromHere: Bool = false, names: NamedValues = NamedValues()
  ) {
    self.machines = machines
    spellings = machines.spellings
    self.mostCauses = mostCauses
    self.isFromHere = isFromHere
    printer = DifferencePrinter(names: names)
  }

  package var header: [String] {
    let titles = machines.titles.map(\.text)
    let width = max(titles.a.displayWidth, titles.b.displayWidth)
    return [
      "- a  \(titles.a.padded(toWidth: width))  \(machines.facts.a.definitionHash)",
      "+ b  \(titles.b.padded(toWidth: width))  \(machines.facts.b.definitionHash)",
    ]
  }

  // MARK: The definitions

  package func definitions(_ difference: DefinitionDifference) -> [String] {
    if difference.changes.isEmpty { return ["the definitions declare the same parts"] }
    return ["different definitions: \(difference.changes.count.counted("part"))"]
      + parts(of: difference).map { "  \($0)" }
  }

  package func parts(of difference: DefinitionDifference) -> [String] { difference.changes.flatMap(lines) }

  private func lines(of change: DefinitionDifference.Change) -> [String] {
    let folded = change.folded == 0 ? "" : " (with \(change.folded.counted("part")))"
    switch (change.parts.a, change.parts.b) {
    case (let a?, let b?):
      let head = "~ \(name(of: a))"
      return [head + "  - \(a.detail.escapedForDisplay)  + \(b.detail.escapedForDisplay)"]
    case (let part?, nil): return ["- \(name(of: part))\(detail(of: part))\(folded)"]
    case (nil, let part?): return ["+ \(name(of: part))\(detail(of: part))\(folded)"]
    case (nil, nil): return []
    }
  }

  /// The owner is omitted if it is clear.
  private func name(of part: DefinitionPart) -> String {
    let owner = part.owner.isEmpty ? "" : "\(part.owner.escapedForDisplay): "
    return "\(part.kind.rawValue) \(owner)\(part.name.escapedForDisplay)"
  }

  private func detail(of part: DefinitionPart) -> String {
    part.detail.isEmpty ? "" : "  \(part.detail.escapedForDisplay)"
  }

  // MARK: The search

  package func lines(of report: ComparisonReport) -> [String] {
    opening(report) + report.causes.prefix(mostCauses).enumerated().flatMap { text(of: $1, number: $0 + 1) }
      + rest(report) + ["", closing(report)] + untried(report)
  }

  /// What was not tried; empty if there is a difference. Equal lines of both sides are printed once.
  package func untried(_ report: ComparisonReport) -> [String] {
    if !report.isEqual || report.steps == 0 && report.isComplete { return [] }
    let texts = report.untried.map { untried in
      untried.map {
        UntriedText(
          $0, isComplete: report.isComplete, hasJSON: !isFromHere, options: isFromHere ? [] : [.pastTheScreen]
        ).lines
      } ?? []
    }
    if texts.a == texts.b { return texts.b }
    return DiffSide.allCases.flatMap { side in texts[side].map { "\(side.rawValue) \($0)" } }
  }

  private func opening(_ report: ComparisonReport) -> [String] {
    guard let opening = report.opening else { return [] }
    return ["", isFromHere ? "where they stand" : "when they are opened"] + shown(opening, indented: "  ")
  }

  private func text(of cause: ComparisonReport.Cause, number: Int) -> [String] {
    let times = cause.count == 1 ? "" : "  (\(cause.count) times)"
    let behind = cause.behind.map { "  (behind \($0 + 1))" } ?? ""
    let script = ComparedMachines.lines(of: cause.script, by: spellings).orUnspelled.map { "  \($0)" }
    return ["", "\(number)  \(printer.what(cause.difference.lead))\(times)\(behind)"] + script
      + shown(cause.difference, indented: "    ")
  }

  private static let mostLines = 12

  private func shown(_ difference: StepDifference, indented indent: String) -> [String] {
    let lines = printer.folded(difference.findings)
    let more = lines.count - Self.mostLines
    return lines.prefix(Self.mostLines).map { indent + $0 }
      + (more > 0 ? ["\(indent)and \(more.counted("more line"))"] : [])
  }

  private func rest(_ report: ComparisonReport) -> [String] {
    let more = report.causes.count - mostCauses
    return more > 0 ? ["", "and \(more.counted("more difference"))"] : []
  }

  /// What was searched, and how far.
  package func closing(_ report: ComparisonReport) -> String {
    let seen = "\(report.pairs.counted("pair")) of states, \(report.steps.counted("step"))"
    let deep = report.completeDepth.counted("command")
    if report.steps == 0, report.isComplete {
      if isFromHere {
        return "nothing could be tried: neither page has a common control that can be used with a sample"
      }
      return "nothing could be tried: neither first page has a common control that can be used with a sample; "
        + "'--past-the-screen' calls inputs and assigns fields"
    }
    if report.isEqual, report.isComplete { return "no difference: all \(seen), \(deep) deep\(internals(report))" }
    let found =
      report.isEqual
      ? "no difference up to \(deep)"
      : "\(report.differences.count.counted("difference")): \(report.verdict.rawValue)"
    if let bound = report.bound {
      let rest = "\(report.frontier.counted("pair")) not followed"
      let advice = bound.advice(
        isFromHere ? "a number of commands, as in 'compare VARIANT 5'," : "'--states N' or '--depth N'")
      return "\(found); \(bound.told): \(seen), \(rest); all pairs within \(deep) were searched"
        + behind(report) + internals(report) + advice
    }
    return "\(found); everything before a difference was searched: \(seen), \(deep) deep" + behind(report)
      + internals(report)
  }

  private func behind(_ report: ComparisonReport) -> String {
    report.stepsBehind == 0 ? "" : "; behind differences laws were compared, in \(report.stepsBehind.counted("step"))"
  }

  private func internals(_ report: ComparisonReport) -> String {
    if report.internalSteps == 0 { return "" }
    let option = isFromHere ? "'signalbox compare --internal'" : "'--internal'"
    let steps = report.internalSteps.counted("step")
    return "; omitted: differences that nothing shows, in \(steps) (\(option))"
  }
}

extension ComparedMachines {
  /// The commands of a script, spelled by the first machine that can; nil for a command with an unnamed secret.
  package func lines(of script: [DrivenStimulus]) -> [String?] { Self.lines(of: script, by: spellings) }

  fileprivate var spellings: [StimulusLines] { present.map { StimulusLines($0) } }

  fileprivate static func lines(of script: [DrivenStimulus], by spellings: [StimulusLines]) -> [String?] {
    script.map { driven in
      spellings.lazy.compactMap { $0.line(for: driven.stimulus, isHeld: driven.isHeld) }.first
    }
  }
}
