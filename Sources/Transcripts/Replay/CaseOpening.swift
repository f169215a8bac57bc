import Traces

/// What a case asks for.
package struct CaseOpening: Sendable {
  package var machine: MachineReference
  package var seed: UInt64?
  /// The values that the file and the case name with `%let`.
  package var bindings: [LetBinding]

  /// What is expanded and muted.
  package var paths: OutputPaths

  package init(
    machine: MachineReference, seed: UInt64? = nil, bindings: [LetBinding] = [], paths: OutputPaths = OutputPaths()
  ) {
    self.machine = machine
    self.seed = seed
    self.bindings = bindings
    self.paths = paths
  }
}

extension CaseOpening {
  /// Whether it asks for nothing beyond the machine.
  package var isPlain: Bool { seed == nil && bindings.isEmpty && paths == OutputPaths() }

  /// The values that it names.
  package var names: [NamedValues.Entry] { bindings.map { NamedValues.Entry($0.name, $0.value) } }
}
