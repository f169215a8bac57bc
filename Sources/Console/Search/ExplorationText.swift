import Exploration
import Traces
import ViewModels

/// The report of a search.
package struct ExplorationText {
  private let machine: Machine
  private let report: SearchReport
  /// Whether scripts begin with `open`.
  private let opens: Bool
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
    let findings = Self.lines(
      of: zip(report.findings, report.counts).map { Found(finding: $0, count: $1) }, machine, spelling, opens: opens)
    let remarks: [String] = growth + offered + unlooked
    // If a bound ended the search, its findings come first.
    let untried =
      isEmpty || !report.isComplete && !report.findings.isEmpty
      ? [] : UntriedText(report.untried, isComplete: report.isComplete, hasJSON: opens).lines
    return findings + remarks.map { "  \($0)" } + closing + (untried + ofObjects).map { "  \($0)" }
  }

  /// A finding and its number of occurrences.
  struct Found {
    let finding: Finding
    let count: Int
    /// A comment before its script.
    var remark: String?

    fileprivate var times: String { count == 1 ? "" : ", \(count) times" }
  }

  private static let mostScripts = 3

  /// The lines of findings, grouped by law or fault.
  ///
  /// - Parameter opens: Whether scripts begin with `open`.
  static func lines(of found: [Found], _ machine: Machine, _ spelling: StimulusLines, opens: Bool = true) -> [String] {
    var titles: [String] = []
    var groups: [String: [Found]] = [:]
    for one in found {
      let title = title(of: one.finding).withoutNumbers
      if groups[title] == nil { titles.append(title) }
      groups[title, default: []].append(one)
    }
    return titles.compactMap { groups[$0] }.flatMap { group -> [String] in
      let title = title(of: group[0].finding)
      let script = { (one: Found) in Self.script(of: one, machine, spelling, opens: opens).map { "  \($0)" } }
      if group.count == 1 {
        return ["\(title)\(cause(of: group[0].finding))\(group[0].times):"] + script(group[0]) + [""]
      }
      let rest = group.dropFirst(mostScripts)
      let more = "  and \(rest.count.counted("more cause")), \(rest.reduce(0) { $0 + $1.count }.counted("time"))"
      return ["\(title), \(group.reduce(0) { $0 + $1.count }) times by \(group.count) causes:"]
        + group.prefix(mostScripts).flatMap { one in
          let cause = causeText(of: one.finding)
          return ["  \(cause.isEmpty ? "no transition" : cause)\(one.times):"] + script(one).map { "  \($0)" }
        } + (rest.isEmpty ? [] : [more]) + [""]
    }
  }

  private static func script(
    of found: Found, _ machine: Machine, _ spelling: StimulusLines, opens: Bool
  ) -> [String] {
    let finding = found.finding
    if finding.lacksScript { return ["# no time was left to make its script"] }
    let script = spelling.lines(of: finding.script).orUnspelled
    let head = (found.remark.map { ["# \($0)"] } ?? []) + (opens ? ["open \(machine.title)"] : [])
    let other = finding.otherScript.isEmpty ? [] : ["# the other history:"] + (opens ? ["open \(machine.title)"] : [])
    return head + marked(script, rounds: finding.roundLength) + other
      + spelling.lines(of: finding.otherScript).orUnspelled
  }

  /// Marks the commands that repeat for ever.
  private static func marked(_ script: [String], rounds length: Int) -> [String] {
    guard length > 0 else { return script }
    return script.dropLast(length) + ["# again and again:"] + script.suffix(length)
  }

  /// A one-line title.
  package static func title(of finding: Finding) -> String {
    let name = finding.name.escapedForDisplay
    return switch finding.kind {
    case .broken, .unkept: "broken \"\(name)\""
    case .crash: "crash: \(name)"
    case .limit: "limit \(name)"
    case .alert: "no button closes the alert '\(name)'"
    case .trap: "no action is possible on the page \(name)"
    case .hang: "no waiting work can end '\(name)'"
    case .unrest: "time alone never comes to rest: \(name)"
    case .lost: "no path to \(name)"
    case .reached: "reached \(name)"
    case .object: name
    }
  }

  /// In parentheses; empty if unknown.
  static func cause(of finding: Finding) -> String {
    let text = causeText(of: finding)
    return text.isEmpty ? "" : " (\(text))"
  }

  /// Spells out main-queue hops.
  private static func causeText(of finding: Finding) -> String {
    let text = finding.cause.escapedForDisplay
    let hop = "\(Cause.Source.hop.rawValue) "
    return finding.source == .hop && text.hasPrefix(hop)
      ? "queued on the main queue: \(text.dropFirst(hop.count))" : text
  }

  /// Why there are infinitely many states, or very many.
  private var growth: [String] {
    report.growth.map { growth in
      "\(growth.what.escapedForDisplay) grows on the path to the last state: \(growth.sizes.map(\.description).joined(separator: ", "))"
    } + hint
      + report.countdowns.map { countdown in
        let times = countdown.timesLeft.map { VirtualDuration(milliseconds: $0).readable }
        return "the time left to '\(countdown.work.escapedForDisplay)' differs on the path to the last state: "
          + times.joined(separator: ", ")
      }
  }

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
      case .circles: "no time was left to check every loop of time alone"
      case .promise(let name): "no time was left to look for a run that breaks '\(name.escapedForDisplay)'"
      case .recurrence(let name):
        "no time was left to search for a state that can never reach '\(name.escapedForDisplay)'"
      case .growth: "no time was left to find out what grows on the path to the last state"
      }
    }
  }

  /// Advice to limit queued work, unless a domain limits it.
  private var hint: [String] {
    guard report.growth.contains(where: \.isDueWork), machine.domains.allSatisfy({ $0.value.between == nil }) else {
      return []
    }
    return ["a domain with 'between: 1' allows at most one command before due work"]
  }

  static let untried =
    "the first page has no control that can be used with a sample; '--past-the-screen' calls inputs and assigns fields"

  private var isEmpty: Bool { report.steps == 0 && report.isComplete }

  private var closing: [String] {
    let found = report.findings.isEmpty ? "nothing found" : report.findings.count.counted("finding")
    let seen = "\(report.states.counted("state")), \(report.steps.counted("step"))"
    if isEmpty {
      return [
        "  \(machine.title): \(found), but nothing could be tried: \(Self.untried)"
      ]
    }
    let deep = report.completeDepth.counted("command")
    guard let bound = report.bound else {
      return ["  \(machine.title): \(found); complete: all \(seen), \(deep) deep"]
    }
    let rest = "\(report.frontier.counted("state")) not followed"
    return [
      "  \(machine.title): \(found); \(bound.told): \(seen), \(rest); all states within "
        + "\(deep) were searched\(bound.advice("'--states N', '--depth N' or '--time SECONDS'"))"
    ]
  }

  /// The limits of a search over objects.
  private var ofObjects: [String] {
    guard machine.runsObjects else { return [] }
    let bound = machine.mostWork.map { "; no input came while \($0) or more pieces of work waited" } ?? ""
    let states =
      report.countsHistories
      ? "each history of an object counts as a state"
      : "states with equal visible values count as one, even if the objects differ inside"
    return [states + bound]
  }
}

