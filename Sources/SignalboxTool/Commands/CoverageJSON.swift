import Console
import Exploration
import Statecharts
import Traces
import ViewModels

/// Coverages as one JSON object.
struct CoverageJSON {
  let text: String

  init(_ rows: [CoverageRow], cases: Int, files: Int) {
    let value: Value = [
      "coverage": "transcripts", "v": .int(1), "cases": .int(cases), "files": .int(files),
      "machines": .list(rows.map(Self.machine)),
    ]
    text = value.json
  }

  private static func machine(_ row: CoverageRow) -> Value {
    [
      "machine": .string(row.machine.title), "hash": .string(row.machine.definitionHash),
      "counts": .list(
        CoverageItem.Kind.allCases.map { kind in
          let count = row.coverage.count(kind)
          return [
            "kind": .string(kind.rawValue), "taken": .int(count.taken), "all": .int(count.all),
            "excused": .int(count.excused),
          ]
        }),
      "items": .list(row.coverage.items.indices.map { item($0, row) }),
    ]
  }

  private static func item(_ index: Int, _ row: CoverageRow) -> Value {
    let item = row.coverage.items[index]
    let script = row.search?.scripts[index].map { script in
      Value.list(row.machine.lines(of: script).map { $0.map(Value.string) ?? .null })
    }
    return [
      "kind": .string(item.kind.rawValue), "owner": .string(item.owner), "name": .string(item.name),
      "taken": .bool(row.coverage.isTaken(index)), "excuse": item.excuse.map(Value.string) ?? .null,
      "script": script ?? .null,
    ]
  }
}
