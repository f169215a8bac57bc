import Exploration
import Recordings
import Statecharts
import Traces
import ViewModels

/// One case: a machine from its opening to its current state.
struct CaseRun: Sendable {
  static let defaultTitle = "untitled"

  let seed: UInt64?
  var givenTitle: String?
  let paths: OutputPaths
  private(set) var opening: [Turn]
  /// What the last saved file contains of the case.
  var saved: SavedPath?
  private var standing: StandingMachine
  /// Observing does not affect the machine.
  private(set) var probes: [Probe] = []
  /// Watchpoints do not affect the machine.
  var watchpoints = Watchpoints()
  /// The breakpoints that stopped the last command, and the node after it.
  private var (passing, passingFrom): ([String], Int) = ([], 0)
  private(set) var tree: CommandTree
  private(set) var printer: OutputPrinter
  private(set) var givenNames: [NamedValues.Entry]

  init(
    _ machine: Machine, seed: UInt64?, title: String? = nil, givenNames: [NamedValues.Entry] = [],
    paths: OutputPaths = OutputPaths()
  ) {
    self.seed = seed
    givenTitle = title
    self.paths = paths
    self.givenNames = givenNames
    let opened = machine.open(seed: seed ?? 0)
    standing = StandingMachine(machine, at: opened.snapshot)
    opening = opened.turns
    tree = CommandTree(start: opened.snapshot)
    printer = OutputPrinter(names: NamedValues(machine.sampleEntries + givenNames), paths: paths)
  }

  /// Drops all snapshots; `takeUp` reruns the commands.
  mutating func putAside() {
    tree.begin(at: Snapshot())
    standing = StandingMachine(machine, at: tree.start)
    opening = []
  }

  /// Restores the snapshots by rerunning the commands: linear in the path.
  mutating func takeUp<Stop>(_ pace: Pace<Stop>) throws(Stop) {
    (standing.snapshot, opening) = machine.open(seed: seed ?? 0)
    tree.begin(at: snapshot)
    try move(to: tree.position, pace)
  }

  var machine: Machine { standing.machine }
  var snapshot: Snapshot { standing.snapshot }
  var time: Int { standing.time }
  var hasCrashed: Bool { standing.hasCrashed }
  var names: NamedValues { printer.names }
  var title: String { givenTitle ?? Self.defaultTitle }

  var scene: Scene { scene(of: standing) }

  private func scene(of standing: StandingMachine) -> Scene {
    Scene(standing.machine, standing.snapshot, names)
  }

  // MARK: Driving

  /// Runs a command as far as budget and watch allow.
  ///
  /// - Returns: Also the branch that was left if the command began a new one.
  mutating func drive(
    _ command: Command, _ budget: CommandBudget, _ watch: CommandWatch?
  ) -> (result: CommandResult, left: Branch?) {
    learn(command.typed)
    let result = perform(command, budget, watch)
    passing = result.stop == nil ? [] : result.met
    passingFrom = tree.position
    if result.isTakenBack { return (result, nil) }
    let left = tree.append(result.text, turns: result.turnCount)
    passingFrom = tree.position
    tree.note(broken: result.broken)
    // A rerun of an object that cannot be repeated would hide that.
    if tree.isFarFromSnapshot || machine.runsObjects { tree.keep(snapshot) }
    return (result, left)
  }

  private mutating func perform(_ command: Command, _ budget: CommandBudget, _ watch: CommandWatch?) -> CommandResult {
    let (printer, start, watchLog) = (printer, command.outputStart(at: time), watchLog)
    let probes = command.stimulus == .restart ? [] : probes
    let result = standing.step { stepper in
      var run = CommandRun(command, printer: printer, since: start, budget, watch, watchLog)
      run.run(on: &stepper, probes)
      return run.result
    }
    guard result.isTakenBack else { return result }
    stand(at: tree.position, .free)
    return result.waitBefore.map { wait($0, of: command, meeting: result, budget) } ?? result
  }

  /// Advances to just before a breakpoint's instant; nothing is due until then.
  private mutating func wait(
    _ milliseconds: Int, of given: Command, meeting met: CommandResult, _ budget: CommandBudget
  ) -> CommandResult {
    let command = Command.advance(by: milliseconds)
    var run = CommandRun(command, printer: printer, since: time, budget, nil, nil)
    standing.step { stepper in run.run(on: &stepper, []) }
    var result = run.result
    result.met = met.met
    result.stop = met.stop
    result.stop?.time = time
    result.stop?.kept = command.text
    result.stop?.left = given.remaining(behind: command.stimulus)?.text
    return result
  }

  private var watchLog: WatchLog? {
    if watchpoints.isEmpty { return nil }
    return WatchLog(watchpoints, machine, from: snapshot, passing: tree.position == passingFrom ? passing : [])
  }

  /// Nil stops observing.
  mutating func observe(_ path: String, _ options: ObservationOptions?) {
    probes.removeAll { Name($0.path) == path }
    if let options { probes.append(Probe(path, options)) }
  }

  mutating func learn(_ entries: [NamedValues.Entry]) {
    givenNames += entries
    printer.names.add(entries)
  }

  /// On the current path, in order.
  var brokenProperties: [Name] { opening.broken + tree.brokenProperties }

  func output(of turns: [Turn], since start: Int) -> StepOutput { printer.output(of: turns, since: start) }

  func lines(of turns: [Turn], since start: Int) -> [String] {
    output(of: turns, since: start).lines.map(\.description)
  }

  var openingOutput: StepOutput { output(of: opening, since: 0) }
  var openingLines: [String] { openingOutput.lines.map(\.description) }

