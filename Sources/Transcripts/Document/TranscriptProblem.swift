/// A mistake in a transcript, with its place.
public struct TranscriptProblem: Error, Sendable {
  public var place: SourcePlace
  public var kind: Kind

  /// What is wrong. The sentence is made from it in `sentence`.
  public enum Kind: Error, Hashable, Sendable {
    // The file.
    case emptyFile
    case fileTooLarge(limit: Int)
    case lineTooLong(limit: Int)
    case invalidUTF8
    case byteOrderMark
    case carriageReturn
    case missingFinalNewline
    case controlCharacter(UInt32)
    // Lines.
    case conflictMarker(String)
    case blankBeforeMark(String)
    case blankAfterMark(String)
    case unknownLine(String)
    // Directives.
    case unknownDirective(String, nearest: String?)
    case missingVersion
    case unsupportedVersion(String)
    case missingMachine
    case repeatedDirective(String, firstLine: Int)
    case headerDirectiveInCase(String)
    case caseDirectiveInHeader(String)
    case caseDirectiveBelowCommand(String)
    case missingArgument(String, wanted: String)
    case missingVariant(String)
    case malformedMachine(String)
    case malformedHash(String)
    case malformedSeed(String)
    case unsafePath(String)
    case malformedBinding
    case malformedName(String)
    case malformedValue(String)
    case repeatedTitle(String, firstLine: Int)
    case malformedEnd(String)
    case wrongEnd(said: Int, cases: Int)
    case behindEnd(line: Int)
    case recordingNotEnded(cases: Int)
    // Commands and expectations.
    case commandOutsideCase
    case outputOutsideCase
    case strayContinuation
    case emptyCommand
    case abbreviatedVerb(String, full: [String])
    case unknownVerb(String, nearest: String?)
    case misplacedVerb(String)
    case noCase
    case caseWithoutExpectation(String)
    case notACommand
    // Names.
    case repeatedLet(String, firstLine: Int)
    case unusedLet(String)
    case repeatedBinding(String, firstLine: Int)
    case unboundName(String, nearest: String?)
    case bindingInOpenLine(String, mark: String)
    // Matchers.
    case unknownMatcher(String, nearest: String?)
    case malformedMatcher(String)
    case secretBound(String)
  }
}

/// The mistakes of one file, in the order of their places.
public struct TranscriptProblems: Error, Sendable {
  public var problems: [TranscriptProblem]
  /// How many more there are than are kept.
  public var omitted: Int

  public init(_ problems: [TranscriptProblem], omitted: Int = 0) {
    self.problems = problems
    self.omitted = omitted
  }

  /// A file that cannot be read as a transcript is bad input.
  public var exitCode: ExitCode { .badInput }
}

/// A place in a text file; lines and columns count from one, columns in Unicode scalars.
public struct SourcePlace: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  public var description: String { "\(line):\(column)" }
}
