/// A signal as data: closures live in the definition and are found by name, captures are values.
public indirect enum SignalValue: Hashable, Sendable {
  /// A wiring and what it captured.
  case wiring(String, [Value])
  /// What an execution of a command sends: its log first, then live.
  case execution(InstanceID)
  /// The same with its error turned into completion, as `executionSignals` passes it on.
  case executionCatchingErrors(InstanceID)
  /// An error at once.
  case failing(Value)
}
