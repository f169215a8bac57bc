import Traces
import Turns

extension Mistake {
  /// The mistake of a command of which only the first columns may be shown: the words behind them are not named, and the
  /// place is not beyond them.
  func disclosed(columns: Int) -> Mistake {
    guard column > columns, let kind else { return self }
    return Mistake(kind.withheld, column: columns + 1)
  }

  /// The mistake of a line whose withheld part has these words: a sentence that repeats one of them is not shown.
  func disclosed(columns: Int, hiding words: Set<Name>) -> Mistake {
    var mistake = moved(to: min(column, columns + 1))
    let said = sentence.split { !($0.isLetter || $0.isNumber) }
    if said.contains(where: { words.contains(Name(String($0))) }) {
      mistake.sentence = "what is withheld here cannot be read; 'help expressions' lists what can be written"
    }
    return mistake
  }
}

extension Mistake.Kind {
  /// What stands for a word that is not shown.
  private static let mark = "..."

  /// The same mistake without the words of the line; the names of the machine stay.
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
