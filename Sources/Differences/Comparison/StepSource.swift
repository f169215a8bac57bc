import Traces
import Turns

/// Two runs cut into steps, as a comparison reads them: the opening, and then a stimulus each with what followed from it.
///
/// A step is read once, in the order of the run.
protocol StepSource {
  /// The stimulus of a step; nil for the opening.
  func stimulus(of step: Int, on side: DiffSide) -> Cause?
  /// Why a machine cannot do a step; nil when it can.
  func absence(of step: Int, on side: DiffSide) -> String?
  /// What a step did, in order; folds it into the states of the runs so far.
  mutating func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction]
  /// Passes a step that both runs have, and tells true, when they do the same in it and nothing has to be read; else false.
  mutating func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool
}

/// Two runs that are held whole.
struct HeldSteps: StepSource {
  let runs: Sides<RunSteps>

  func stimulus(of step: Int, on side: DiffSide) -> Cause? { runs[side].steps[step].stimulus }
  func absence(of step: Int, on side: DiffSide) -> String? { runs[side].steps[step].absence }

  func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction] {
    runs[side].reactions(of: step, from: &states[side])
  }

  func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool { false }
}
