/// A mistake in a transcript, with its place.
package struct TranscriptProblem: Error, Sendable {
  package var place: SourcePlace
  package var kind: Kind

  /// What is wrong. The sentence is made from it in `sentence`.
  package enum Kind: Error, Hashable, Sendable {
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
    case unwantedArgument(String, String)
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
    case loopWithoutCommand
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
package struct TranscriptProblems: Error, Sendable {
  package var problems: [TranscriptProblem]
  /// How many more there are than are kept.
  package var omitted: Int

  package init(_ problems: [TranscriptProblem], omitted: Int = 0) {
    self.problems = problems
    self.omitted = omitted
  }

  /// A file that cannot be read as a transcript is bad input.
  package var exitCode: ExitCode { .badInput }
}

/// A place in a text file; lines and columns count from one, columns in Unicode scalars.
package struct SourcePlace: Hashable, Sendable, Comparable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  package var description: String { "\(line):\(column)" }
}
