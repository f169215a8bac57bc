import Files
import Traces
import Turns

/// A parsed transcript. It keeps every line, so `print()` returns the original bytes.
package struct Transcript: Sendable {
  package let lines: [TranscriptLine]
  package let language: CommandLanguage?
  package internal(set) var machine: MachineReference
  package let machineIndex: Int
  package let seed: UInt64?
  /// Files of commands that every case runs first.
  package let uses: [UsedFile]
  package let bindings: [LetBinding]
  package let paths: OutputPaths
  package let cases: [TranscriptCase]
  package let endIndex: Int?

  package func opening(of transcriptCase: TranscriptCase) -> CaseOpening {
    CaseOpening(
      machine: machine, seed: seed, bindings: bindings + transcriptCase.bindings,
      paths: paths.joined(with: transcriptCase.paths))
  }

  /// The line, from 1, of the path's `%expand` or `%mute` in the case or the header.
  func line(ofPath path: String, for transcriptCase: TranscriptCase) -> Int {
    let above = 0..<((cases.first?.line ?? 1) - 1)
    let own = (transcriptCase.line - 1)..<transcriptCase.lastLine
    let index = [own, above].lazy.joined().first { index in
      let words = [Directive.expand, .mute].map { "\($0.rawValue) \(path)" }
      return lines[index].kind == .directive
        && words.contains { lines[index].content.trimmingTrailingBlanks.hasBytes(of: $0) }
    }
    return (index ?? machineIndex) + 1
  }

  package func print() -> String { Transcript.print(lines) }

  package static func print(_ lines: [TranscriptLine]) -> String {
    var text = ""
    for line in lines {
      text += line.kind.prefix
      text += line.rest
      text += "\n"
    }
    return text
  }
}

package struct MachineReference: Hashable, Sendable, CustomStringConvertible {
  static let fileMark = "file:"

  /// A name in the catalogue, or `file:PATH` with an empty variant.
  package var name: String
  package var variant: String
  /// Twelve hexadecimal digits; nil if the file has none.
  package var hash: String?

  package var description: String { variant.isEmpty ? name : "\(name)@\(variant)" }

  /// The reference inside a folder: what follows `//` cannot leave it.
  func inside(_ folder: String) -> MachineReference {
    guard variant.isEmpty, name.utf8.starts(with: Self.fileMark.utf8) else { return self }
    let path = String(Substring(name.utf8.dropFirst(Self.fileMark.utf8.count)))
    return MachineReference(name: "\(Self.fileMark)\(folder)//\(path)", variant: "", hash: hash)
  }

  /// The words of a `%machine` line. A file's name may have blanks; a hash has no point.
  package static func split(_ text: String) -> (name: String, hash: String?) {
    guard let blank = text.utf8.lastIndex(of: UInt8(ascii: " ")) else { return (text, nil) }
    let last = text[text.utf8.index(after: blank)...]
    if text.utf8.starts(with: fileMark.utf8), last.utf8.contains(UInt8(ascii: ".")) { return (text, nil) }
    return (String(text[..<blank]).trimmingTrailingBlanks, String(last))
  }

  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy(\.isDigestDigit)
  }
}

package enum Directive: String, CaseIterable {
  case transcript, machine, seed, use
  case `case`, `let`, tag, skip, xfail, expand, mute, loop
  case end

  static var words: [String] { allCases.map(\.rawValue) }

  var isOfHeader: Bool {
    switch self {
    case .transcript, .machine, .seed, .use: true
    case .case, .let, .tag, .skip, .xfail, .expand, .mute, .loop, .end: false
    }
  }

  /// What must follow the directive; nil if nothing may.
  var argument: String? {
    switch self {
    case .transcript: "a version"
    case .machine: "'NAME@VARIANT'"
    case .seed: "a number"
    case .use: "a file"
    case .case: "a title"
    case .let: "'NAME = VALUE'"
    case .tag: "a tag"
    case .skip: "a reason"
    case .xfail: "an issue"
    case .expand, .mute: "a path"
    case .loop: nil
    case .end: "the number of the cases"
    }
  }
}

struct TranscriptHeader {
  var versionLine: Int?
  var isRecorded = false
  var machine: MachineReference?
  var machineIndex: Int?
  var seed: UInt64?
  var seedLine: Int?
  var uses: [UsedFile] = []
  var bindings: [LetBinding] = []
  var paths = OutputPaths()
  var reportsMissingMachine = true
}

package struct LetBinding: Sendable {
  package var name: String
  package var value: Value
  /// From 1.
  package var line: Int
}

package struct UsedFile: Hashable, Sendable {
  package let path: String
  /// From 1.
  package let line: Int
}

package struct TranscriptStep: Sendable {
  /// Continuation lines are joined by a blank.
  package var command: String
  /// The output of a query is free text.
  var isLook: Bool
  /// From 1.
  package var line: Int
  package var block: ExpectedBlock
  var pieces: [Piece]

  struct Piece: Sendable {
    var place: SourcePlace
    var scalars: Int
  }

  /// Converts a column of the command to a place in the file; both count from 1.
  package func place(ofColumn column: Int) -> SourcePlace {
    var rest = max(1, column) - 1
    for piece in pieces.dropLast() {
      if rest <= piece.scalars { return SourcePlace(line: piece.place.line, column: piece.place.column + rest) }
      rest -= piece.scalars + 1
    }
    guard let last = pieces.last else { return SourcePlace(line: line, column: 1) }
    return SourcePlace(line: last.place.line, column: last.place.column + min(rest, last.scalars))
  }
}

extension Transcript {
  /// - Parameters:
  ///   - language: Nil to check no commands and to parse no output as free text.
  ///   - awaitsOutput: Whether a case may have no output, because an update will write it.
  ///   - isGoneOnWith: Whether a recording may lack `%end`, because it will be continued.
  package static func parse(
    _ text: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits(),
    awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(TranscriptProblems) -> Transcript {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(text, limits: limits, problems: &problems)
    guard !source.isEmpty else { throw problems.error }
    var parser = TranscriptParser(
      language: language, problems: problems, awaitsOutput: awaitsOutput, requiresEnd: !isGoneOnWith)
    for line in source.lines { parser.read(line) }
    return try parser.finish()
  }

  func reading(_ lines: [TranscriptLine], awaitsOutput: Bool = true) throws(TranscriptProblems) -> Transcript {
    try Transcript.parse(Transcript.print(lines), language: language, awaitsOutput: awaitsOutput)
  }
}

package struct TranscriptLimits: Hashable, Sendable {
  package var fileBytes = 16 << 20
  package var lineBytes = 1 << 20
  /// Further problems are only counted.
  package var problems = 100

  package init() {}

  package var text: TextLimits { TextLimits(fileBytes: fileBytes, lineBytes: lineBytes, lastLineBytes: 32) }
}
