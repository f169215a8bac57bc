import Statecharts
import ViewModels

/// A machine driven command by command, with its findings. A copy continues independently.
package struct ScriptRun: Sendable {
  package let machine: Machine
  package private(set) var snapshot: Snapshot
  /// Without commands refused before any view model receives them.
  package private(set) var script: [DrivenStimulus] = []
  /// One per cause, with the script to it.
  package private(set) var findings: [Finding] = []
  /// The opening's turns; empty after a start at a snapshot.
  let opening: [Turn]

  package init(_ machine: Machine, from start: Snapshot? = nil) {
    self.machine = machine
    (snapshot, opening) = start.map { ($0, []) } ?? machine.open()
    for finding in Finding.findings(in: opening) { add(finding) }
  }

  /// Runs a command and returns its turns; empty if it was omitted from the script.
  @discardableResult
  package mutating func drive(_ driven: DrivenStimulus) -> [Turn] {
    guard !machine.refusesUnheard(driven.stimulus, in: snapshot) else { return [] }
    let turns = machine.step(&snapshot, driven.stimulus, isHeld: driven.isHeld)
    script.append(driven)
    for finding in Finding.findings(in: turns) { add(finding) }
    return turns
  }

  package mutating func drive(_ script: some Sequence<DrivenStimulus>) {
    for driven in script { drive(driven) }
  }

  /// Advances time until all automatic answers have come.
  mutating func awaitAnswers() {
    guard snapshot.fault == nil, let last = machine.requests(of: snapshot).compactMap(\.dueIn).max() else { return }
    drive(DrivenStimulus(last > 0 ? .advance(milliseconds: last) : .settle))
  }

  /// Adds traps and hangs at the end of a script.
  mutating func judgeEnd(_ finder: MoveFinder) {
    var stepper = Stepper(machine, from: snapshot)
    let moves = stepper.moves(finder)
    for finding in Finding.findings(in: snapshot, of: machine, moves) { add(finding) }
  }

  mutating func judge(_ judge: StateJudge) {
    var stepper = Stepper(machine, from: snapshot)
    let moves = stepper.moves(judge.finder)
    for finding in judge.findings(&stepper, moves) { add(finding) }
  }

  private mutating func add(_ finding: Finding) {
    guard !findings.contains(where: { $0.group == finding.group }) else { return }
    var finding = finding
    finding.script = script
    findings.append(finding)
  }
}

extension Machine {
  /// The regions with their states.
  func told(_ snapshot: Snapshot) -> String {
    regions(of: snapshot).map { "\($0.region) \($0.state)" }.joined(separator: ", ")
  }
}
