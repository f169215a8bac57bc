import Statecharts
import Traces

/// An error in a line. The line had no effect.
package struct Mistake: Error, Hashable, Sendable {
  /// In Unicode scalars, from 1.
  package var column: Int
  /// The problem and what to do; safe to show.
  package var sentence: String
  /// Stable, such as `E1001`; the sentence may change.
  package var code: String
  /// Nil for mistakes made outside the console.
  private(set) var kind: Kind?

  package init(column: Int, sentence: String, code: String) {
    self.column = column
    self.sentence = sentence
    self.code = code
  }

  init(_ kind: Kind, column: Int = 1) {
    let (code, sentence) = kind.text
    self.init(column: column, sentence: sentence, code: code)
    self.kind = kind
  }

  func moved(to column: Int) -> Mistake {
    var copy = self
    copy.column = column
    return copy
  }

  package static func == (left: Mistake, right: Mistake) -> Bool {
    left.column == right.column && Name(left.code) == right.code
      && left.sentence.hasBytes(of: right.sentence)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(column)
    hasher.combine(code)
  }
}

extension Mistake {
  /// The mistake with the words after the first `columns` hidden.
  func disclosed(columns: Int) -> Mistake {
    guard column > columns, let kind else { return self }
    return Mistake(kind.withheld, column: columns + 1)
  }

  /// Also hides the sentence if it repeats a hidden word.
  func disclosed(columns: Int, hiding words: Set<Name>) -> Mistake {
    let place = min(column, columns + 1)
    // E1078 advises samples and names only the field.
    guard code != "E1078", repeats(words) else { return moved(to: place) }
    if let kind {
      let mistake = Mistake(kind.withheld, column: place)
      if !mistake.repeats(words) { return mistake }
    }
    return Mistake(
      column: place,
      sentence: "the withheld part cannot be read; 'help expressions' explains the syntax", code: code)
  }

  private func repeats(_ words: Set<Name>) -> Bool {
    // A message may show only the beginning of a word.
    sentence.split { !($0.isLetter || $0.isNumber) }.contains { said in
      words.contains { $0 == String(said) || said.count > 2 && $0.text.hasPrefix(said) }
    }
  }
}

extension Mistake.Kind {
  private static let mark = "..."

  /// Hides the user's words, but not the machine's names.
  var withheld: Self {
    let mark = Self.mark
    return switch self {
    case .unknownVerb: .unknownVerb(mark, nearest: nil)
    case .ambiguousVerb(_, let verbs): .ambiguousVerb(mark, verbs)
    case .abbreviatedVerb(_, let verbs): .abbreviatedVerb(mark, full: verbs)
    case .unknown(.value, let word, let nearest): .unknown(.value, word.isTypedName ? word : mark, nearest: nearest)
    case .unknown(let noun, _, _): .unknown(noun, mark, nearest: nil)
    case .unexpected(_, let verb, let usage): .unexpected(mark, verb: verb, usage: usage)
    case .malformed(let error): .malformed(error.concealed)
    case .unquoted: .unquoted(mark)
    case .wrongShape(_, let owner, let expected): .wrongShape(mark, owner: owner, expected: expected)
    case .notACommand: .notACommand(mark)
    case .controlCharacters: .controlCharacters(mark)
    case .missingUnit: .missingUnit(mark)
    case .notADuration: .notADuration(mark)
    case .notACount: .notACount(mark)
    case .notAStep: .notAStep(mark)
    case .notAnOutcome(_, let expected): .notAnOutcome(mark, expected: expected)
    case .repeatedTitle: .repeatedTitle(mark)
    case .notABranchName: .notABranchName(mark)
    case .presentBranch: .presentBranch(mark)
    case .presentVariant: .presentVariant(mark)
    case .notHoldable, .notInTranscript, .nestedSource, .nothingOpen, .unsoundMachine, .notAControl, .computedField,
      .missingArgument, .nilForText, .unreadableSecret, .valueForNothing, .nothingToUndo, .nothingToRedo, .tooFewToUndo,
      .tooFewToRedo, .tooFarToJump, .notListed, .nothingToKeep, .onlyBranch, .notRecording, .traceTooLarge,
      .stopped:
      self
    }
  }
}

