import Differences
import Exploration
import Statecharts
import Traces
import ViewModels

/// Searches from the current state.
extension Session {
  static var searchedStates: Int { 20_000 }

  package enum Way {
    /// The script, which is empty if the target already holds.
    case found([String], taking: CoverageItem? = nil)
    /// The message, with the extent of the search; nil if none was needed.
    case none(String, SearchReport?)

    /// The message, and what the search did not try.
    static func lines(_ text: String, _ report: SearchReport?, options: [SearchOption]) -> [String] {
      guard let report else { return [text] }
      return [text]
        + UntriedText(report.untried, isComplete: report.isComplete, hasJSON: false, options: options).lines
    }
  }

  func explored(depth: Int?, _ request: SearchRequest) throws(Mistake) -> [String] {
    let scene = try openScene()
    var options = try options(of: request, in: scene)
    options.depth = depth ?? options.depth
    options.states = request.states ?? Self.searchedStates
    let offers = request.domain == nil ? scene.machine.domains : [:]
    return ExplorationText(scene.machine, search(scene, options).report, opens: false, offering: offers).lines
  }

  /// Of at most 100 commands each.
  private static var walks: Int { 20 }

  func fuzzed(seed: UInt64, _ request: SearchRequest) throws(Mistake) -> [String] {
    let scene = try openScene()
    var extent = FuzzExtent()
    (extent.seed, extent.walks) = (seed, Self.walks)
    var fuzz = Fuzz(scene.machine, try options(of: request, in: scene), extent, from: scene.snapshot)
    fuzz.run(isStopped) { [watch] in watch?.progress(.walks($0)) }
    return FuzzText(scene.machine, fuzz.report, seed: seed, opens: false).lines
  }

  /// Adjusts the column of a mistake.
  func options(of request: SearchRequest, in scene: Scene) throws(Mistake) -> SearchOptions {
    do throws(SearchRequest.Failure) {
      return try request.options(in: scene)
    } catch {
      throw error.inLine
    }
  }

  private static var sweptScripts: Int { 1_000 }

  /// Reruns the case, each time with one change.
  func swept() throws(Mistake) -> [String] {
    let (machine, script) = (try openScene().machine, script)
    var sweep = Sweep(machine, script.commands, runs: Self.sweptScripts)
    sweep.run { [watch, isStopped] report in
      watch?.progress(.scripts(report.runs, findings: report.findings.count))
      return isStopped()
    }
    let report = sweep.report
    let text = SweepText(machine, report, numbers: Array(report.findings.indices.map { $0 + 1 }))
    let remarks = [script.omission, report.bound?.told].compactMap(\.self)
    guard !(text.lines + remarks).isEmpty else {
      return ["nothing to sweep: no request was made, and nothing came due"]
    }
    return text.lines + remarks + [""] + report.findings.indices.flatMap { text.lines(ofFinding: $0) + [""] }
      + [SweepText.summary(runs: report.runs, findings: report.findings.count)]
  }

  private var isStopped: @Sendable () -> SearchBound? {
    { [watch] in watch?.isInterrupted() ?? false ? .interrupted : nil }
  }

  /// A shortest script to the target. Scripts with commands between a turn and its due work are tried last.
  func way(
    to target: SearchTarget, _ request: SearchRequest = SearchRequest(), states: Int = Session.searchedStates
  ) throws(Mistake) -> Way {
    let scene = try openScene()
    if let nothing = Self.withoutSearch(target) { return .none(nothing, nil) }
    let wanted = try options(of: request, in: scene)
    var report = SearchReport()
    for mayComeBetween in wanted.races ? [false, true] : [false] {
      var options = wanted
      if request.steps == nil { options.states = request.states ?? states }
      if !mayComeBetween { (options.races, options.ties) = (false, false) }
      target.aim(&options, of: scene.machine)
      let search = search(scene, options)
      report = search.report
      if target.transitions != nil, let goal = search.nearestGoal {
        return .found(scene.lines(of: goal.script, behind: wanted.preparation), taking: goal.item)
      }
      if let found = report.findings.first(where: { $0.kind == .reached && !$0.lacksScript }) {
        return .found(scene.lines(of: found.script, behind: wanted.preparation))
      }
      if isStopped() != nil { throw Mistake(.stopped) }
      if report.bound != nil { break }
    }
    let seen = report.states.counted("state")
    guard report.bound == nil else {
      return .none("not possible in the first \(seen); the search stopped there", report)
    }
    let answers = wanted.preparation.isEmpty ? "as services answer now" : "as services answer with these options"
    return .none("impossible within all \(seen) that moves with samples can reach, \(answers)", report)
  }

