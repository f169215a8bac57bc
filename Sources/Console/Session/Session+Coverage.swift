import Exploration
import Statecharts
import Traces
import Transcripts
import ViewModels

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
