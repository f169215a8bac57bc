import Traces

/// An expected line that accepts more than necessary.
package struct LooseLine: Sendable {
  package enum Kind: String, Sendable {
    case unknownWord = "unknown-word"
    case bareWildcard = "bare-wildcard"
    case unusedBinding = "unused-binding"
    case wideMatcher = "wide-matcher"
    case partialContainer = "partial-container"
  }

  package var kind: Kind
  /// From 1.
  package var line: Int
  package var cause: String
  package var cure: String
  /// The reason to accept it, from a comment above the line.
  package var acceptance: String?

  package var code: String { kind.rawValue }

  package var sentence: String { "\(cause); \(acceptance.map { "accepted: \($0)" } ?? cure)" }
}

extension ReplayReport {
  /// In file order. Matchers are judged only in passed cases.
  ///
  /// - Parameter cure: For a word that begins no line of the machine; nil for others.
  package func looseLines(cure: @escaping (String) -> String?) -> [LooseLine] {
    var search = LoosenessSearch(report: self, cure: cure)
    return search.lines()
  }
}
