import Traces

/// A line of a transcript that holds for more than it needs to.
package struct LooseLine: Sendable {
  package enum Kind: String, Sendable {
    case bareWildcard = "bare-wildcard"
    case unusedBinding = "unused-binding"
    case wideMatcher = "wide-matcher"
    case partialContainer = "partial-container"
  }

  package var kind: Kind
  /// Counted from one.
  package var line: Int
  /// What is loose.
  package var cause: String
  /// One thing to do.
  package var cure: String
  /// Why it is meant so, where a comment above the line says it.
  package var acceptance: String?

  /// The name of its kind: `bare-wildcard`.
  package var code: String { kind.rawValue }

  /// Cause and cure as one sentence; what is accepted has its reason in place of the cure.
  package var sentence: String { "\(cause); \(acceptance.map { "accepted: \($0)" } ?? cure)" }
}

extension ReplayReport {
  /// The lines that hold for more than they need to, in the order of the file. What stands for a value is judged by what
  /// came there, so that of a case that did not hold only bare wildcards and names are judged.
  package var looseLines: [LooseLine] {
    var search = LoosenessSearch(report: self)
    return search.lines()
  }
}
