import Console
import Differences
import Exploration
import Statecharts
import Traces

struct ComparisonMarkdown {
  private let result: ComparisonResult
  private let text: ComparisonText
  private let markdown = DifferenceMarkdown()

  init(_ result: ComparisonResult) {
    self.result = result
    text = ComparisonText(result.machines, mostCauses: result.mostCauses)
  }

  var lines: [String] {
    let machines = result.machines.titles.map { DifferenceMarkdown.code($0.text) }
    let title = "### \(machines.a) → \(machines.b): \(result.verdict?.rawValue ?? "no difference found")"
    return [title] + search + definitions + result.files.flatMap(lines)
  }

  /// Row 0 is a difference at the start.
  private var search: [String] {
    let causes = result.report.causes.prefix(result.mostCauses).map { cause in
      let script = result.machines.lines(of: cause.script).orUnspelled
      return markdown.row(cause.difference.lead, after: script, times: cause.count)
    }
    let rows = (result.report.opening.map { [markdown.row($0.lead, after: [], times: 1)] } ?? []) + causes
    let (first, more) = (1 + causes.count - rows.count, result.report.causes.count - causes.count)
    return markdown.table(rows, from: first, more: more) + ["", text.closing(result.report)]
      + text.untried(result.report)
      + markdown.scripts(rows, from: first)
  }

  private var definitions: [String] {
    let changes = result.definitions.changes
    if changes.isEmpty { return [] }
    let count = changes.count.counted("part")
    return DifferenceMarkdown.details("Different definitions: \(count)", text.parts(of: result.definitions))
  }

  private func lines(of file: RunComparison.Result) -> [String] {
    let title = "#### \(DifferenceMarkdown.code(file.path)): \(Verdict(over: file.differences).rawValue)"
    return ["", title] + markdown.body(file.differences, of: file.runs)
  }
}
