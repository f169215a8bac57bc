import Console
import Exploration
import Traces
import ViewModels

struct SearchJSON {
  let text: String

  init(_ machine: Machine, _ report: SearchReport) {
    let findings = zip(report.findings, report.counts).map { $0.members(of: machine, count: $1) }
    text = Self.text(
      of: "states", machine, report.bound,
      [
        Member("states", .int(report.states)), Member("steps", .int(report.steps)),
        Member("depth", .int(report.completeDepth)), Member("frontier", .int(report.frontier)),
        Member("missed", .double(report.collisionBound)),
      ], findings,
      [
        Member("growth", .list(report.growth.map(Self.growth))),
        Member("countdowns", .list(report.countdowns.map(Self.countdown))),
        Member("unlooked", .list(report.unlooked.map(Self.unlooked))),
      ] + report.untried.members)
  }

  init(_ machine: Machine, _ report: FuzzReport, seed: UInt64) {
    let findings = report.found.map { found in
      found.finding.members(of: machine, count: found.count) + [
        Member("walked", .int(found.walked)), Member("smallest", .bool(found.isSmallest)),
      ]
    }
    text = Self.text(
      of: "walks", machine, report.bound,
      [
        Member("seed", .string("\(seed)")), Member("walks", .int(report.walks)),
        Member("commands", .int(report.commands)),
        Member("transitions", ["taken": .int(report.transitions.taken), "all": .int(report.transitions.all)]),
      ], findings, report.untried.members)
  }

  private static func text(
    of kind: String, _ machine: Machine, _ bound: SearchBound?, _ counts: [Member], _ findings: [[Member]],
    _ remarks: [Member]
  ) -> String {
    let head = [
      Member("search", .string(kind)), Member("v", .int(1)), Member("machine", .string(machine.title.text)),
      Member("hash", .string(machine.definitionHash)), Member("bound", bound?.value ?? .null),
    ]
    return Value.record(head + counts + [Member("findings", .list(findings.map { .record($0) }))] + remarks).json
  }

  private static func growth(_ growth: Growth) -> Value {
    ["what": .string(growth.what), "sizes": .list(growth.sizes.map { .int($0) })]
  }

  private static func countdown(_ countdown: Countdown) -> Value {
    ["work": .string(countdown.work), "milliseconds": .list(countdown.timesLeft.map { .int($0) })]
  }

  private static func unlooked(_ part: SearchReport.Unlooked) -> Value {
    switch part {
    case .circles: ["part": "circles", "name": .null]
    case .promise(let name): ["part": "promise", "name": .string(name)]
    case .recurrence(let name): ["part": "recurrence", "name": .string(name)]
    case .growth: ["part": "growth", "name": .null]
    }
  }
}

extension Untried {
  var members: [Member] {
    [
      Member(
        "untried",
        .list(
          items.map {
            ["kind": .string($0.kind.rawValue), "name": .string($0.name), "reason": .string($0.reason.rawValue)]
          })), Member("untested", .list(laws.map { .string($0) })),
    ]
  }
}

extension SearchBound {
  var value: Value {
    let (kind, number): (String, Int?) =
      switch self {
      case .depth(let depth): ("depth", depth)
      case .states(let states): ("states", states)
      case .steps(let steps): ("steps", steps)
      case .time(let seconds): ("time", seconds)
      case .memory(let bytes): ("memory", bytes)
      case .runs(let runs): ("runs", runs)
      case .interrupted: ("interrupted", nil)
      case .traps: ("traps", nil)
      case .reached: ("found", nil)
      }
    return ["kind": .string(kind), "value": number.map(Value.int) ?? .null]
  }
}

extension Finding {
  var head: [Member] {
    [Member("kind", .string(kind.rawValue)), Member("name", .string(name)), Member("cause", .string(cause))]
  }

  func members(of machine: Machine, count: Int) -> [Member] {
    let other = otherScript.isEmpty ? [] : [Member("other", .commands(machine.lines(of: otherScript)))]
    return head + [
      Member("count", .int(count)), Member("script", commands(of: machine)), Member("round", .int(roundLength)),
    ] + other
  }

  /// Null for a missing script.
  func commands(of machine: Machine) -> Value {
    lacksScript ? .null : .commands(machine.lines(of: script))
  }
}

extension Value {
  /// Null for a command that cannot be written.
  static func commands(_ lines: [String?]) -> Value { .list(lines.map { $0.map(Value.string) ?? .null }) }
}
