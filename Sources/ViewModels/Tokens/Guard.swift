import Statecharts

/// A named condition over a model.
public struct Guard<Model: Sendable>: Sendable {
  public let name: String
  @usableFromInline let reads: [String]
  @usableFromInline let holds: ChartDefinition.Guard.Condition
  /// The state that must be active, for a guard that asks the chart instead of the model.
  @usableFromInline var state: StateID?

  /// Makes a guard.
  ///
  /// - Parameter reads: The fields that it depends on, for whoever asks why it does not hold.
  @inlinable
  public init(
    _ name: String, reads: [any AnyField<Model>] = [], _ holds: @escaping @Sendable (Model) -> Bool
  ) {
    self.name = name
    self.reads = reads.map(\.name)
    self.holds = { turn, me, _ in
      guard let model = turn.location(of: me, ObjectIdentifier(Model.self)) else { return false }
      return holds(model.assumingMemoryBound(to: Model.self).pointee)
    }
  }

  /// SCXML's `In`: holds while a state is active.
  public static func isIn(_ state: StateID) -> Guard {
    var condition = Guard("in \(state.name)") { _ in true }
    condition.state = state
    return condition
  }

  var condition: ChartDefinition.Guard {
    state.map { .isIn($0.name) } ?? ChartDefinition.Guard(name, reads: reads, holds)
  }
}
