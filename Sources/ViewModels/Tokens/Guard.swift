import Statecharts

/// A named condition over a model.
public struct Guard<Model: Sendable>: Sendable {
  public let name: String
  let reads: [String]
  let holds: @Sendable (Model) -> Bool
  /// The state that must be active, for a guard that asks the chart instead of the model.
  private var state: StateID?

  /// Makes a guard.
  ///
  /// - Parameter reads: The fields that it depends on, for whoever asks why it does not hold.
  public init(
    _ name: String, reads: [any FieldToken<Model>] = [], _ holds: @escaping @Sendable (Model) -> Bool
  ) {
    self.name = name
    self.reads = reads.map(\.name)
    self.holds = holds
  }

  /// SCXML's `In`: holds while a state is active.
  public static func isIn(_ state: StateID) -> Guard {
    var condition = Guard("in \(state.name)") { _ in true }
    condition.state = state
    return condition
  }

  var condition: Chart.Guard {
    if let state { return .isIn(state.name) }
    let holds = holds
    return Chart.Guard(name, reads: reads) { turn, me, _ in
      var result = false
      turn.withModel(of: me) { result = holds($0.assumingMemoryBound(to: Model.self).pointee) }
      return result
    }
  }
}
