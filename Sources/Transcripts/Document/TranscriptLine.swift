/// One line of a transcript: its class, and the rest as it stands in the file.
package struct TranscriptLine: Sendable {
  /// What the first bytes of a line say about it.
  package enum Kind: Hashable, Sendable {
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
    package var prefix: String {
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

  package let kind: Kind
  /// What the line says: the rest without the blank that sets it off.
  package let content: String
  private let isSetOff: Bool

  /// A line that says something, set off by a blank; that of a directive is not.
  package init(_ kind: Kind, _ content: String) {
    self.kind = kind
    self.content = content
    isSetOff = kind != .directive && !content.isEmpty
  }

  package static func directive(_ word: Directive, _ argument: String = "") -> TranscriptLine {
    TranscriptLine(.directive, argument.isEmpty ? word.rawValue : "\(word.rawValue) \(argument)")
  }

  /// A line as it is read.
  package init(_ kind: Kind, rest: some StringProtocol) {
    self.kind = kind
    isSetOff = rest.utf8.first == UInt8(ascii: " ")
    content = isSetOff ? String(decoding: rest.utf8.dropFirst(), as: UTF8.self) : String(rest)
  }

  /// How many bytes stand before the content.
  var contentOffset: Int { kind.prefix.utf8.count + (isSetOff ? 1 : 0) }

  /// What follows the prefix, with the blank that sets it off.
  package var rest: String { isSetOff ? " " + content : content }

  /// The line as it stands in the file, without its line feed.
  package var text: String { kind.prefix + rest }
}
