import Traces

extension Session {
  /// Names values from now on, as a transcript that is run here does with `%let`.
  package mutating func learn(_ names: [NamedValues.Entry]) {
    run?.learn(names)
  }

  /// The seed of the open machine's random numbers, where one was given.
  package var seed: UInt64? { run?.seed }
}
