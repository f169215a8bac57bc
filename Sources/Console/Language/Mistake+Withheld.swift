import Traces

extension Mistake {
  /// The mistake as it may be shown where only the first columns of its line may: what is behind them is not named, and
  /// the place is not beyond them.
  func disclosed(columns: Int?, isOfLook: Bool = true) -> Mistake {
    guard let columns = shownColumns ?? columns else { return self }
    // A sentence about a look without a kind may hold all that was typed.
    let isBare = kind == nil && shownColumns == nil && isOfLook
    guard column > columns || isBare else { return self }
    if let kind { return Mistake(kind.withheld, column: columns + 1) }
    if !isOfLook { return self }
    let column = min(column, columns + 1)
    // What asks for a sample names nothing that was typed.
    if isHarmless || code == "E1078" { return moved(to: column) }
    return Mistake(
      column: column,
      sentence: "what is withheld here cannot be read; 'help expressions' lists what can be written", code: code)
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
