package struct TranscriptProblem: Error, Sendable {
  package var place: SourcePlace
  package var kind: Kind

  package enum Kind: Error, Hashable, Sendable {
    case emptyFile
    case fileTooLarge(limit: Int)
    case lineTooLong(limit: Int)
    case canonicalFileTooLarge(limit: Int)
    case canonicalLineTooLong(limit: Int)
    case byteOrderMark
    case carriageReturn
    case missingFinalNewline
    case controlCharacter(UInt32)
    case conflictMarker(String)
    case blankBeforeMark(String)
    case blankAfterMark(String)
    case unknownLine(String)
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
    case repeatedLet(String, firstLine: Int)
    case unusedLet(String)
    case repeatedBinding(String, firstLine: Int)
    case unboundName(String, nearest: String?)
    case bindingInOpenLine(String, mark: String)
    case unknownMatcher(String, nearest: String?)
    case malformedMatcher(String)
    case secretBound(String)
  }
}

/// The problems of one file, in order of place.
package struct TranscriptProblems: Error, Sendable {
  package var problems: [TranscriptProblem]
  package var omitted = 0

  package var exitCode: ExitCode { .badInput }
}

/// From 1; columns count Unicode scalars.
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

extension TranscriptProblem {
  /// A stable code: E2 for invalid input, E3 for a limit, E6 for an unsafe path.
  package var code: String {
    switch kind {
    case .emptyFile: "E2201"
    case .fileTooLarge, .canonicalFileTooLarge: "E3001"
    case .lineTooLong, .canonicalLineTooLong: "E3002"
    case .byteOrderMark: "E2202"
    case .carriageReturn: "E2203"
    case .missingFinalNewline: "E2204"
    case .controlCharacter: "E2205"
    case .conflictMarker: "E2206"
    case .blankBeforeMark: "E2207"
    case .blankAfterMark: "E2208"
    case .unknownLine: "E2209"
    case .unknownDirective: "E2211"
    case .missingVersion: "E2213"
    case .unsupportedVersion: "E2040"
    case .missingMachine: "E2214"
    case .repeatedDirective: "E2215"
    case .headerDirectiveInCase: "E2216"
    case .caseDirectiveInHeader: "E2217"
    case .caseDirectiveBelowCommand: "E2218"
    case .missingArgument: "E2219"
    case .unwantedArgument: "E2251"
    case .missingVariant: "E2220"
    case .malformedMachine: "E2221"
    case .malformedHash: "E2222"
    case .malformedSeed: "E2223"
    case .unsafePath: "E6001"
    case .malformedBinding: "E2224"
    case .malformedName: "E2225"
    case .malformedValue: "E2226"
    case .repeatedTitle: "E2227"
    case .recordingNotEnded: "E2110"
    case .malformedEnd: "E2248"
    case .wrongEnd: "E2249"
    case .behindEnd: "E2250"
    case .commandOutsideCase: "E2228"
    case .outputOutsideCase: "E2229"
    case .strayContinuation: "E2230"
    case .emptyCommand: "E2231"
    case .abbreviatedVerb: "E2232"
    case .unknownVerb: "E2233"
    case .misplacedVerb: "E2247"
    case .noCase: "E2234"
    case .caseWithoutExpectation: "E2235"
    case .loopWithoutCommand: "E2252"
    case .notACommand: "E2236"
    case .repeatedLet: "E2237"
    case .unusedLet: "E2238"
    case .repeatedBinding: "E2239"
    case .unboundName: "E2240"
    case .bindingInOpenLine: "E2242"
    case .unknownMatcher: "E2243"
    case .malformedMatcher: "E2245"
    case .secretBound: "E2246"
    }
  }
}

