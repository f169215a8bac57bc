import Console
import Traces
import ViewModels

/// What a case asks for.
public struct CaseOpening: Sendable {
  public var machine: MachineReference
  public var seed: UInt64?
  /// The values that the file and the case name with `%let`.
  public var bindings: [LetBinding]

  /// What is expanded and muted.
  public var paths: OutputPaths

  public init(
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
  var isPlain: Bool { seed == nil && bindings.isEmpty && paths == OutputPaths() }

  /// The values that it names.
  public var names: [NamedValues.Entry] { bindings.map { NamedValues.Entry($0.name, $0.value) } }
}

extension Session {
  /// Opens a machine as a case asks for it; plainly when there is none.
  public mutating func open(_ machine: Machine, for opening: CaseOpening?) -> Reply {
    open(machine, seed: opening?.seed, names: opening?.names ?? [], paths: opening?.paths ?? OutputPaths())
  }
}