extension Mistake.Kind {
  /// The code is stable; the sentence may change.
  var text: (code: String, sentence: String) {
    switch self {
    case .unknownVerb(let word, let nearest):
      (
        "E1001",
        "unknown verb '\(word.shown)'; " + (nearest.map { "did you mean '\($0)'?" } ?? "'help' lists the verbs")
      )
    case .ambiguousVerb(let word, let verbs):
      ("E1002", "'\(word.shown)' could be \(verbs.alternatives); type more of it")
    case .abbreviatedVerb(let word, let full):
      ("E1003", "'\(word.shown)' is short for \(full.alternatives); files hold full verbs only, so write it out")
    case .notHoldable(let verb):
      (
        "E1004",
        "'\(verb)' cannot be held; 'hold' accepts one action of the user or the program, such as 'hold tap login'"
      )
    case .notInTranscript(let verb):
      ("E1005", "'\(verb)' is not allowed in a transcript's case; use verbs that drive or inspect the machine")
    case .nestedSource: ("E1006", "'source' is not allowed in a file; run that file from the prompt")
    case .nothingOpen: ("E1010", "no machine is open; 'open MACHINE' opens one, 'open' alone lists them")
    case .unsoundMachine(let machine, let sentence):
      ("E1013", "'\(machine.shown)' cannot run; \(sentence.escapedForDisplay), and 'lint' lists everything")
    case .unknown(.value, let word, _) where word.isTypedName:
      (
        Mistake.Noun.value.text.code,
        "'$\(word)' is a secret that was typed once; name it again with '%let \(word) = ...' below '%case'"
      )
    case .unknown(.value, let word, let nearest):
      (
        Mistake.Noun.value.text.code,
        "no value is named '$\(word.shown)'; "
          + (nearest.map { "did you mean '$\($0.shown)'?" } ?? Mistake.Noun.value.text.advice)
      )
    case .unknown(let noun, let word, let nearest):
      (
        noun.text.code,
        "unknown \(noun.rawValue) '\(word.shown)'; "
          + (nearest.map { "did you mean '\($0.shown)'?" } ?? noun.text.advice)
      )
    case .notAControl(let field, let isAssignable):
      (
        "E1011",
        "'\(field.shown)' is a field without a control; "
          + (isAssignable ? "'assign' sets it without the screen" : "'fields \(field.shown)' shows it")
      )
    case .notACommand(let field):
      ("E1014", "'\(field.shown)' is a field, not a command; 'fields \(field.shown)' shows it")
    case .computedField(let field): ("E1012", "'\(field.shown)' is computed; assign a field that it is computed from")
    case .missingArgument(let verb, let usage, let what): ("E1030", "'\(verb)' needs \(what); write '\(verb) \(usage)'")
    case .unexpected(let word, let verb, ""): ("E1031", "unexpected '\(word.shown)'; '\(verb)' accepts no arguments")
    case .unexpected(let word, let verb, let usage):
      ("E1031", "unexpected '\(word.shown)'; write '\(verb) \(usage)', a text with blanks in double quotes")
    case .malformed(let error): ("E1032", error.sentence)
    case .unquoted(let word):
      ("E1033", "'\(word.shown)' is not quoted; files hold quoted texts only, so write \(word.quoted.shown)")
    case .wrongShape(let word, let owner, let expected):
      ("E1034", "'\(word.shown)' is not a value that '\(owner.shown)' holds; write \(expected)")
    case .nilForText(let owner):
      ("E1035", "'nil' means no value, but '\(owner.shown)' always holds a text; write \"nil\" for that word")
    case .unreadableSecret(let owner):
      (
        "E1043",
        "the value of '\(owner.shown)' cannot be read; write one text in double quotes, or a sample such as '$name'"
      )
    case .controlCharacters(let word): ("E1044", "'\(word.shown)' has characters that names cannot have; remove them")
    case .missingUnit(let number):
      ("E1036", "'\(number.shown)' has no unit; write '\(number.shown)ms' or '\(number.shown)s'")
    case .notADuration(let word):
      (
        "E1037",
        "'\(word.shown)' is not a duration of whole milliseconds; write one such as '500ms', '1.5s', '2m' or '1h30m'"
      )
    case .notACount(let word): ("E1038", "'\(word.shown)' is not a count; write a whole number from 1 to 1000000000")
    case .notAnOutcome(let word, let expected): ("E1039", "'\(word.shown)' is not an answer; expected \(expected)")
    case .valueForNothing(let owner): ("E1040", "'\(owner.shown)' carries no value; remove what follows it")
    case .repeatedTitle(let title): ("E1041", "the recording already has a case '\(title.shown)'; choose another title")
    case .notABranchName(let name):
      (
        "E1042",
        "'\(name.shown)' cannot name a branch; use a name that is not a number, does not begin with '#' and is no other branch's"
      )
    case .presentBranch(let name):
      ("E1045", "'\(name.shown)' is the current branch; name another; 'branches' lists them")
    case .presentVariant(let name):
      ("E1046", "'\(name.shown)' is the open variant; name another; 'open' alone lists them")
    case .nothingToUndo: ("E1050", "nothing to undo; the case begins here")
    case .nothingToRedo: ("E1051", "nothing to redo; this is the end of the branch")
    case .tooFarToJump(let count):
      ("E1047", "this branch has \(count.counted("command")); write 'jump \(count)' for its end")
    case .notListed(let number, let count):
      ("E1049", count == 0 ? "there is none to remove" : "there is no number \(number); choose one from 1 to \(count)")
    case .notAStep(let word):
      ("E1048", "'\(word.shown)' is neither a number nor 'when'; write 'jump 3' or 'jump when EXPRESSION'")
    case .tooFewToUndo(let count): ("E1052", "only \(count.counted("command")) can be undone; write 'undo \(count)'")
    case .tooFewToRedo(let count): ("E1053", "only \(count.counted("command")) can be redone; write 'redo \(count)'")
    case .nothingToKeep: ("E1054", "nothing to keep; run a query first, such as 'state'")
    case .traceTooLarge:
      (
        "E3001",
        "the trace would be larger than \(TraceFile.sizeLimit) bytes, the largest size that can be read; trace a shorter path"
      )
    case .stopped: (CommandStop.interruptionCode, "stopped; nothing changed")
    case .onlyBranch: ("E1059", "this case has no second branch; 'undo' and then another command begin one")
    case .notRecording: ("E1055", "nothing is being recorded; 'record FILE' begins a recording")
    }
  }
}

extension String {
  /// At most 40 columns, escaped.
  var shown: String { escapedForDisplay.truncated(toWidth: 40) }
}

extension [String] {
  /// For example `'set', 'send' or 'settle'`.
  var alternatives: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
