extension TranscriptProblem {
  /// What is wrong, what was expected, and one thing to do.
  package var sentence: String {
    kind.fileSentence ?? kind.lineSentence ?? kind.directiveSentence ?? kind.argumentSentence ?? kind.endSentence
      ?? kind.caseSentence ?? kind.nameSentence ?? kind.matcherSentence
  }
}

extension TranscriptProblem.Kind {
  fileprivate var fileSentence: String? {
    switch self {
    case .emptyFile: "the file is empty; begin it with '%transcript 1'"
    case .fileTooLarge(let limit): "the file is larger than \(limit) bytes; split it into several"
    case .lineTooLong(let limit): "the line is longer than \(limit) bytes; shorten it"
    case .invalidUTF8: "these bytes are not UTF-8; save the file as UTF-8"
    case .byteOrderMark: "the file begins with a byte order mark; save it as UTF-8 without one"
    case .carriageReturn:
      "the line ends with a carriage return; transcripts end lines with a line feed only, so convert the file"
    case .missingFinalNewline: "the last line does not end; add a line feed"
    case .controlCharacter(let scalar):
      "control character U+\(hexadecimal(scalar)); write it as '\\u{\(hexadecimal(scalar, width: 1))}' inside quotes"
    default: nil
    }
  }

  fileprivate var lineSentence: String? {
    switch self {
    case .conflictMarker(let marker): "conflict marker '\(marker)'; resolve the merge and remove it"
    case .blankBeforeMark(let mark): "a blank before '\(mark)'; a line's class is decided by its first column"
    case .blankAfterMark(let mark): "no blank after '\(mark)'; write '\(mark) '"
    case .unknownLine(let word):
      "'\(word)' begins no line of a transcript; expected '> ' before a command, '| ' before output, '# ' before a "
        + "comment, or a directive such as '%case'"
    default: nil
    }
  }

  fileprivate var directiveSentence: String? {
    switch self {
    case .unknownDirective(let word, let nearest):
      "unknown directive '%\(word)'" + (nearest.map { "; did you mean '%\($0)'?" } ?? "; expected one such as '%case'")
    case .missingVersion: "the first line is not '%transcript 1'; put it at the top"
    case .unsupportedVersion(let version): "version '\(version)' is not known; this tool reads '%transcript 1'"
    case .missingMachine: "no machine is named; add '%machine NAME@VARIANT' below '%transcript 1'"
    case .repeatedDirective(let word, let line): "'%\(word)' was given in line \(line) already; keep one of them"
    case .headerDirectiveInCase(let word): "'%\(word)' belongs above the first '%case'; move it there"
    case .caseDirectiveInHeader(let word): "'%\(word)' belongs to a case; move it below its '%case'"
    case .caseDirectiveBelowCommand(let word):
      "'%\(word)' stands below the first output or command of its case; move it directly below '%case'"
    default: nil
    }
  }

  fileprivate var argumentSentence: String? {
    switch self {
    case .missingArgument(let word, let wanted): "'%\(word)' needs \(wanted); write it after a blank"
    case .unwantedArgument(let word, let text): "'%\(word)' stands alone in its line; remove '\(text)'"
    case .missingVariant(let name): "'\(name)' names no variant; write '\(name)@VARIANT'"
    case .malformedMachine(let text): "'\(text)' is not a machine; expected 'NAME@VARIANT' and at most a hash"
    case .malformedHash(let text): "'\(text)' is not a hash; expected 12 hexadecimal digits, or nothing"
    case .malformedSeed(let text): "'\(text)' is not a seed; expected a whole number from 0 to 18446744073709551615"
    case .unsafePath(let path):
      "'\(path)' is not a path below this file's folder; write a relative path without '..'"
    case .malformedBinding: "'%let' needs a name, '=' and a value; write '%let NAME = VALUE'"
    case .malformedName(let name): "'\(name)' is not a name; use letters, digits and '_', a letter first"
    case .malformedValue(let reason): "the value cannot be read: \(reason)"
    default: nil
    }
  }

  fileprivate var endSentence: String? {
    switch self {
    case .malformedEnd(let text): "'\(text)' is not a number of cases; write how many there are, or remove the line"
    case .wrongEnd(let said, let cases):
      "'%end' gives \(said), but the file has \(cases) case\(cases == 1 ? "" : "s"); restore what is missing, or write "
        + "'%end \(cases)'"
    case .behindEnd(let line): "there is text after the '%end' of line \(line); move it above, or remove it"
    case .recordingNotEnded(let cases):
      "the recording did not end, so its rest may be missing; 'record --resume' goes on with it and ends it, or write "
        + "'%end \(cases)' as its last line"
    default: nil
    }
  }

  fileprivate var caseSentence: String? {
    switch self {
    case .repeatedTitle(let title, let line):
      "the title '\(title)' is that of the case in line \(line) already; titles are unique in a file"
    case .commandOutsideCase: "a command outside a case; put '%case TITLE' above it"
    case .outputOutsideCase: "an output line outside a case; put '%case TITLE' above it"
    case .strayContinuation: "'>| ' continues no command; it stands directly below one"
    case .emptyCommand: "no command after '>'; write one or remove the line"
    case .abbreviatedVerb(let word, let full) where full.count == 1:
      "'\(word)' is short for '\(full[0])'; files hold full verbs only, so write it out"
    case .abbreviatedVerb(let word, let full):
      "'\(word)' is short for '\(full.joined(separator: "' or '"))'; files hold full verbs only, so write it out"
    case .unknownVerb(let word, let nearest):
      "unknown verb '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "; 'help' lists the verbs")
    case .misplacedVerb(let verb):
      "'\(verb)' is not allowed in a transcript, which only drives a machine and looks at it; remove the line"
    case .noCase: "the file has no case; add '%case TITLE' and a command with its output"
    case .caseWithoutExpectation(let title):
      "the case '\(title)' expects nothing; add at least one output line ('replay --update' writes them)"
    case .loopWithoutCommand:
      "no command stands below '%loop' in its case; add those that come again and again, or remove the line"
    case .notACommand: "a used file holds commands, comments and empty lines only; move this line elsewhere"
    default: nil
    }
  }

  fileprivate var nameSentence: String? {
    switch self {
    case .repeatedLet(let name, let line): "'$\(name)' was named in line \(line) already; choose another name"
    case .unusedLet(let name): "'$\(name)' is never used; use it or remove the line"
    case .repeatedBinding(let name, let line):
      "'\(name)' was bound in line \(line) already; choose another name, or write '<=\(name)>' for the same value"
    case .unboundName(let name, let nearest):
      "nothing binds '\(name)'"
        + (nearest.map { "; did you mean '<=\($0)>'?" } ?? "; bind it above with '<any as \(name)>'")
    case .bindingInOpenLine(let name, let mark):
      "'\(mark)' cannot bind '\(name)', since it stands for no single line; bind it in a '| ' line"
    default: nil
    }
  }

  fileprivate var matcherSentence: String {
    switch self {
    case .unknownMatcher(let name, let nearest):
      "unknown matcher '<\(name)>'"
        + (nearest.map { "; did you mean '<\($0)>'?" } ?? "; expected one of \(Matcher.listOfNames)")
    case .malformedMatcher(let reason): reason
    case .secretBound(let name):
      "'<secret as \(name)>' would bind a value that is never printed; write '<secret>'"
    default: preconditionFailure("no sentence for \(self)")
    }
  }
}

private func hexadecimal(_ scalar: UInt32, width: Int = 4) -> String {
  let digits = String(scalar, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
