import Console
import Exploration
import Traces
import ViewModels

struct SweepJSON {
  private var swept: [Value] = []
  private var findings: [Value] = []

  /// - Parameter numbers: From 1; a number above all earlier ones is new.
  mutating func add(
    _ driven: TranscriptCases.Case, _ report: SweepReport, numbers: [Int], telling text: SweepText, omission: String?
  ) {
    let cells = { (cell: SweepReport.Cell) in Self.value(of: cell, numbers) }
    swept.append([
      "path": .string(driven.path), "line": .int(driven.line), "title": .string(driven.title),
      "machine": .string(driven.machine.title.text), "recorded": .list(report.recorded.map { .record($0.head) }),
      "requests": .list(report.requests.map { Self.value(of: $0, cells) }),
      "instants": .list(report.instants.map { Self.value(of: $0, cells) }),
      "orders": [
        "requests": .int(report.overlapping), "driven": .int(report.orders), "red": .int(report.redOrders),
      ],
      "omission": omission.map(Value.string) ?? .null, "bound": report.bound?.value ?? .null,
    ])
    for (index, number) in numbers.enumerated() where number > findings.count {
      let finding = report.findings[index].finding
      findings.append(
        .record(
          [Member("machine", .string(driven.machine.title.text))] + finding.head + [
            Member("change", .string(text.change(ofFinding: index))),
            Member("script", finding.commands(of: driven.machine)),
          ]))
    }
  }

  private static func value(of request: SweepReport.Request, _ cells: (SweepReport.Cell) -> Value) -> Value {
    [
      "name": .string(request.name), "command": request.command.map(Value.int) ?? .null,
      "cells": .record(zip(ServiceFault.allCases, request.cells).map { Member($0.rawValue, cells($1)) }),
    ]
  }

  private static func value(of instant: SweepReport.Instant, _ cells: (SweepReport.Cell) -> Value) -> Value {
    [
      "work": .list(instant.work.map { .string($0) }), "command": .int(instant.command),
      "milliseconds": .int(instant.offset),
      "cells": .record(zip(TimerEdge.allCases, instant.cells).map { Member($0.rawValue, cells($1)) }),
    ]
  }

  private static func value(of cell: SweepReport.Cell, _ numbers: [Int]) -> Value {
    switch cell {
    case .recorded: "recorded"
    case .impossible: "impossible"
    case .untried: "untried"
    case .green: "green"
    case .red(let findings): .list(findings.map { .int(numbers[$0]) })
    }
  }

  func text(cases: Int, files: Int, scripts: Int, empty: Int, bound: SearchBound?) -> String {
    let value: Value = [
      "sweep": "transcripts", "v": .int(1), "cases": .int(cases), "files": .int(files), "scripts": .int(scripts),
      "empty": .int(empty), "bound": bound?.value ?? .null, "swept": .list(swept), "findings": .list(findings),
    ]
    return value.json
  }
}

extension MutationReport {
  var value: Value {
    [
      "mutation": "transcripts", "v": .int(1), "machine": .string(machine.title.text),
      "hash": .string(machine.definitionHash), "cases": .int(cases),
      "transcripts": .list(transcripts.map { .string($0) }), "killed": .int(killed),
      "survived": .int(survivors.count), "equal": .int(equal), "untried": .int(untried),
      "mutants": .list(rows.map(value)),
    ]
  }

  private func value(of row: Row) -> Value {
    var (fate, killers, script, pairs) = ("untried", [Int](), Value.null, Value.null)
    var rowsLeftOut: [String] = []
    switch row.fate {
    case .untried: break
    case .killed(let places): (fate, killers) = ("killed", places)
    case .survived(let search):
      fate = row.isEqual ? "equal" : "survived"
      (pairs, rowsLeftOut) = (.int(search.pairs), search.rowsLeftOut)
      if case .differs(let found, _) = search.verdict { script = .commands(machine.lines(of: found)) }
    }
    return [
      "place": .string(row.name.place), "change": .string(row.name.change), "fate": .string(fate),
      "killers": .list(killers.map { .string(transcripts[$0]) }), "script": script, "pairs": pairs,
      "rowsLeftOut": .list(rowsLeftOut.map { .string($0) }),
    ]
  }
}

extension CoverageRow {
  var value: Value {
    [
      "machine": .string(machine.title.text), "hash": .string(machine.definitionHash),
      "counts": .list(
        CoverageItem.Kind.allCases.map { kind in
          let count = coverage.count(kind)
          return [
            "kind": .string(kind.rawValue), "taken": .int(count.taken), "all": .int(count.all),
            "excused": .int(count.excused),
          ]
        }),
      "items": .list(coverage.items.indices.map(item)),
      "rowsLeftOut": .list((search?.rowsLeftOut ?? []).map { .string($0) }),
    ]
  }

  private func item(_ index: Int) -> Value {
    let item = coverage.items[index]
    return [
      "kind": .string(item.kind.rawValue), "owner": .string(item.owner.text), "name": .string(item.name.text),
      "taken": .bool(coverage.isTaken(index)), "excuse": item.excuse.map(Value.string) ?? .null,
      "script": search?.scripts[index].map { .commands(machine.lines(of: $0)) } ?? .null,
    ]
  }
}
