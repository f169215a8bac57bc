/// How grave a difference is, gravest first.
package enum DifferenceClass: String, Hashable, Sendable, CaseIterable {
  /// The runs were not driven alike.
  case stimulus
  /// A crash, a limit that was reached, a property that broke.
  case fault
  /// Another state, or another page on the navigation stack.
  case transition
  /// What is asked of the outside world, how it answers, and what becomes of the answer.
  case request
  /// A stimulus that one takes and the other does not, or not for the same reason.
  case refusal
  /// What fields, outputs, the store and the screen show.
  case value
  /// When something happens, and the timers.
  case timing
  /// The same things at one instant in another order.
  case order
  /// The words of an alert, a HUD or a tip.
  case text
}

extension DifferenceClass: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .stimulus: 0
    case .fault: 1
    case .transition: 2
    case .request: 3
    case .refusal: 4
    case .value: 5
    case .timing: 6
    case .order: 7
    case .text: 8
    }
  }
}
