import Statecharts
import ViewModels

/// Where a search begins: at the opening unless another start is given, behind the preparation.
struct Beginning {
  let snapshot: Snapshot
  /// The opening, if it is made here, and the preparation.
  private(set) var steps: [MeasuredStep]
  /// What the start and the steps reached.
  private(set) var reached: RunTally

  init(_ machine: Machine, _ preparation: [Stimulus] = [], from start: Snapshot? = nil) {
    let opened = start == nil ? machine.openMeasured() : nil
    steps = opened.map { [$0.step] } ?? []
    var stepper = Stepper(machine, from: opened?.snapshot ?? start ?? Snapshot())
    stepper.tallyReach()
    reached = stepper.measured(StimulusAim(), []).tally
    stepper.isTallying = true
    for stimulus in preparation { steps.append(stepper.measure(stimulus)) }
    snapshot = stepper.snapshot
    for step in steps { reached.formUnion(step.tally) }
  }

  var findings: [Finding] { Finding.findings(in: steps.flatMap(\.turns)) }
}
