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

/// Decides by the first bytes what class a line is of.
enum LineClassifier {
  private static let conflictMarkers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

  /// - Throws: what is wrong with the line, at its column.
  static func classify(_ text: String) throws(TranscriptProblem.Kind) -> TranscriptLine {
    var bytes = text.utf8.makeIterator()
    guard let first = bytes.next() else { return TranscriptLine(.separator, rest: "") }
    let second = bytes.next()
    if first == second, let marker = conflictMarkers.first(where: { text.utf8.starts(with: $0.utf8) }) {
      throw .conflictMarker(marker)
    }
    switch first {
    case UInt8(ascii: "%"): return line(.directive, text)
    case UInt8(ascii: "#"): return line(.comment, text)
    case UInt8(ascii: ">"): return try separated(second == UInt8(ascii: "|") ? .continuation : .command, text)
    case UInt8(ascii: "|"): return try separated(.output(mark(second)), text)
    default: throw unknown(text)
    }
  }

  /// The mark of an output line, by the byte behind its `|`.
  private static func mark(_ second: UInt8?) -> OutputMark {
    if second == nil || second == UInt8(ascii: " ") { return .next }
    return OutputMark.allCases.first { $0 != .next && $0.rawValue.utf8.last == second } ?? .next
  }

  /// The line, when a blank or nothing follows its prefix.
  private static func separated(
    _ kind: TranscriptLine.Kind, _ text: String
  ) throws(TranscriptProblem.Kind) -> TranscriptLine {
    let rest = text.utf8.dropFirst(kind.prefix.utf8.count)
    if let next = rest.first, next != UInt8(ascii: " ") { throw .blankAfterMark(kind.prefix) }
    return TranscriptLine(kind, rest: Substring(rest))
  }

  private static func line(_ kind: TranscriptLine.Kind, _ text: String) -> TranscriptLine {
    TranscriptLine(kind, rest: Substring(text.utf8.dropFirst(kind.prefix.utf8.count)))
  }

  private static func unknown(_ text: String) -> TranscriptProblem.Kind {
    let trimmed = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    if trimmed.startIndex > text.startIndex, let first = trimmed.first, "%#>|".unicodeScalars.contains(first) {
      return .blankBeforeMark(String(first))
    }
    let word = trimmed.prefix { $0 != " " }
    return .unknownLine(String(String.UnicodeScalarView(word.prefix(40))))
  }
}

/// A file of commands that every case of a transcript runs first; what they print is not compared.
package struct UsedCommands: Sendable {
  package struct Command: Sendable {
    package var text: String
    /// The line in the used file, counted from one.
    package var line: Int
  }

  /// The path as `%use` gives it.
  package let path: String
  package let commands: [Command]

  /// Reads a used file: commands, comments and empty lines, and no further `%use`.
  ///
  /// - Throws: every problem that was found, in the order of their places.
  package static func parse(
    _ bytes: [UInt8], path: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits()
  ) throws(TranscriptProblems) -> UsedCommands {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(bytes, limits: limits, problems: &problems)
    guard problems.isEmpty else { throw problems.error }
    var parser = TranscriptParser(language, problems: problems)
    parser.header.versionLine = 0
    parser.current = TranscriptCase(title: "", line: 0)
    for (index, line) in source.lines.enumerated() {
      if line.isCommandLine { parser.read(line) } else { parser.refuse(line, number: index + 1) }
    }
    guard parser.problems.isEmpty else { throw parser.problems.error }
    let commands = (parser.current?.steps ?? []).map { Command(text: $0.command, line: $0.line) }
    return UsedCommands(path: path, commands: commands)
  }
}

extension String {
  /// Whether the line may stand in a used file.
  fileprivate var isCommandLine: Bool {
    guard let first = utf8.first else { return true }
    return first == UInt8(ascii: ">") || first == UInt8(ascii: "#")
  }
}

extension TranscriptParser {
  fileprivate mutating func refuse(_ line: String, number: Int) {
    problems.add(.notACommand, line: number)
    lines.append(TranscriptLine(.comment, rest: line))
  }
}
