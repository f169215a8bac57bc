import Differences
import Exploration
import Statecharts
import Traces
import Transcripts
import ViewModels

/// A run of the console, as a plain value: a line goes in, lines and file effects come out.
package struct Session: Sendable {
  package let catalogue: Catalogue
  package var options: SessionOptions
  /// Who sees commands that run, and may stop them; nil for nobody.
  package var watch: CommandWatch?
  /// The case that is driven; nil while no machine is open.
  var run: CaseRun?
  var recording: RecordingState?
  /// The cases that were put aside.
  var shelf = CaseShelf()
  /// The file that is being saved.
  var pendingSave: PendingSave?
  /// The tour that Enter goes on with; nil for none.
  var tour: Tour?
  /// The last look, while nothing was done since.
  var lastLook: Look?

  package init(catalogue: Catalogue, options: SessionOptions = SessionOptions()) {
    self.catalogue = catalogue
    self.options = options
  }

  /// `9 login@fixed 750ms> `: number of the next driving command, machine, virtual clock; `> ` when nothing is open.
  package var prompt: String {
    guard let run else { return "> " }
    let clock = VirtualDuration(milliseconds: run.time).readable
    return "\(run.tree.depth + 1) \(run.machine.title) \(clock)> "
  }

  /// One line for who has just come: what there is, and how to begin; nil when a machine is open, or there is none.
  package var greeting: String? {
    guard run == nil, let first = catalogue.machines.first else { return nil }
    let last = catalogue.references.contains(Name(Tour.machine)) ? "'help tour' shows you around" : "'help' explains"
    return
      "\(catalogue.names.count.counted("machine")). Try 'open \(first.name.text.spelled)'; Tab lists what is possible, \(last)"
  }

  /// How many commands of the open case lead to where it stands.
  package var depth: Int { run?.tree.depth ?? 0 }
  /// What 'redo' would do next; nil where nothing is undone.
  package var undoneCommand: String? {
    guard let tree = run?.tree, tree.undoneCount > 0 else { return nil }
    return tree.command(of: tree.node(atDepth: tree.depth + 1))
  }
  /// The machine that is open.
  package var machine: Machine? { run?.machine }
  package var snapshot: Snapshot? { run?.snapshot }
  /// The samples of the open machine, and the values that were named since.
  package var names: NamedValues { run?.names ?? NamedValues() }
  package var isRecording: Bool { recording != nil }

  /// Opens a machine as a case of its own; the one before stays, and a recording of it ends.
  ///
  /// - Parameters:
  ///   - names: Values that a transcript names with `%let`.
  ///   - paths: What it expands and mutes.
  package mutating func open(
    _ machine: Machine, seed: UInt64? = nil, names: [NamedValues.Entry] = [], paths: OutputPaths = OutputPaths()
  ) -> Reply {
    let ended = endRecording()
    let opened = CaseRun(machine, seed: seed, givenNames: names, paths: paths)
    let kept = begin(opened)
    let summary = "\(machine.title): \(machine.summary)".escapedForDisplay
    var reply = Reply(
      lines: opened.openingLines.map(ReplyLine.recorded) + [.talk(summary)] + ended.lines + kept,
      mutedCount: opened.openingOutput.mutedCount, effects: ended.effects)
    reply.hasCrashed = opened.hasCrashed
    return reply
  }

  /// Runs a command typed at the prompt: prefixes of verbs and bare words are allowed.
  package mutating func run(_ line: String) -> Reply { answer(line, result(of: line, from: .typed), from: .typed) }

  /// Runs the first command of a line that was read in this state.
  package mutating func run(_ line: ReadLine) -> Reply { answer(line.commands[0].text, line.task, from: .typed) }

  /// Runs a command of a transcript or a script: full verbs and quoted texts only. What a look shows is recorded.
  package mutating func runFromFile(_ line: String) -> Reply {
    answer(line, result(of: line, from: .file), from: .file)
  }

  func openRun() throws(Mistake) -> CaseRun {
    guard let run else { throw Mistake(.nothingOpen) }
    return run
  }

  func openScene() throws(Mistake) -> Scene { try openRun().scene }
}

