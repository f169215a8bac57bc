import Turns

/// A place at which a trace contradicts itself.
package struct TraceMismatch: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case time(Int, before: Int)
    case value(field: String, was: Value, folded: Value)
    case state(region: String, was: String, folded: String)
    case endPhase(region: String, was: String?, folded: String?)
    case endField(field: String, was: Value?, folded: Value?)
  }

  package var kind: Kind
  /// The turn, from 0; nil for the end.
  package var turn: Int?
}

extension TraceMismatch: CustomStringConvertible {
  /// The sentence, with the turn counted from 1.
  package var description: String {
    (turn.map { "turn \($0 + 1): " } ?? "end: ") + sentence
  }

  private var sentence: String {
    switch kind {
    case .time(let time, let before): "the time goes back from \(before) ms to \(time) ms"
    case .value(let field, let was, let folded):
      "the field '\(field.escapedForDisplay)' changes from \(text(was)), but folding gives \(text(folded))"
    case .state(let region, let was, let folded):
      "the region '\(region.escapedForDisplay)' leaves '\(was.escapedForDisplay)', but folding gives '\(folded.escapedForDisplay)'"
    case .endPhase(let region, let was, let folded):
      "the region '\(region.escapedForDisplay)' is said to end in \(text(was)), but folding gives \(text(folded))"
    case .endField(let field, let was, let folded):
      "the field '\(field.escapedForDisplay)' ends as \(text(was)), but folding gives \(text(folded))"
    }
  }

  private func text(_ value: Value?) -> String { value.map { ValuePrinter(.folded).text(of: $0) } ?? "nothing" }
  private func text(_ state: String?) -> String { state.map { "'\($0.escapedForDisplay)'" } ?? "no state" }
}
