import Statecharts
import ViewModels

/// The start of a search: the opening, or another given start, followed by the preparation.
struct Beginning {
  let snapshot: Snapshot
  /// The opening, if it is made here, and the preparation.
  private(set) var steps: [MeasuredStep]
  /// The tally of the start and the steps.
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