/// A look that was taken, which `keep` can add to a transcript.
struct Look: Hashable, Sendable {
  /// The look as a command.
  var command: String
  var lines: [String]
}

extension Session {
  /// What tells where the case stands from where it stood before, the clock left out, as a transcript holds it; empty where
  /// nothing that follows tells the two apart.
  func changes(since start: Session) -> [String] {
    guard let run, let before = start.snapshot else { return [] }
    var keys = KeyMaker(run.machine.program)
    guard keys.key(of: run.snapshot) != keys.key(of: before) else { return [] }
    let turn = Turn(
      time: run.time, cause: Cause(.user, "loop"),
      effects: run.machine.moves(from: before, to: run.snapshot)
        + run.machine.fields(of: run.snapshot).sets(since: run.machine.fields(of: before)))
    let lines = run.lines(of: [turn], since: run.time)
    return lines.isEmpty ? ["what waits, or what no field shows, differs"] : lines
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

/// The commands of a case, as a search makes them.
package struct CaseScript: Sendable {
  package private(set) var commands: [DrivenStimulus] = []
  /// Why there are none of a case that has some; nil when all are there.
  package private(set) var omission: String?

  fileprivate init(_ commands: [DrivenStimulus] = [], omission: String? = nil) {
    self.commands = commands
    self.omission = omission
  }
}

extension Session {
  /// The commands that lead to where the case stands; none while no machine is open. They run again: linear in them.
  package var script: CaseScript { run?.script ?? CaseScript() }
}

extension CaseRun {
  fileprivate var script: CaseScript {
    guard seed ?? 0 == 0 else {
      return CaseScript(omission: "not swept: a case with a seed")
    }
    var commands: [DrivenStimulus] = []
    var reached = StandingMachine(machine, at: tree.start)
    for node in tree.path(to: tree.position) {
      let command = command(of: tree.command(of: node), at: reached)
      commands.append(DrivenStimulus(command.stimulus, isHeld: command.isHeld))
      reached.step { stepper in _ = stepper.step(command.stimulus, isHeld: command.isHeld) }
    }
    return CaseScript(commands)
  }
}

/// What a driver of cases asks of the open one, and tells it.
extension Session {
  /// The virtual time that the open case has taken, in milliseconds; 0 when none is open.
  package var elapsedMilliseconds: Int { run?.time ?? 0 }

  /// How many turns the open case has run, those of its opening included.
  package var turnCount: Int { run.map { $0.opening.count + $0.tree.turnCount } ?? 0 }

  /// The requests under way and the work that waits but for their replies: `request authenticate`, `timer tick`.
  package var leftovers: [String] {
    guard let run else { return [] }
    let requests = run.machine.requests(of: run.snapshot).filter { !$0.isEnded }
    let work = run.machine.work(of: run.snapshot).filter { $0.source != .reply }
    return requests.map { "request \($0.name)" } + work.map { "\($0.source.rawValue) \($0.name)" }
  }

  /// Names values from now on, as a transcript that is run here does with `%let`.
  package mutating func learn(_ names: [NamedValues.Entry]) {
    run?.learn(names)
  }

  /// The seed of the open machine's random numbers, where one was given.
  package var seed: UInt64? { run?.seed }

  /// Goes on by hand where a case of a transcript has led: every verb is taken, and the case keeps its title.
  package mutating func goOn(withCase title: String) {
    options.isTranscript = false
    run?.givenTitle = title
  }

  /// Goes on with the recording that holds the case. Nothing runs again.
  ///
  /// - Returns: How many entries the recording has to have; nil when no machine is open.
  package mutating func resumeRecording(to file: String) -> Int? {
    guard run != nil else { return nil }
    recording = RecordingState(file: file)
    return recordedEntryCount
  }

  /// Opens a machine as a case asks for it; plainly when there is none.
  package mutating func open(_ machine: Machine, for opening: CaseOpening?) -> Reply {
    open(machine, seed: opening?.seed, names: opening?.names ?? [], paths: opening?.paths ?? OutputPaths())
  }
}

extension Session {
  /// The line as it may enter the history: a secret as the name of its sample; nil when nothing may.
  ///
  /// Ask before the line runs. A secret without a lasting name keeps its line out. So do, where there may be secrets, a line
  /// of which something would be withheld, one whose verb is unknown, and a comment. Behind a command that may open another
  /// machine nobody knows yet what is a secret.
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
    do throws(Mistake) {
      if mayHoldSecrets, text.first(where: { $0 != " " }) == "#" { return nil }
      guard case .drive(let command) = try task.get() else {
        return Disclosure(text, in: run?.scene).isWhole ? text : nil
      }
      guard command.typed.isEmpty else { return nil }
      return command.holdsSecret ? command.text : text
    } catch {
      if case .unknownVerb? = error.kind, mayHoldSecrets { return nil }
      return Disclosure(text, in: run?.scene).isWhole ? text : nil
    }
  }

  private var mayHoldSecrets: Bool { run?.machine.holdsSecrets ?? true }

  /// A line with a mistake as a message may show it: `<withheld>` stands for what may be a secret.
  package func disclosed(_ line: String) -> String { Disclosure(line, in: run?.scene).text }
}

extension Result<Session.Task, Mistake> {
  /// Whether the machine that is open is so behind the command too.
  fileprivate var keepsMachine: Bool {
    switch self {
    case .success(.nothing), .success(.drive), .success(.look): true
    case .success(.perform), .failure: false
    }
  }
}

extension Session {
  /// Says in what another branch differs from the way to where the session stands, causes first.
  ///
  /// What both begin with is not run again but from the last snapshot before their fork.
  func differences(from name: Word) throws(Mistake) -> [String] {
    let run = try openRun()
    let other = try run.tree.otherBranch(named: name)
    let fork = run.tree.fork(of: run.tree.position, other.tip)
    let traces = Sides(
      a: try run.trace(from: fork, to: run.tree.position, pace), b: try run.trace(from: fork, to: other.tip, pace))
    let difference = TraceDifference(from: traces.a, to: traces.b)
    return DifferencePrinter(names: run.names)
      .causes(difference, below: run.tree.header(comparing: other, from: fork))
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

  /// Which branches are compared, and with how many commands both begin.
  fileprivate func header(comparing other: Branch, from fork: Int) -> [String] {
    let titles = Sides(a: "branch \(branch.title), here", b: "branch \(other.title)").map(\.escapedForDisplay)
    let width = max(titles.a.displayWidth, titles.b.displayWidth)
    let counts = Sides(a: depth, b: depth(of: other.tip)).map { $0.counted("command") }
    let common = depth(of: fork)
    return [
      "- a  \(titles.a.padded(toWidth: width))  \(counts.a)",
      "+ b  \(titles.b.padded(toWidth: width))  \(counts.b)",
      common == 0
        ? "no command is common" : "\(common.counted("command")) in common, not compared; steps are counted from there",
    ]
  }
}

extension CaseRun {
  /// What happened after a node on the way to another; its header holds the state at the first.
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
  /// Adds what the case did on the way to where it stands; nothing when none is open.
  ///
  /// The path runs again: linear in it.
  ///
  /// - Precondition: The coverage is of the machine that is open.
  package func measure(into coverage: inout Coverage) { run?.measure(.free) { coverage.add($0) } }

  /// The coverage for a person, who may stop it.
  func measureWatched(into coverage: inout Coverage) throws(Mistake) {
    try openRun().measure(pace) { coverage.add($0) }
  }

  /// Returns a script as a transcript with one case, which replays.
  ///
  /// - Parameter script: Its commands as they are typed.
  /// - Throws: the mistake in the script.
  package static func transcript(
    of script: [String], titled title: String, on machine: Machine, in catalogue: Catalogue
  ) throws(Mistake) -> String {
    var session = Session(catalogue: catalogue)
    var opened = CaseRun(machine, seed: nil)
    opened.givenTitle = title
    session.run = opened
    for command in script {
      let reply = session.runFromFile(command)
      if let mistake = reply.mistake { throw mistake }
    }
    let entries = CaseEntries(try session.openRun())
    return entries.header + entries.all(isFirst: true, .free).joined() + Recording.end(cases: 1)
  }
}

extension CaseRun {
  /// Runs the commands up to the position again, and hands what each did to `visit`, piece by piece.
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
  /// Runs a step piece by piece.
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
