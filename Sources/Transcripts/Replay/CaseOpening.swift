/// What a case asks for.
public struct CaseOpening: Sendable {
  public var machine: MachineReference
  public var seed: UInt64?
  /// The values that the file and the case name with `%let`.
  public var bindings: [LetBinding]

  public init(machine: MachineReference, seed: UInt64? = nil, bindings: [LetBinding] = []) {
    self.machine = machine
    self.seed = seed
    self.bindings = bindings
  }
}
