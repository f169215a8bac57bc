import Differences
import Exploration
import Recordings
import Statecharts
import Traces
import Transcripts
import ViewModels

/// A console session as a plain value: lines go in, replies with file effects come out.
package struct Session: Sendable {
  package let catalogue: Catalogue
  package var options: SessionOptions
  package var watch: CommandWatch?
  /// Nil without a machine.
  var run: CaseRun?
  var recording: RecordingState?
  var shelf = CaseShelf()
  var pendingSave: PendingSave?
  var tour: Tour?
  /// The last query; nil after another command.
  var lastLook: Look?

  package init(catalogue: Catalogue, options: SessionOptions = SessionOptions()) {
    self.catalogue = catalogue
    self.options = options
  }

  /// The next command's number, the machine and the clock: `9 login@fixed 750ms> `; `> ` without a machine.
  package var prompt: String {
    guard let run else { return "> " }
    let clock = VirtualDuration(milliseconds: run.time).readable
    return "\(run.tree.depth + 1) \(run.machine.title) \(clock)> "
  }

  /// A line for new users; nil if a machine is open.
  package var greeting: String? {
    guard run == nil, let first = catalogue.machines.first else { return nil }
    let last = catalogue.references.contains(Name(Tour.machine)) ? "'help tour' shows you around" : "'help' explains"
    return
      "\(Set(catalogue.machines.map(\.name)).count.counted("machine")). Try 'open \(first.name.text.spelled)'; Tab lists what is possible, \(last)"
  }

  /// The number of commands on the current path.
  package var depth: Int { run?.tree.depth ?? 0 }
  /// The command that `redo` would run.
  package var undoneCommand: String? {
    guard let tree = run?.tree, tree.undoneCount > 0 else { return nil }
    return tree.command(of: tree.node(atDepth: tree.depth + 1))
  }
  package var machine: Machine? { run?.machine }
  package var snapshot: Snapshot? { run?.snapshot }
  /// The machine's samples and names given since.
  package var names: NamedValues { run?.names ?? NamedValues() }
  package var isRecording: Bool { recording != nil }

  /// Opens a machine as a new case. The old case is kept; its recording ends.
  ///
  /// - Parameters:
  ///   - names: A transcript's `%let` values.
  ///   - paths: Output that it expands or mutes.
  package mutating func open(
    _ machine: Machine, seed: UInt64? = nil, names: [NamedValues.Entry] = [], paths: OutputPaths = OutputPaths()
  ) -> Reply {
    let ended = endRecording()
    let opened = CaseRun(machine, seed: seed, givenNames: names, paths: paths)
    let kept = begin(opened)
    let summary = "\(machine.title): \(machine.summary)".escapedForDisplay
    return Reply(
      lines: opened.openingLines.map(ReplyLine.recorded) + [.talk(summary)] + ended.lines + kept,
      mutedCount: opened.openingOutput.mutedCount, hasCrashed: opened.hasCrashed, effects: ended.effects)
  }

  /// Runs a typed command; verb prefixes and bare words are allowed.
  package mutating func run(_ line: String) -> Reply { answer(line, result(of: line, from: .typed), from: .typed) }

  /// The line must be parsed in this state.
  package mutating func run(_ line: ReadLine) -> Reply { answer(line.commands[0].text, line.task, from: .typed) }

  /// Needs full verbs and quoted texts; records the output of queries.
  package mutating func runFromFile(_ line: String) -> Reply {
    answer(line, result(of: line, from: .file), from: .file)
  }

  func openRun() throws(Mistake) -> CaseRun {
    guard let run else { throw Mistake(.nothingOpen) }
    return run
  }

  func openScene() throws(Mistake) -> Scene { try openRun().scene }
}

/// A query that `keep` can add to a transcript.
struct Look: Hashable, Sendable {
  var command: String
  var lines: [String]
}

extension Session {
  /// The changes as transcript lines, without the clock; empty if the states are equivalent.
  func changes(since start: Session) -> [String] {
    guard let run, let before = start.snapshot else { return [] }
    var keys = KeyMaker(run.machine.program)
    guard keys.key(of: run.snapshot) != keys.key(of: before) else { return [] }
    let turn = Turn(
      time: run.time, cause: Cause(.user, "loop"),
      effects: run.machine.moves(from: before, to: run.snapshot)
        + run.machine.fields(of: run.snapshot).sets(since: run.machine.fields(of: before)))
    let lines = run.lines(of: [turn], since: run.time)
    return lines.isEmpty ? ["waiting work, or state that no field shows, differs"] : lines
  }
}

extension Machine {
  fileprivate func moves(from before: Snapshot, to after: Snapshot) -> [Effect] {
    let old = regions(of: before)
    return regions(of: after).compactMap { region, state in
      guard let known = old.first(where: { $0.region == region }), known.state != state else {
        return nil
      }
      return .moved(region: region, from: known.state, to: state)
    }
  }
}