  /// Answers without a search.
  private static func withoutSearch(_ target: SearchTarget) -> String? {
    guard let transitions = target.transitions else { return nil }
    if transitions.isEmpty { return "the case has taken every transition that a run can take" }
    let excuses = transitions.compactMap(\.excuse)
    return excuses.count == transitions.count ? "no run can take it: \(excuses[0].escapedForDisplay)" : nil
  }

  /// The transitions that the case has not taken, but a run can take.
  func untakenTransitions() throws(Mistake) -> [CoverageItem] {
    var coverage = Coverage(of: try openScene().machine)
    try measureWatched(into: &coverage)
    return coverage.missing.map { coverage.items[$0] }.filter { $0.kind == .transition }
  }

  /// A list of rows alone can make a hundred states.
  private static var statesForWhy: Int { 2_000 }

  /// For `why`: a shortest script that makes a refused use possible.
  func way(to use: ControlUse, _ refusal: String?) throws(Mistake) -> [String] {
    let scene = try openScene()
    guard refusal != nil, scene.snapshot.fault == nil else { return [] }
    let title = "'\(use.text)'".escapedForDisplay
    switch try way(to: SearchTarget(use), states: Self.statesForWhy) {
    case .found(let commands, _) where commands.isEmpty:
      return ["  '\(scene.possibleLine(of: use) ?? use.text)' is possible".escapedForDisplay]
    case .found(let commands, _): return ["  \(title) is possible after:"] + commands.map { "    \($0)" }
    case .none(let text, let report): return Way.lines("\(title) is \(text)", report, options: []).map { "  \($0)" }
    }
  }

  func search(_ scene: Scene, _ options: SearchOptions) -> Search {
    var options = options
    options.interruption = isStopped
    if let watch { options.isOver = watch.isOver }
    var search = Search(scene.machine, options, from: scene.snapshot)
    search.run { [watch] report in
      watch?.progress(.search(report))
      return nil
    }
    return search
  }

  /// The possible commands, state changes first.
  func suggestions() throws(Mistake) -> [String] {
    let sorted = try suggestedSteps().enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return TextTable(sorted.map { [$0.element.command, $0.element.outcome] })
      .lines(or: "no move is possible with the declared samples")
  }

  /// The possible commands in the order of the screen.
  func suggestedSteps() throws(Mistake) -> [Suggestion] {
    let scene = try openScene()
    var stepper = Stepper(scene.machine, from: scene.snapshot)
    var steps: [Suggestion] = []
    for move in scene.machine.moves(of: scene.snapshot) {
      guard let line = scene.machine.line(for: move.stimulus) else { continue }
      stepper.snapshot = scene.snapshot
      steps.append(Suggestion(command: line, words: move.stimulus.words, turns: stepper.step(move)))
    }
    return steps
  }
}

extension Scene {
  /// The lines of a script; empty if it only changes settings.
  fileprivate func lines(of script: [DrivenStimulus], behind preparation: [Stimulus]) -> [String] {
    if script.count == preparation.count, !preparation.contains(.restart) { return [] }
    return machine.lines(of: script).compactMap(\.self)
  }

  fileprivate func possibleLine(of use: ControlUse) -> String? {
    var domain = MoveDomain()
    domain.rows = .all
    let taps = machine.moves(of: snapshot, in: domain).map(\.stimulus).filter { $0.taps(Name(use.control)) }
    return taps.lazy.compactMap { self.machine.line(for: $0) }.first
  }
}

struct Suggestion {
  let command: String
  /// The command without its value.
  let words: String
  let outcome: String
  /// Faults first, then state changes, then the rest.
  let rank: Int

