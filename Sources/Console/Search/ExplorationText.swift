import Exploration
import Traces
import ViewModels

/// What is printed of a search.
package struct ExplorationText {
  private let machine: Machine
  private let report: SearchReport
  /// Whether scripts begin by opening the machine.
  private let opens: Bool
  /// The domains that are named where the search did not end.
  private let offers: KeyValuePairs<String, SearchDomain>
  private let spelling: StimulusLines

  package init(
    _ machine: Machine, _ report: SearchReport, opens: Bool = true,
    offering offers: KeyValuePairs<String, SearchDomain> = [:]
  ) {
    self.machine = machine
    self.offers = offers
    spelling = StimulusLines(machine)
    self.report = report
    self.opens = opens
  }

  package var lines: [String] {
    let findings = zip(report.findings, report.counts).flatMap {
      Self.lines(of: $0, count: $1, machine, spelling, opens: opens) + [""]
    }
    let remarks: [String] = growth + offered + unlooked
    // A search that a bound ended shows its findings first.
    let untried =
      isEmpty || !report.isComplete && !report.findings.isEmpty
      ? [] : UntriedText(report.untried, isComplete: report.isComplete, hasJSON: opens).lines
    return findings + remarks.map { "  \($0)" } + closing + untried.map { "  \($0)" }
  }

  /// A finding with how often it was met, and its script.
  ///
  /// - Parameters:
  ///   - opens: Whether the script begins by opening the machine.
  ///   - remark: What is said of the script before it.
  static func lines(
    of finding: Finding, count: Int, _ machine: Machine, _ spelling: StimulusLines, opens: Bool = true,
    remark: String? = nil
  ) -> [String] {
    let told = "\(title(of: finding))\(cause(of: finding))"
    let times = count == 1 ? "" : ", \(count) times"
    if finding.lacksScript { return ["\(told)\(times):", "  # no time was left to make its script"] }
    let script = spelling.lines(of: finding.script).map { $0 ?? DrivenStimulus.unspelled }
    let head = (remark.map { ["# \($0)"] } ?? []) + (opens ? ["open \(machine.title)"] : [])
    return ["\(told)\(times):"]
      + (head + marked(script, rounds: finding.roundLength)).map { "  \($0)" }
  }

  /// The commands, with a remark above those that come again and again.
  private static func marked(_ script: [String], rounds length: Int) -> [String] {
    guard length > 0 else { return script }
    return script.dropLast(length) + ["# again and again:"] + script.suffix(length)
  }

  /// What was found, in one line.
  package static func title(of finding: Finding) -> String {
    let name = finding.name.escapedForDisplay
    return switch finding.kind {
    case .broken, .unkept: "broken \"\(name)\""
    case .crash: "crash: \(name)"
    case .limit: "limit \(name)"
    case .alert: "no way out of the alert '\(name)'"
    case .trap: "nothing can be done on the page \(name)"
    case .hang: "nothing waits that ends '\(name)'"
    case .unrest: "time alone goes round for ever: \(name)"
    case .lost: "no way to \(name)"
    case .reached: "reached \(name)"
    }
  }

  /// What broke it, in brackets; nothing where nothing is known.
  static func cause(of finding: Finding) -> String {
    finding.cause.isEmpty ? "" : " (\(finding.cause.escapedForDisplay))"
  }

  /// What makes the states endless, or many.
  private var growth: [String] {
    report.growth.map { growth in
      "\(growth.what.escapedForDisplay) grows on the way to the last state: \(growth.sizes.map(\.description).joined(separator: ", "))"
    } + hint
      + report.countdowns.map { countdown in
        let times = countdown.timesLeft.map { VirtualDuration(milliseconds: $0).readable }
        return "the time left to '\(countdown.work.escapedForDisplay)' differs on the way to the last state: "
          + times.joined(separator: ", ")
      }
  }

  /// What the machine declares, where this search has too many states to end.
  private var offered: [String] {
    switch report.bound {
    case .states, .time, .memory:
      offers.map { "the machine declares '--domain \($0)': \($1.summary)".escapedForDisplay }
    default: []
    }
  }

  private var unlooked: [String] {
    report.unlooked.map { part in
      switch part {
      case .circles: "no time was left to look at everything in which time alone goes round"
      case .promise(let name): "no time was left to look for a run that breaks '\(name.escapedForDisplay)'"
      case .recurrence(let name):
        "no time was left to look for a state from which nothing leads to '\(name.escapedForDisplay)'"
      case .growth: "no time was left to look for what grows on the way to the last state"
      }
    }
  }

  /// What bounds what piles up, where the machine does not declare it.
  private var hint: [String] {
    guard report.growth.contains(where: \.isDueWork), machine.domains.allSatisfy({ $0.value.between == nil }) else {
      return []
    }
    return ["a domain of the machine with 'between: 1' lets one command at a time come before it"]
  }

  /// Why nothing could be tried, and what helps.
  static let untried =
    "the first page has no control that can be used with a sample; '--past-the-screen' calls inputs and assigns fields"

  /// Whether nothing could be tried, which the closing line says.
  private var isEmpty: Bool { report.steps == 0 && report.isComplete }

  /// What was searched, and how far.
  private var closing: [String] {
    let found = report.findings.isEmpty ? "nothing found" : report.findings.count.counted("finding")
    let seen = "\(report.states.counted("state")), \(report.steps.counted("step"))"
    if isEmpty {
      return [
        "  \(machine.title): \(found), but nothing could be tried: \(Self.untried)"
      ]
    }
    guard let bound = report.bound else {
      return ["  \(machine.title): \(found); complete: all \(seen), \(depth(report.completeDepth)) deep"]
    }
    let rest = "\(report.frontier.counted("state")) not followed"
    return [
      "  \(machine.title): \(found); \(bound.told): \(seen), \(rest); all states within "
        + "\(depth(report.completeDepth)) were searched"
    ]
  }

  private func depth(_ count: Int) -> String { count.counted("command") }
}

extension SearchBound {
  /// `stopped by --states 7`.
  package var told: String {
    switch self {
    case .depth(let depth): "stopped by --depth \(depth)"
    case .states(let states): "stopped by --states \(states)"
    case .time(let seconds): "stopped by --time \(seconds)"
    case .memory(let bytes): "stopped by --memory \(bytes)"
    case .runs(let runs): "stopped by --runs \(runs)"
    case .interrupted: "interrupted"
    case .traps: "stopped since the code trapped too often"
    case .reached: "found"
    }
  }
}

extension DrivenStimulus {
  /// What stands in a script for a command that cannot be written.
  package static let unspelled = "# a command that holds a secret without a name"
}

extension StimulusLines {
  /// As `Machine.lines(of:)` does.
  package func lines(of script: [DrivenStimulus]) -> [String?] {
    script.map { line(for: $0.stimulus, isHeld: $0.isHeld) }
  }
}

extension Machine {
  /// The commands of a script as one types them; nil for one that holds a secret without a name.
  package func lines(of script: [DrivenStimulus]) -> [String?] {
    StimulusLines(self).lines(of: script)
  }
}
