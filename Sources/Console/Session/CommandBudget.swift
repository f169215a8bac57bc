/// How far one command may go before it is stopped; what it reached until then is kept.
package struct CommandBudget: Hashable, Sendable {
  /// How many turns it may run.
  package var turns = 1_000_000
  /// How many bytes of lines it may print: as many as a transcript may have.
  package var output = 16 << 20
  /// How many bytes the machine may hold in fields, signals and work.
  package var memory = 256 << 20

  package init() {}

  /// What a command can run out of.
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case turns
    case output
    case memory

    /// The option that sets it.
    package var option: String { "--limit \(rawValue)=N" }

    /// The name that scripts may rely on.
    package var code: String {
      switch self {
      case .turns: "E3301"
      case .output: "E3302"
      case .memory: "E3303"
      }
    }
  }

  package subscript(part: Part) -> Int {
    get {
      switch part {
      case .turns: turns
      case .output: output
      case .memory: memory
      }
    }
    set {
      switch part {
      case .turns: turns = newValue
      case .output: output = newValue
      case .memory: memory = newValue
      }
    }
  }
}
