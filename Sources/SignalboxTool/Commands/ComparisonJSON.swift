import Console
import Differences
import Exploration
import Traces
import ViewModels

/// `compare` as JSON, one object per line, as in Documentation/diff.schema.json. The first key is the kind, the
/// second the schema version.
///
/// The order is: `compare`, the different `part`s, each `file` with its `diff` lines, the `cause`s, `search`, the
/// overall `verdict`.
struct ComparisonJSON {
  let result: ComparisonResult

  var lines: [String] {
    let parts = result.definitions.changes.map(part)
    let files = result.files.flatMap { file in
      [(["file": .string(file.path), "v": Self.version] as Value).json]
        + file.differences.flatMap(DifferenceJSON.lines)
    }
    let end = [search, DifferenceJSON.verdict(result.verdict, result.classes, internals: result.internalCount)]
    return ([header] + parts).map(\.json) + files + (causes + end).map(\.json)
  }

  private static let version = Value.int(DifferenceJSON.version)

  private var header: Value {
    let machines = result.machines.facts.map { machine -> Value in
      ["machine": .string(machine.title.text), "definition": .string(machine.definitionHash)]
    }
    return ["compare": [machines.a, machines.b], "v": Self.version]
  }

  /// Null for a side without the part.
  private func part(_ change: DefinitionDifference.Change) -> Value {
    let details = change.parts.map { $0.map { .string($0.detail) } ?? Value.null }
    return [
      "part": .string(change.part.kind.rawValue), "v": Self.version, "owner": .string(change.part.owner.text),
      "name": .string(change.part.name.text), "details": [details.a, details.b], "parts": .int(change.folded),
    ]
  }

  /// Cause 0 is a difference at the start.
  var causes: [Value] {
    let opening = result.report.opening.map { [cause(0, $0, [], count: 1, behind: nil)] } ?? []
    return opening
      + result.report.causes.enumerated().map {
        cause($0 + 1, $1.difference, $1.script, count: $1.count, behind: $1.behind)
      }
  }

  private func cause(
    _ number: Int, _ difference: StepDifference, _ script: [DrivenStimulus], count: Int, behind: Int?
  ) -> Value {
    var members = [
      Member("cause", .int(number)), Member("v", Self.version),
      Member("class", .string(difference.lead.differenceClass.rawValue)), Member("count", .int(count)),
      Member("script", .commands(result.machines.lines(of: script))),
      Member("findings", .list(difference.findings.map(DifferenceJSON.content))),
    ]
    if let behind { members.append(Member("behind", .int(behind + 1))) }
    guard result.kept.indices.contains(number - 1) else { return .record(members) }
    let paths = result.kept[number - 1].map { $0.path.map(Value.string) ?? .null }
    return .record(members + [Member("saved", [paths.a, paths.b])])
  }

  private var search: Value {
    let report = result.report
    return [
      "search": .string(report.bound?.word ?? "complete"), "v": Self.version, "pairs": .int(report.pairs),
      "steps": .int(report.steps), "depth": .int(report.completeDepth), "open": .int(report.frontier),
      "behind": .int(report.stepsBehind),
      "untried": .list(DiffSide.allCases.map { report.untried[$0].map { .record($0.members) } ?? .null }),
    ]
  }
}

extension ScriptFile.Kept {
  fileprivate var path: String? {
    if case .saved(let path) = self { path } else { nil }
  }
}

extension SearchBound {
  /// `interrupted` for every external stop.
  fileprivate var word: String {
    switch self {
    case .depth: "depth"
    case .states: "pairs"
    case .steps: "steps"
    case .interrupted, .traps, .time, .memory, .runs, .reached: "interrupted"
    }
  }
}
