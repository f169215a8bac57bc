import Statecharts
import ViewModels

/// A machine that is driven command by command, and what that shows. It is a value: a copy goes another way.
package struct ScriptRun: Sendable {
  package let machine: Machine
  package private(set) var snapshot: Snapshot
  /// The commands that were driven, without those that are refused before any view model hears of them.
  package private(set) var script: [DrivenStimulus] = []
  /// One for each cause, with the commands up to it.
  package private(set) var findings: [Finding] = []
  /// What opening the machine did; nothing when it begins elsewhere.
  let opening: [Turn]

  /// Opens the machine, or begins where it stands already.
  package init(_ machine: Machine, from start: Snapshot? = nil) {
    self.machine = machine
    (snapshot, opening) = start.map { ($0, []) } ?? machine.open()
    for finding in Finding.findings(in: opening) { add(finding) }
  }

  /// Makes a command.
  ///
  /// - Returns: What it did; nothing when it was left out.
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

  /// Lets time pass until every request that a service answers by itself has its answer.
  mutating func awaitAnswers() {
    guard snapshot.fault == nil, let last = machine.requests(of: snapshot).compactMap(\.dueIn).max() else { return }
    drive(DrivenStimulus(last > 0 ? .advance(milliseconds: last) : .settle))
  }

  /// Takes in that nothing goes on any more where something should.
  mutating func judgeEnd(_ finder: MoveFinder) {
    var stepper = Stepper(machine, from: snapshot)
    let moves = stepper.moves(finder)
    for finding in Finding.findings(in: snapshot, of: machine, moves) { add(finding) }
  }

  /// Takes in what is wrong with the state in which it stands.
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
  /// The regions with their states, as the cause of what is found where a snapshot stands.
  func told(_ snapshot: Snapshot) -> String {
    regions(of: snapshot).map { "\($0.region) \($0.state)" }.joined(separator: ", ")
  }
}
