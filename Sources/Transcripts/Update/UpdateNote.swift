import Traces

/// Something that an update did, or did not do, at a line of the file as it was before.
package struct UpdateNote: Sendable {
  package enum Kind: Sendable {
    /// The block of a command, or of a case's opening, was written anew; what changed in it, line by line.
    case rewritten([String])
    /// A line was dropped with nothing in its place.
    case lost(String)
    /// The case was left as it is, with all of its blocks.
    case refused(title: String, reason: String)
    /// The hash of the machine in the header was written anew, since every case of the file holds for that machine.
    case hash(String)
  }

  /// Counted from one.
  package var line: Int
  package var kind: Kind

  package var sentence: String {
    switch kind {
    case .rewritten: "block rewritten"
    case .lost(let text): "lost: \(LineExcerpt(text.escapedForDisplay).text)"
    case .refused(let title, let reason):
      "not updated: '\(LineExcerpt(title.escapedForDisplay).text)': \(reason.escapedForDisplay)"
    case .hash(let hash): "header renewed: the machine's hash is now \(hash.escapedForDisplay)"
    }
  }

  /// The lines below the sentence.
  package var details: [String] {
    if case .rewritten(let lines) = kind { lines } else { [] }
  }
}