  // MARK: Time travel

  /// - Parameter branch: By default, the current one.
  mutating func move<Stop>(to node: Int, on branch: Int? = nil, _ pace: Pace<Stop>) throws(Stop) {
    try stand(at: node, pace)
    tree.move(to: node, on: branch)
  }

  mutating func nameBranch(_ name: String) { tree.nameBranch(name) }
  mutating func keep(_ look: Look) { tree.keep(look) }

  /// Restores the state after a node. It keeps the last snapshots on the path, and those 32, 64, 128… commands
  /// before. Users often step back repeatedly, so each further step is cheap even on a long path.
  private mutating func stand<Stop>(at node: Int, _ pace: Pace<Stop>) throws(Stop) {
    let (nodes, start) = tree.pathFromCheckpoint(to: node)
    var reached = StandingMachine(machine, at: start)
    for (index, node) in nodes.enumerated() {
      try replay(tree.command(of: node), on: &reached, pace)
      let left = nodes.count - index
      let isRecent = left <= Checkpoints.recentLimit / 2
      if isRecent || left & (left - 1) == 0 { tree.keep(reached.snapshot, at: node) }
    }
    standing = reached
  }

  func standing<Stop>(at node: Int, _ pace: Pace<Stop>) throws(Stop) -> StandingMachine {
    let (nodes, start) = tree.pathFromCheckpoint(to: node)
    var reached = StandingMachine(machine, at: start)
    for node in nodes { try replay(tree.command(of: node), on: &reached, pace) }
    return reached
  }

  /// Reruns the commands after a depth. `visit` gets the turns and the snapshot of each piece, and nil turns at a
  /// command's end.
  ///
  /// - Parameter pausingAtInstants: Whether a piece ends with its instant.
  func replay<Stop>(
    after depth: Int = 0, to end: Int? = nil, pausingAtInstants: Bool = false, _ pace: Pace<Stop>,
    _ visit: (ReplayedCommand, [Turn]?, Snapshot) throws(Stop) -> Void
  ) throws(Stop) {
    let end = end ?? tree.position
    var reached = try standing(at: tree.ancestor(of: end, atDepth: depth), pace)
    for node in tree.path(to: end, after: depth) {
      let text = tree.command(of: node)
      let command = command(of: text, at: reached)
      let before = reached.time
      let replayed = ReplayedCommand(node: node, text: text, before: before, start: command.outputStart(at: before))
      try replay(command, on: &reached, pausingAtInstants, pace) { (turns, snapshot) throws(Stop) in
        try visit(replayed, turns, snapshot)
      }
      try visit(replayed, nil, reached.snapshot)
    }
  }

  /// Reruns the commands after a depth, with their output.
  func replayOutput<Stop>(
    after depth: Int = 0, _ pace: Pace<Stop>, _ visit: (ReplayedCommand, [String]) -> Void
  ) throws(Stop) {
    var lines: [String] = []
    var printer: StepPrinter?
    try replay(after: depth, pace) { (command, turns, _) throws(Stop) in
      var current = printer ?? StepPrinter(self.printer, since: command.start)
      lines += (turns.map { current.add($0) } ?? current.finish()).map(\.description)
      printer = turns == nil ? nil : current
      guard turns == nil else { return }
      visit(command, lines)
      lines = []
    }
  }

  private func replay<Stop>(
    _ command: String, on standing: inout StandingMachine, _ pace: Pace<Stop>
  ) throws(Stop) {
    try replay(self.command(of: command, at: standing), on: &standing, false, pace) { (_, _) throws(Stop) in }
  }

  private func replay<Stop>(
    _ command: Command, on standing: inout StandingMachine, _ pausesAtInstants: Bool, _ pace: Pace<Stop>,
    _ visit: ([Turn], Snapshot) throws(Stop) -> Void
  ) throws(Stop) {
    try standing.step { (stepper) throws(Stop) in
      stepper.begin(command.stimulus, isHeld: command.isHeld)
      var turnCount = 0
      var allowance = TurnAllowance(turns: CommandRun.turnsOfPiece)
      allowance.pausesAtInstants = pausesAtInstants
      while !stepper.isDone {
        try pace.step(.turns(turnCount, time: stepper.time))
        _ = stepper.runPiece(allowance)
        let turns = stepper.takeTurns()
        turnCount += turns.count
        try visit(turns, stepper.snapshot)
      }
    }
  }

  /// Parses a command that already ran from this state.
  func command(of text: String, at standing: StandingMachine) -> Command {
    do throws(Mistake) {
      return try Command(text, from: .file, in: scene(of: standing))
    } catch {
      preconditionFailure("a command that ran cannot be read again: \(error.sentence)")
    }
  }
}

struct ReplayedCommand {
  var node: Int
  var text: String
  var before: Int
  /// The time origin of the command's output: `before`, or zero after a restart.
  var start: Int
}

extension [Turn] {
  var broken: [Name] {
    var names: [Name] = []
    for turn in self {
      for case .broken(let property) in turn.effects { names.append(property) }
    }
    return names
  }
}

extension CaseRun {
  /// Whether the case keeps a law, also while only time passes afterwards; nil if that never ends. Reruns all
  /// commands.
  func keeps<Stop>(_ law: RunLaw, _ pace: Pace<Stop>) throws(Stop) -> Bool? {
    var trial = RunTrial(of: law, machine)
    trial.visit(tree.start)
    try replay(pace) { (_, turns, snapshot) throws(Stop) in
      if turns == nil { trial.visit(snapshot) }
    }
    return trial.isKept(goingOnFrom: snapshot)
  }
}