/// A case's commands as stimuli.
package struct CaseScript: Sendable {
  package private(set) var commands: [DrivenStimulus] = []
  /// Why commands are missing, or nil.
  package private(set) var omission: String?
}

extension Session {
  /// Reruns the commands: linear in their number.
  package var script: CaseScript {
    guard let run else { return CaseScript() }
    guard run.seed ?? 0 == 0 else {
      return CaseScript(omission: "not swept: a case with a seed")
    }
    var commands: [DrivenStimulus] = []
    var reached = StandingMachine(run.machine, at: run.tree.start)
    for node in run.tree.path(to: run.tree.position) {
      let command = run.command(of: run.tree.command(of: node), at: reached)
      commands.append(DrivenStimulus(command.stimulus, isHeld: command.isHeld))
      reached.step { stepper in _ = stepper.step(command.stimulus, isHeld: command.isHeld) }
    }
    return CaseScript(commands: commands)
  }
}

extension Session {
  /// Virtual milliseconds.
  package var elapsedMilliseconds: Int { run?.time ?? 0 }

  /// Includes the opening's turns.
  package var turnCount: Int { run.map { $0.opening.count + $0.tree.turnCount } ?? 0 }

  /// Open requests, and waiting work except replies: `request authenticate`, `timer tick`.
  package var leftovers: [String] {
    guard let run else { return [] }
    let requests = run.machine.requests(of: run.snapshot).filter { !$0.isEnded }
    let work = run.machine.work(of: run.snapshot).filter { $0.source != .reply }
    return requests.map { "request \($0.name)" } + work.map { "\($0.source.rawValue) \($0.name)" }
  }

  /// Adds values, like `%let`.
  package mutating func learn(_ names: [NamedValues.Entry]) {
    run?.learn(names)
  }

  /// The given seed of the random numbers, or nil.
  package var seed: UInt64? { run?.seed }

  /// Lets the user continue a transcript's case with all verbs.
  package mutating func goOn(withCase title: String) {
    options.isTranscript = false
    run?.givenTitle = title
  }

  /// Continues a recording that contains the case, without rerunning it. Returns its expected number of entries.
  package mutating func resumeRecording(to file: String) -> Int? {
    guard run != nil else { return nil }
    recording = RecordingState(file: file)
    return recordedEntryCount
  }

  /// Opens a case with the seed, names and paths of `opening`.
  package mutating func open(_ machine: Machine, for opening: CaseOpening?) -> Reply {
    open(machine, seed: opening?.seed, names: opening?.names ?? [], paths: opening?.paths ?? OutputPaths())
  }
}

extension Session {
  /// The line with secrets by sample name; nil if the history must not store it.
  ///
  /// Call it before the line runs. Lines with an unnamed secret are not stored. Where secrets are possible,
  /// comments, unknown verbs and withheld parts are not stored either. After a command that may open another
  /// machine, every word may be a secret.
  package func historyLine(for line: ReadLine) -> String? {
    guard !line.line.text.isBlank else { return nil }
    var session = self
    var parts: [String] = []
    for (index, command) in line.commands.enumerated() {
      let task = index == 0 ? line.task : session.result(of: command.text, from: .typed)
      guard let part = session.historyLine(for: command.text, task) else { return nil }
      parts.append(part)
      if !task.keepsMachine { session = Session(catalogue: catalogue, options: options) }
    }
    let isChanged = !zip(parts, line.commands).allSatisfy { $0.hasBytes(of: $1.text) }
    return isChanged ? parts.joined(separator: "; ") : line.line.text
  }

  private func historyLine(for text: String, _ task: Result<Task, Mistake>) -> String? {
    if mayHoldSecrets, text.first(where: { $0 != " " }) == "#" { return nil }
    switch task {
    case .success(.drive(let command)):
      guard command.typed.isEmpty else { return nil }
      return command.holdsSecret ? command.text : text
    case .failure(let error): if case .unknownVerb? = error.kind, mayHoldSecrets { return nil }
    case .success: break
    }
    return Disclosure(text, in: run?.scene).isWhole ? text : nil
  }

  private var mayHoldSecrets: Bool { run?.machine.holdsSecrets ?? true }

  /// The line with possible secrets replaced by `<withheld>`.
  package func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}

extension Result<Session.Task, Mistake> {
  fileprivate var keepsMachine: Bool {
    switch self {
    case .success(.nothing), .success(.drive), .success(.look): true
    case .success(.perform), .failure: false
    }
  }
}

