/// One line of a transcript: its class, and the rest as it stands in the file.
public struct TranscriptLine: Sendable {
  /// What the first bytes of a line say about it.
  public enum Kind: Hashable, Sendable {
    /// `%word …`
    case directive
    /// `# …`; belongs to the next line that is not one.
    case comment
    /// `> …`
    case command
    /// `>| …`, the continuation of the command above.
    case continuation
    /// `| …` and its kin.
    case output(OutputMark)
    /// An empty line.
    case separator

    /// The bytes that make a line one of this kind.
    public var prefix: String {
      switch self {
      case .directive: "%"
      case .comment: "#"
      case .command: ">"
      case .continuation: ">|"
      case .output(let mark): mark.rawValue
      case .separator: ""
      }
    }
  }

  public let kind: Kind
  /// What follows the prefix, with the blank that sets it off.
  public let rest: String

  public init(_ kind: Kind, rest: String) {
    self.kind = kind
    self.rest = rest
  }

  /// The line as it stands in the file, without its line feed.
  public var text: String { kind.prefix + rest }

  /// What the line says: the rest without the blank that sets it off.
  public var content: Substring {
    rest.utf8.first == UInt8(ascii: " ") ? Substring(rest.utf8.dropFirst()) : rest[...]
  }
}
