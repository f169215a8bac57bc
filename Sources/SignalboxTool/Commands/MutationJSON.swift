import Console
import Exploration
import Statecharts
import Traces
import ViewModels

/// What transcripts notice of mutants as one JSON object.
struct MutationJSON {
  let text: String

  init(_ report: MutationReport) {
    let value: Value = [
      "mutation": "transcripts", "v": .int(1), "machine": .string(report.machine.title),
      "hash": .string(report.machine.definitionHash), "cases": .int(report.cases),
      "transcripts": .list(report.transcripts.map { .string($0) }), "killed": .int(report.killed),
      "survived": .int(report.survivors.count), "equal": .int(report.equal), "untried": .int(report.untried),
      "mutants": .list(report.rows.map { Self.row($0, report) }),
    ]
    text = value.json
  }

  private static func row(_ row: MutationReport.Row, _ report: MutationReport) -> Value {
    var (fate, killers, script, pairs) = ("untried", [Int](), Value.null, Value.null)
    switch row.fate {
    case .untried: break
    case .killed(let places): (fate, killers) = ("killed", places)
    case .survived(let search):
      fate = row.isEqual ? "equal" : "survived"
      pairs = .int(search.pairs)
      if case .differs(let found, _) = search.verdict {
        script = .list(report.machine.lines(of: found).map { $0.map(Value.string) ?? .null })
      }
    }
    return [
      "place": .string(row.name.place), "change": .string(row.name.change), "fate": .string(fate),
      "killers": .list(killers.map { .string(report.transcripts[$0]) }), "script": script, "pairs": pairs,
    ]
  }
}