extension Session {
  /// Compares another branch with the current path, causes first. Reruns from the last snapshot before the fork.
  func differences(from name: Word) throws(Mistake) -> [String] {
    let run = try openRun()
    let other = try run.tree.otherBranch(named: name)
    let difference = try difference(from: run.tree.position, to: other.tip)
    let fork = run.tree.fork(of: run.tree.position, other.tip)
    return DifferencePrinter(names: run.names)
      .causes(difference, below: run.tree.header(comparing: other, from: fork))
  }

  /// Compares the paths to two states of the case, from where they fork.
  package func difference(from a: Int, to b: Int) throws(Mistake) -> TraceDifference {
    let run = try openRun()
    let fork = run.tree.fork(of: a, b)
    return TraceDifference(from: try run.trace(from: fork, to: a, pace), to: try run.trace(from: fork, to: b, pace))
  }
}

extension CommandTree {
  fileprivate func otherBranch(named name: Word) throws(Mistake) -> Branch {
    guard branches.count > 1 else { throw Mistake(.onlyBranch) }
    guard let index = branchIndex(named: name.text) else {
      let nearest = name.nearest(among: otherBranches.map(\.title))
      throw name.mistake(.unknown(.branch, name.text, nearest: nearest))
    }
    guard index != current else { throw name.mistake(.presentBranch(name.text)) }
    return branches[index]
  }

  fileprivate func header(comparing other: Branch, from fork: Int) -> [String] {
    let titles = Sides(a: "branch \(branch.title), here", b: "branch \(other.title)").map(\.escapedForDisplay)
    let width = max(titles.a.displayWidth, titles.b.displayWidth)
    let counts = Sides(a: depth, b: depth(of: other.tip)).map { $0.counted("command") }
    let common = depth(of: fork)
    return [
      "- a  \(titles.a.padded(toWidth: width))  \(counts.a)",
      "+ b  \(titles.b.padded(toWidth: width))  \(counts.b)",
      common == 0
        ? "no command in common" : "\(common.counted("command")) in common, not compared; steps are counted from there",
    ]
  }
}

extension CaseRun {
  /// The header has the state at `start`.
  fileprivate func trace(from start: Int, to end: Int, _ pace: Pace<Mistake>) throws(Mistake) -> Trace {
    var snapshot = try standing(at: start, pace).snapshot
    var told = CaseTrace(machine, title: title, seed: seed, from: snapshot)
    var trace = Trace(header: told.header, turns: [Turn(time: snapshot.time, cause: .opening)])
    try replay(after: tree.depth(of: start), to: end, pace) { (_, turns, reached) throws(Mistake) in
      snapshot = reached
      if let turns { trace.turns += told.add(turns, reached) }
    }
    trace.end = told.end(at: snapshot.time, snapshot).end
    return trace
  }
}

extension Session {
  /// Adds the path's coverage, which must be of the same machine. Reruns the path: linear in it.
  package func measure(into coverage: inout Coverage) { run?.measure(.free) { coverage.add($0) } }

  /// Like `measure(into:)`, but the user can stop it.
  func measureWatched(into coverage: inout Coverage) throws(Mistake) {
    try openRun().measure(pace) { coverage.add($0) }
  }

  /// A transcript with one case.
  ///
  /// - Throws: The script's first mistake.
  package static func transcript(
    of script: [String], titled title: String, on machine: Machine, in catalogue: Catalogue
  ) throws(Mistake) -> String {
    var session = Session(catalogue: catalogue)
    session.run = CaseRun(machine, seed: nil, title: title)
    for command in script {
      let reply = session.runFromFile(command)
      if let mistake = reply.mistake { throw mistake }
    }
    return CaseEntries(run: try session.openRun()).file(.free)
  }
}

extension CaseRun {
  fileprivate func measure<Stop>(_ pace: Pace<Stop>, _ visit: (MeasuredStep) -> Void) throws(Stop) {
    let opened = machine.openMeasured(seed: seed ?? 0)
    visit(opened.step)
    var reached = StandingMachine(machine, at: opened.snapshot)
    for node in tree.path(to: tree.position) {
      let command = command(of: tree.command(of: node), at: reached)
      try reached.step { (stepper) throws(Stop) in try stepper.measure(command, pace, visit) }
    }
  }
}

extension Stepper {
  fileprivate mutating func measure<Stop>(
    _ command: Command, _ pace: Pace<Stop>, _ visit: (MeasuredStep) -> Void
  ) throws(Stop) {
    isTallying = true
    var aim = aim(of: command.stimulus)
    begin(command.stimulus, isHeld: command.isHeld)
    var turnCount = 0
    while !isDone {
      try pace.step(.turns(turnCount, time: time))
      _ = runPiece(TurnAllowance(turns: CommandRun.turnsOfPiece))
      let turns = takeTurns()
      turnCount += turns.count
      visit(measured(aim, turns))
      aim = StimulusAim()
    }
  }
}
