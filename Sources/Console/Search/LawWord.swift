import Exploration
import ViewModels

/// The words by which a law of states is given: to a search, and behind 'show'.
package enum LawWord: String, CaseIterable, Sendable {
  case never, always

  /// The law that an expression holds nowhere, or everywhere.
  package func law(of expression: StateExpression, _ machine: Machine) -> StateLaw {
    StateLaw("\(rawValue) \(expression.text)", .law) { expression.holds(of: $0, machine) == (self == .always) }
  }
}