extension SearchBound {
  /// For example `stopped by --states 7`.
  package var told: String {
    switch self {
    case .depth(let depth): "stopped by --depth \(depth)"
    case .states(let states): "stopped by --states \(states)"
    case .steps(let steps): "stopped after \(steps) steps, since no bound was given"
    case .time(let seconds): "stopped by --time \(seconds)"
    case .memory(let bytes): "stopped by --memory \(bytes)"
    case .runs(let runs): "stopped by --runs \(runs)"
    case .interrupted: "interrupted"
    case .traps: "stopped since the code trapped too often"
    case .reached: "found"
    }
  }

  /// Suggests options if no bound was given.
  func advice(_ options: String) -> String {
    if case .steps = self { "; add \(options) to search further" } else { "" }
  }
}

extension DrivenStimulus {
  /// Replaces a command that cannot be written.
  fileprivate static let unspelled = "# a command that holds a secret without a name"
}

extension [String?] {
  /// The lines of a script, with a comment for each command that cannot be written.
  package var orUnspelled: [String] { map { $0 ?? DrivenStimulus.unspelled } }
}

extension StimulusLines {
  /// Like `Machine.lines(of:)`.
  package func lines(of script: [DrivenStimulus]) -> [String?] {
    script.map { line(for: $0.stimulus, isHeld: $0.isHeld) }
  }
}

extension Machine {
  /// Nil for a command with a secret without a name.
  package func lines(of script: [DrivenStimulus]) -> [String?] {
    StimulusLines(self).lines(of: script)
  }
}
