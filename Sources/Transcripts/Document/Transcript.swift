import Files
import Traces
import Turns

/// A recorded session as text: commands and the reactions that were observed.
///
/// The document keeps every line of its file, so `print()` gives back the bytes that were parsed.
package struct Transcript: Sendable {
  package let lines: [TranscriptLine]
  /// That of its commands; nil where those were not looked at.
  package let language: CommandLanguage?
  package let machine: MachineReference
  /// Where `%machine` stands in `lines`.
  package let machineIndex: Int
  /// The seed of the machine's random numbers, or nil when it draws none.
  package let seed: UInt64?
  /// Files of commands that every case runs first, relative to this file.
  package let uses: [UsedFile]
  /// The `%let` lines above the first case, which hold for all of them.
  package let bindings: [LetBinding]
  /// What the lines above the first case expand and mute.
  package let paths: OutputPaths
  package let cases: [TranscriptCase]
  /// Where `%end` stands in `lines`, as the last; nil where it is not written.
  package let endIndex: Int?

  /// What a case asks for.
  package func opening(of transcriptCase: TranscriptCase) -> CaseOpening {
    CaseOpening(
      machine: machine, seed: seed, bindings: bindings + transcriptCase.bindings,
      paths: paths.joined(with: transcriptCase.paths))
  }

  /// The line of the '%expand' or '%mute' of a path, in a case or above the first; counted from one.
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

  /// Returns the file's text.
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

/// The machine that a transcript names: `login@fixed`, and the hash of the definition it was recorded with.
package struct MachineReference: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  package var variant: String
  /// Twelve hexadecimal digits, or nil when the file does not say.
  package var hash: String?

  package init(name: String, variant: String, hash: String? = nil) {
    self.name = name
    self.variant = variant
    self.hash = hash
  }

  package var description: String { "\(name)@\(variant)" }

  /// Whether a text can be a definition's hash.
  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 12 && text.utf8.allSatisfy(\.isDigestDigit)
  }
}

/// The words that may follow `%`.
package enum Directive: String, CaseIterable {
  case transcript, machine, seed, use
  case `case`, `let`, tag, skip, xfail, expand, mute, loop
  case end

  static var words: [String] { allCases.map(\.rawValue) }

  /// Whether the directive stands above the first case only.
  var isOfHeader: Bool {
    switch self {
    case .transcript, .machine, .seed, .use: true
    case .case, .let, .tag, .skip, .xfail, .expand, .mute, .loop, .end: false
    }
  }

  /// What must follow the word; nil where nothing may.
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

/// What the lines above the first case say.
struct TranscriptHeader {
  var versionLine: Int?
  /// Whether the file was recorded, so that its last line has to be `%end`.
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

/// A `%let` line: a value named by the file.
package struct LetBinding: Sendable {
  package var name: String
  package var value: Value
  /// The line of the directive, counted from one.
  package var line: Int
}

/// A `%use` line.
package struct UsedFile: Hashable, Sendable {
  package let path: String
  /// The line of the directive, counted from one.
  package let line: Int
}

/// A command and what it is expected to print.
package struct TranscriptStep: Sendable {
  /// The command with its continuations joined by a blank.
  package var command: String
  /// Whether it only shows something: then what it prints is free text.
  var isLook: Bool
  /// The line of the command, counted from one.
  package var line: Int
  package var block: ExpectedBlock
  /// Where the pieces of the command stand in the file.
  var pieces: [Piece]

  struct Piece: Sendable {
    var place: SourcePlace
    var scalars: Int
  }

  /// The place in the file of a column of the command, both counted from one.
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
  /// Reads a transcript. Any bytes give a document or the located problems of the file.
  ///
  /// - Parameters:
  ///   - language: That of the commands; nil leaves them to whoever runs them, and reads nothing as free text.
  ///   - awaitsOutput: Whether a case may stand without any output, which an update then writes.
  ///   - isGoneOnWith: Whether a recording may lack its `%end`, since it is gone on with.
  /// - Throws: every problem that was found, in the order of their places.
  package static func parse(
    _ bytes: [UInt8], language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits(),
    awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(TranscriptProblems) -> Transcript {
    var problems = ProblemList(limit: limits.problems)
    let source = SourceText(bytes, limits: limits, problems: &problems)
    guard !source.isEmpty else { throw problems.error }
    var parser = TranscriptParser(language, problems: problems)
    parser.awaitsOutput = awaitsOutput
    parser.requiresEnd = !isGoneOnWith
    for line in source.lines { parser.read(line) }
    return try parser.finish()
  }

  /// Reads a transcript from text.
  package static func parse(
    _ text: String, language: CommandLanguage? = nil, limits: TranscriptLimits = TranscriptLimits(),
    awaitsOutput: Bool = false, isGoneOnWith: Bool = false
  ) throws(TranscriptProblems) -> Transcript {
    try parse(
      Array(text.utf8), language: language, limits: limits, awaitsOutput: awaitsOutput, isGoneOnWith: isGoneOnWith)
  }

  /// Reads other lines, with commands of the same language.
  func reading(_ lines: [TranscriptLine], awaitsOutput: Bool = true) throws(TranscriptProblems) -> Transcript {
    try Transcript.parse(Transcript.print(lines), language: language, awaitsOutput: awaitsOutput)
  }
}

/// How large a transcript may be, for who reads it and for who writes it.
package struct TranscriptLimits: Hashable, Sendable {
  /// Bytes in a file.
  package var fileBytes = 16 << 20
  /// Bytes in a line.
  package var lineBytes = 1 << 20
  /// Located problems that are kept; the others are only counted.
  package var problems = 100

  package init() {}

  /// The limits of the file as a text.
  package var text: TextLimits { TextLimits(fileBytes: fileBytes, lineBytes: lineBytes, lastLineBytes: 32) }
}