extension TranscriptProblem {
  package var sentence: String {
    switch kind {
    case .emptyFile: "the file is empty; begin it with '%transcript 1'"
    case .fileTooLarge(let limit): "the file is larger than \(limit) bytes; split it into several"
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes; shorten it"
    case .canonicalFileTooLarge(let limit):
      "in canonical form the file would be larger than \(limit) bytes; split it into several"
    case .canonicalLineTooLong(let limit):
      "in canonical form the line would be longer than \(limit) bytes, with its invisible characters as escapes; shorten it"
    case .byteOrderMark: "the file begins with a byte order mark; save it as UTF-8 without one"
    case .carriageReturn:
      "the line ends with a carriage return; transcripts end lines with a line feed only, so convert the file"
    case .missingFinalNewline: "the last line has no line feed; add one"
    case .controlCharacter(let scalar):
      "control character U+\(hexadecimal(scalar)); write it as '\\u{\(hexadecimal(scalar, width: 1))}' inside quotes"
    case .conflictMarker(let marker): "conflict marker '\(marker)'; resolve the merge and remove it"
    case .blankBeforeMark(let mark):
      "a blank before '\(mark)'; remove it, because the first column decides the class of a line"
    case .blankAfterMark(let mark): "no blank after '\(mark)'; write '\(mark) '"
    case .unknownLine(let word):
      "'\(word)' is not a transcript line; expected '> ' before a command, '| ' before output, '# ' before a "
        + "comment, or a directive such as '%case'"
    case .unknownDirective(let word, let nearest):
      "unknown directive '%\(word)'" + (nearest.map { "; did you mean '%\($0)'?" } ?? "; expected one such as '%case'")
    case .missingVersion: "the first line is not '%transcript 1'; put it at the top"
    case .unsupportedVersion(let version): "version '\(version)' is not known; this tool reads '%transcript 1'"
    case .missingMachine: "no machine is named; add '%machine NAME@VARIANT' below '%transcript 1'"
    case .repeatedDirective(let word, let line): "'%\(word)' was given in line \(line) already; keep one of them"
    case .headerDirectiveInCase(let word): "'%\(word)' belongs above the first '%case'; move it there"
    case .caseDirectiveInHeader(let word): "'%\(word)' belongs to a case; move it below its '%case'"
    case .caseDirectiveBelowCommand(let word):
      "'%\(word)' is below the first output or command of its case; move it directly below '%case'"
    case .missingArgument(let word, let wanted): "'%\(word)' needs \(wanted); write it after a blank"
    case .unwantedArgument(let word, let text): "'%\(word)' accepts no argument; remove '\(text)'"
    case .missingVariant(let name) where name.utf8.contains(UInt8(ascii: ".")):
      "'\(name)' does not name a variant; write '\(MachineReference.fileMark)\(name)' for a diagram's file"
    case .missingVariant(let name): "'\(name)' does not name a variant; write '\(name)@VARIANT'"
    case .malformedMachine(let text): "'\(text)' is not a machine; expected 'NAME@VARIANT' and at most a hash"
    case .malformedHash(let text): "'\(text)' is not a hash; expected 12 hexadecimal digits, or nothing"
    case .malformedSeed(let text): "'\(text)' is not a seed; expected a whole number from 0 to 18446744073709551615"
    case .unsafePath(let path):
      "'\(path)' is not a path below this file's folder; write a relative path without '..'"
    case .malformedBinding: "'%let' needs a name, '=' and a value; write '%let NAME = VALUE'"
    case .malformedName(let name): "'\(name)' is not a name; use letters, digits and '_', a letter first"
    case .malformedValue(let reason): "the value cannot be read: \(reason)"
    case .malformedEnd(let text): "'\(text)' is not a number of cases; write how many there are, or remove the line"
    case .wrongEnd(let said, let cases):
      "'%end' gives \(said), but the file has \(cases) case\(cases == 1 ? "" : "s"); restore what is missing, or write "
        + "'%end \(cases)'"
    case .behindEnd(let line): "there is text after the '%end' of line \(line); move it above, or remove it"
    case .recordingNotEnded(let cases):
      "the recording did not end, so its end may be missing; continue it with 'record --resume', or write "
        + "'%end \(cases)' as its last line"
    case .repeatedTitle(let title, let line):
      "the title '\(title)' belongs to the case in line \(line) already; titles are unique in a file"
    case .commandOutsideCase: "a command outside a case; put '%case TITLE' above it"
    case .outputOutsideCase: "an output line outside a case; put '%case TITLE' above it"
    case .strayContinuation: "'>| ' does not follow a command; move it directly below one"
    case .emptyCommand: "no command after '>'; write one or remove the line"
    case .abbreviatedVerb(let word, let full):
      "'\(word)' is short for '\(full.joined(separator: "' or '"))'; files hold full verbs only, so write it out"
    case .unknownVerb(let word, let nearest):
      "unknown verb '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'help' lists the verbs")
    case .misplacedVerb(let verb):
      "'\(verb)' is not allowed in a transcript; remove the line"
    case .noCase: "the file has no case; add '%case TITLE' and a command with its output"
    case .caseWithoutExpectation(let title):
      "the case '\(title)' has no expected output; add at least one output line ('replay --update' writes them)"
    case .loopWithoutCommand:
      "no command is below '%loop' in its case; add the commands to repeat, or remove the line"
    case .notACommand:
      "a file that '%use' names may contain only commands, comments and empty lines; move this line elsewhere"
    case .repeatedLet(let name, let line): "'$\(name)' was named in line \(line) already; choose another name"
    case .unusedLet(let name): "'$\(name)' is never used; use it or remove the line"
    case .repeatedBinding(let name, let line):
      "'\(name)' was bound in line \(line) already; choose another name, or write '<=\(name)>' for the same value"
    case .unboundName(let name, let nearest):
      "nothing binds '\(name)'"
        + (nearest.map { "; did you mean '<=\($0)>'?" } ?? "; bind it above with '<any as \(name)>'")
    case .bindingInOpenLine(let name, let mark):
      "'\(mark)' cannot bind '\(name)', because it does not match exactly one line; bind it in a '| ' line"
    case .unknownMatcher(let name, let nearest):
      "unknown matcher '<\(name)>'"
        + (nearest.map { "; did you mean '<\($0)>'?" } ?? "; expected one of \(Matcher.listOfNames)")
    case .malformedMatcher(let reason): reason
    case .secretBound(let name):
      "'<secret as \(name)>' would bind a value that is never printed; write '<secret>'"
    }
  }
}

private func hexadecimal(_ scalar: UInt32, width: Int = 4) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

struct ProblemList {
  let limit: Int
  private(set) var problems: [TranscriptProblem] = []
  private(set) var omitted = 0

  init(limit: Int) { self.limit = max(1, limit) }

  var isEmpty: Bool { problems.isEmpty }
  var isFull: Bool { problems.count >= limit }
  var count: Int { problems.count + omitted }

  mutating func add(_ kind: TranscriptProblem.Kind, line: Int, column: Int = 1) {
    if problems.count < limit {
      problems.append(TranscriptProblem(place: SourcePlace(line: line, column: column), kind: kind))
    } else {
      omitted += 1
    }
  }

  var error: TranscriptProblems {
    TranscriptProblems(problems: problems.sorted { $0.place < $1.place }, omitted: omitted)
  }
}
