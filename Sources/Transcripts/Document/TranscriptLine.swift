package struct TranscriptLine: Sendable {
  package enum Kind: Hashable, Sendable {
    case directive
    /// Belongs to the next line that is no comment.
    case comment
    case command
    /// `>| …`, which continues the command above.
    case continuation
    case output(OutputMark)
    case separator

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
  /// The text after the prefix and its blank.
  package let content: String
  private let isSetOff: Bool

  package init(_ kind: Kind, _ content: String) {
    self.kind = kind
    self.content = content
    isSetOff = kind != .directive && !content.isEmpty
  }

  package static func directive(_ word: Directive, _ argument: String = "") -> TranscriptLine {
    TranscriptLine(.directive, argument.isEmpty ? word.rawValue : "\(word.rawValue) \(argument)")
  }

  package init(_ kind: Kind, rest: some StringProtocol) {
    self.kind = kind
    isSetOff = rest.utf8.first == UInt8(ascii: " ")
    content = isSetOff ? String(decoding: rest.utf8.dropFirst(), as: UTF8.self) : String(rest)
  }

  /// In bytes.
  var contentOffset: Int { kind.prefix.utf8.count + (isSetOff ? 1 : 0) }

  package var rest: String { isSetOff ? " " + content : content }

  package var text: String { kind.prefix + rest }
}

enum LineClassifier {
  private static let conflictMarkers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]

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

  private static func mark(_ second: UInt8?) -> OutputMark {
    if second == nil || second == UInt8(ascii: " ") { return .next }
    return OutputMark.allCases.first { $0 != .next && $0.rawValue.utf8.last == second } ?? .next
  }

  /// Throws if the character after the prefix is no blank.
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

/// Commands that every case runs first, without comparing their output.
package struct UsedCommands: Sendable {
  package let path: String
  package let steps: [TranscriptStep]

  /// The file may contain commands, comments and empty lines, but no `%use`.
  package static func parse(
    _ text: String, path: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits()
  ) throws(TranscriptProblems) -> UsedCommands {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(text, limits: limits, problems: &problems)
    guard problems.isEmpty else { throw problems.error }
    var parser = TranscriptParser(language: language, problems: problems)
    parser.header.versionLine = 0
    parser.current = TranscriptCase(title: "", line: 0)
    for (index, line) in source.lines.enumerated() {
      if line.isCommandLine { parser.read(line) } else { parser.refuse(line, number: index + 1) }
    }
    guard parser.problems.isEmpty else { throw parser.problems.error }
    return UsedCommands(path: path, steps: parser.current?.steps ?? [])
  }
}

extension String {
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
