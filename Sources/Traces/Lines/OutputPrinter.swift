import Turns

/// Turns what happened in a step into output lines (version 1 of the transcript's table of lines).
public struct OutputPrinter: Sendable {
  /// Values that print by name.
  package var names: NamedValues
  /// Paths whose values, chains and rows are never folded.
  package var expanded: PathSelection
  /// Paths whose lines are counted instead of printed.
  package var muted: PathSelection

  /// Makes a printer that names no value and leaves nothing out.
  public init() {
    self.init(names: NamedValues())
  }

  package init(names: NamedValues, paths: OutputPaths) {
    self.init(names: names, expanded: paths.expanded, muted: paths.muted)
  }

  package init(
    names: NamedValues = NamedValues(), expanded: PathSelection = PathSelection(),
    muted: PathSelection = PathSelection()
  ) {
    self.names = names
    self.expanded = expanded
    self.muted = muted
  }

  /// The lines of the turns of one command.
  ///
  /// Lines stand in the order in which things happened. All changes of one field in one turn are one line, as are all
  /// moves of one region, where the first of them stood. The same field of more than eight rows at one instant is one
  /// line. A typed reply prints no `reply` line, since the command says it.
  ///
  /// - Parameter start: The virtual time at which the command began, in milliseconds.
  public func output(of turns: [Turn], since start: Int) -> StepOutput {
    var printer = StepPrinter(self, since: start)
    let lines = printer.add(turns)
    return StepOutput(lines: lines + printer.finish(), mutedCount: printer.mutedCount)
  }

  func isMuted(_ item: OutputItem) -> Bool { item.path.map(muted.contains) ?? false }

  /// - Parameter last: The last long text that was printed, which the next change of its field begins with.
  func text(of item: OutputItem, after last: inout PrintedText?) -> String {
    switch item.content {
    case .fields(let chain): text(of: chain, after: &last)
    case .rows(let fold): text(of: fold)
    case .states(let chain): text(of: chain)
    case .effect(let effect): notation().line(Reaction(of: effect))
    }
  }

  private func notation(isWhole: Bool = false) -> ReactionText {
    ReactionText(printer: ValuePrinter(isWhole ? .whole : .folded, names: names), isWhole: isWhole, leavesNullOut: true)
  }

  private func text(of chain: FieldChain, after last: inout PrintedText?) -> String {
    let reaction = Reaction(.set, Name(chain.field), old: chain.values[0], Array(chain.values.dropFirst()))
    let notation = notation(isWhole: expanded.contains(chain.field))
    let values = notation.chain(reaction) { PrintedText.text(of: $0, for: chain.field, notation.printer, after: &last) }
    return "\(notation.head(reaction.subject)) \(values)"
  }

  private func text(of fold: RowFold) -> String {
    let path = fold.path.escapedForDisplay
    if fold.isSecret { return "\(path) <secret> changed" }
    let owner = fold.list + fold.suffix
    let columns = fold.columns.map { text(ofColumn: $0, for: owner) }
    if fold.isShortened {
      return "\(path) \(columns.joined(separator: " -> … -> ")) (\(fold.changeCount) changes) #\(fold.digest)"
    }
    return "\(path) \(columns.joined(separator: " -> ")) #\(fold.digest)"
  }

  /// The first and the last value of many rows, or the one that all of them have.
  private func text(ofColumn values: [Value], for owner: String) -> String {
    guard let first = values.first, let last = values.last else { return "" }
    let text = valueText(first, for: owner)
    return values.allSatisfy { $0 == first } ? text : "\(text) … \(valueText(last, for: owner))"
  }

  private func text(of chain: RegionChain) -> String {
    let states = chain.states.map { Value.string($0) }
    return notation(isWhole: true).line(Reaction(.moved, Name(chain.region), states))
  }

  private func valueText(_ value: Value, for owner: String? = nil) -> String {
    ValuePrinter(.folded, names: names).text(of: value, for: owner)
  }
}

/// A long text of a field as it was printed. A field that is typed into is told twice, as what it became and as what it
/// was, and finding its digest costs as much as it is long.
struct PrintedText: Sendable {
  let field: String
  let value: Value
  let text: String

  /// Returns the text of a field's value, which is remembered where it is a long text.
  static func text(
    of value: Value, for field: String, _ printer: ValuePrinter, after last: inout PrintedText?
  ) -> String {
    guard case .string(let string) = value, string.utf8.count > ValuePrinter.longestText else {
      return printer.text(of: value, for: field)
    }
    if let last, last.value == value, Name(last.field) == field { return last.text }
    let text = printer.text(of: value, for: field)
    last = PrintedText(field: field, value: value, text: text)
    return text
  }
}

extension OutputItem {
  /// What `%mute` can name: fields, observed fields, subjects and keys of the store.
  fileprivate var path: String? {
    switch content {
    case .fields(let chain): chain.field
    case .rows(let fold): fold.list + fold.suffix
    case .states: nil
    case .effect(.notified(let field, _)): field.text
    case .effect(.output(let subject, _)): subject.text
    case .effect(.stored(let key, _)): key.text
    case .effect: nil
    }
  }
}
