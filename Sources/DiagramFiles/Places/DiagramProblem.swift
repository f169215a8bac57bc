import Traces

/// An error at a place in a diagram's file, or a part that was not understood.
package struct DiagramProblem: Error, Hashable, Sendable {
  /// Raw values are codes.
  package enum Kind: String, Hashable, Sendable {
    /// The file contradicts itself or its format.
    case malformed = "E1230"
    /// The part may be valid, but has no meaning here; `--lenient` skips it.
    case notUnderstood = "E1231"
    /// A named limit was exceeded.
    case limit = "E1232"
  }

  package var kind: Kind
  /// From 1.
  package var line: Int
  /// In Unicode scalars, from 1.
  package var column: Int
  package var cause: String
  package var cure: String

  package init(_ kind: Kind, at place: Place, _ cause: String, _ cure: String) {
    self.kind = kind
    (line, column) = (place.line, place.column)
    self.cause = cause
    self.cure = cure
  }

  package var code: String { kind.rawValue }

  /// Safe to print.
  package var sentence: String { "\(cause); \(cure)".escapedForDisplay }
}

/// A place in a file; both numbers are from 1, and columns count Unicode scalars.
package struct Place: Hashable, Sendable {
  package var line: Int
  package var column = 1

  func malformed(_ cause: String, _ cure: String) -> DiagramProblem {
    DiagramProblem(.malformed, at: self, cause, cure)
  }

  func notUnderstood(_ cause: String, _ cure: String) -> DiagramProblem {
    DiagramProblem(.notUnderstood, at: self, cause, cure)
  }
}

/// The bounds on a diagram's file.
package enum DiagramLimits {
  package static let fileBytes = 4 << 20
  package static let lineBytes = 64 << 10
  package static let states = 10_000
  package static let transitions = 10_000
  // Some work is quadratic in a name and a label.
  package static let nameBytes = 1 << 10
  package static let labelBytes = 8 << 10
  /// States, elements or brackets inside each other.
  package static let depth = 100

  /// - Throws: If there are more than `most`.
  static func check(
    _ count: Int, _ most: Int, _ noun: String, at place: Place, cure: String? = nil
  ) throws(DiagramProblem) {
    guard count > most else { return }
    let split = "split the diagram; a file has at most \(most)"
    throw DiagramProblem(.limit, at: place, "more than \(most) \(noun)", cure ?? split)
  }
}

extension [DiagramProblem] {
  /// Adds a part that was not understood.
  mutating func lose(_ cause: String, _ cure: String, at place: Place) {
    append(place.notUnderstood(cause, cure))
  }
}
