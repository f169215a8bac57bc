import Console
import Exploration
import Statecharts
import Traces
import ViewModels

/// The sweeps of recorded cases as one JSON object.
struct SweepJSON {
  private var swept: [Value] = []
  private var findings: [Value] = []

  /// Adds a case in which there is something to sweep.
  ///
  /// - Parameter numbers: What the findings of its report are called, from 1 on; a greater one than any before is new.
  mutating func add(
    _ driven: TranscriptCases.Case, _ report: SweepReport, numbers: [Int], telling text: SweepText, omission: String?
  ) {
    let cells = { (cell: SweepReport.Cell) in Self.value(of: cell, numbers) }
    swept.append([
      "path": .string(driven.path), "line": .int(driven.line), "title": .string(driven.title),
      "machine": .string(driven.machine.title), "recorded": .list(report.recorded.map { .record($0.head) }),
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
          [Member("machine", .string(driven.machine.title))] + finding.head + [
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

  /// - Parameter empty: How many cases there were with nothing to sweep.
  func text(cases: Int, files: Int, scripts: Int, empty: Int, bound: SearchBound?) -> String {
    let value: Value = [
      "sweep": "transcripts", "v": .int(1), "cases": .int(cases), "files": .int(files), "scripts": .int(scripts),
      "empty": .int(empty), "bound": bound?.value ?? .null, "swept": .list(swept), "findings": .list(findings),
    ]
    return value.json
  }
}