  init(command: String, words: String, turns: [Turn]) {
    (self.command, self.words) = (command, words)
    let effects = turns.flatMap(\.effects)
    let broken = effects.compactMap { effect -> String? in
      switch effect {
      case .broken(let property): "breaks \"\(property)\""
      case .crashed(let fault): "crashes: \(fault)"
      default: nil
      }
    }
    let moves = turns.flatMap(\.moves)
    outcome = (broken + moves).joined(separator: ", ").escapedForDisplay
    rank = !broken.isEmpty ? 0 : !moves.isEmpty ? 1 : 2
  }
}

extension Session {
  private static let mostDifferences = 5

  /// Reruns the case on another variant, then searches for differences.
  func compared(with variant: Word, depth: Int?) throws(Mistake) -> [String] {
    let run = try openRun()
    let followed = try follow(run, on: try otherVariant(named: variant, of: run.machine))
    let machines = Sides(a: run.machine, b: followed.run.machine)
    let text = ComparisonText(
      ComparedMachines(machines), mostCauses: Self.mostDifferences, isFromHere: true, names: run.names)
    let head = text.header + [Self.common(run, machines)] + Self.lines(of: followed.absences)
    if let side = DiffSide.allCases.first(where: { Sides(a: run, b: followed.run)[$0].hasCrashed }) {
      return head + ["", "\(side.rawValue) has already crashed, so nothing can be tried"]
    }
    let options = ComparisonOptions(depth: depth)
    var search = ProductSearch(machines, options, from: Sides(a: run.snapshot, b: followed.run.snapshot))
    search.run { [watch] report in
      watch?.progress(.comparison(report))
      return watch?.isInterrupted() ?? false ? .interrupted : nil
    }
    var report = search.report
    report.untried = search.untried
    return head + text.lines(of: report)
  }

  private func otherVariant(named word: Word, of machine: Machine) throws(Mistake) -> Machine {
    let isNamed = { (machine: Machine) in
      machine.variant == word.text || machine.title == word.text
    }
    if isNamed(machine) { throw word.mistake(.presentVariant(word.text)) }
    guard let other = machine.others.first(where: isNamed) else {
      throw word.mistake(
        .unknown(.variant, word.text, nearest: word.nearest(among: machine.others.map(\.variant.text))))
    }
    return try catalogue.soundMachine(named: other.title.text)
  }

  private typealias Absence = (command: String, reason: String)

  /// Reruns the case there, without the commands that the machine lacks.
  private func follow(_ run: CaseRun, on machine: Machine) throws(Mistake) -> (run: CaseRun, absences: [Absence]) {
    var session = Session(catalogue: catalogue, options: options)
    session.watch = watch
    session.run = CaseRun(machine, seed: run.seed, givenNames: run.givenNames)
    var absences: [Absence] = []
    for node in run.tree.path(to: run.tree.position) {
      if watch?.isInterrupted() ?? false { throw Mistake(.stopped) }
      let command = run.tree.command(of: node)
      let reply = session.runFromFile(command)
      if let stop = reply.stop {
        if reply.wasInterrupted { throw Mistake(.stopped) }
        throw Mistake(
          column: 1, sentence: "\(machine.title) cannot run the whole case: \(stop.sentence)", code: stop.code)
      }
      if let mistake = reply.mistake { absences.append((command, mistake.sentence)) }
    }
    return (try session.openRun(), absences)
  }

  private static func common(_ run: CaseRun, _ machines: Sides<Machine>) -> String {
    let parts = DefinitionDifference(machines).changes.count
    let definitions =
      parts == 0
      ? "the definitions declare the same parts"
      : "different definitions: \(parts.counted("part")), which 'signalbox compare' lists"
    return "\(run.tree.depth.counted("command")) before, on both; " + definitions
  }

  private static func lines(of absences: [Absence]) -> [String] {
    let more = absences.count - mostDifferences
    return absences.prefix(mostDifferences).map {
      "b cannot '\($0.command.truncated(toWidth: 40))': \($0.reason)"
    } + (more > 0 ? ["and \(more.counted("more command"))"] : [])
  }
}
