import Traces

/// Something that an update did, or did not do, at a line of the file as it was before.
public struct UpdateNote: Sendable {
  public enum Kind: Sendable {
    /// The block of a command, or of a case's opening, was written anew.
    case rewritten
    /// A line was dropped with nothing in its place.
    case lost(String)
    /// The block was left as it is, since this line would be dropped with nothing in its place.
    case needsConsent(String)
    /// The case was left as it is.
    case refused(title: String, reason: String)
    /// The machine's hash was written anew.
    case hash(String)
  }

  /// Counted from one.
  public var line: Int
  public var kind: Kind

  public var sentence: String {
    switch kind {
    case .rewritten: "block rewritten"
    case .lost(let text): "lost: \(text.escapedForDisplay)"
    case .needsConsent(let text):
      "not updated: this would drop '\(text.escapedForDisplay)' with nothing in its place; '--accept-lost' allows it"
    case .refused(let title, let reason):
      "not updated: '\(title.escapedForDisplay)': \(reason.escapedForDisplay)"
    case .hash(let hash): "hash of the machine is now \(hash.escapedForDisplay)"
    }
  }
}
