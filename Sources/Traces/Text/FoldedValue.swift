import Turns

/// A value too large to print, as what is left of it: its beginning or shape, its length, and its digest.
package struct FoldedValue: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A text over 512 scalars, with its first 64.
    case string(String)
    case list
    case record
  }

  package var kind: Kind
  /// How many scalars or elements the whole has.
  package var count: Int
  /// The first twelve hexadecimal digits of the value's fingerprint.
  package var digest: String

  package init(_ kind: Kind, count: Int, digest: String) {
    self.kind = kind
    self.count = count
    self.digest = digest
  }

  package static func == (left: FoldedValue, right: FoldedValue) -> Bool {
    left.description.hasBytes(of: right.description)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}

extension FoldedValue: CustomStringConvertible {
  /// `"first 64…"[1024] #4f1c9e02a7d3`, `[40] #4f1c9e02a7d3` or `{12} #4f1c9e02a7d3`.
  package var description: String {
    switch kind {
    case .string(let prefix): "\(prefix.quoted)[\(count)] #\(digest)"
    case .list: "[\(count)] #\(digest)"
    case .record: "{\(count)} #\(digest)"
    }
  }
}
