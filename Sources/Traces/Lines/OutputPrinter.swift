import Turns

/// Prints the effects of a step as output lines (version 1 of the transcript format).
public struct OutputPrinter: Sendable {
  package var names: NamedValues
  let paths: OutputPaths

  /// Makes a printer without named values, expanded paths or muted paths.
  public init() {
    self.init(names: NamedValues())
  }

  package init(names: NamedValues = NamedValues(), paths: OutputPaths = OutputPaths()) {
    self.names = names
    self.paths = paths
  }

  /// The output lines of one command, in the order of events.
  ///
  /// In one turn, all changes of one field share a line, as do all moves of one region. Changes of one field in
  /// more than eight rows at one instant share a line, too. A typed reply prints no line.
  ///
  /// - Parameter start: The virtual time at which the command began, in milliseconds.
  public func output(of turns: [Turn], since start: Int) -> StepOutput {
    var printer = StepPrinter(self, since: start)
    let lines = printer.add(turns)
    return StepOutput(lines: lines + printer.finish(), mutedCount: printer.mutedCount)
  }

  func isMuted(_ item: OutputItem) -> Bool { item.path.map(paths.muted.contains) ?? false }

  /// - Parameter last: The last long text that was printed; the next change of its field starts with it.
  func text(of item: OutputItem, after last: inout PrintedText?) -> String {
    switch item.content {
    case .fields(let chain): text(of: chain, after: &last)
    case .rows(let fold): text(of: fold)
    case .states(let chain): text(of: chain)
    case .effect(let effect): notation().line(Reaction(of: effect))
    }
  }

  private func notation(_ style: ValuePrinter.Style = .folded) -> ReactionText {
    ReactionText(printer: ValuePrinter(style, names: names), leavesNullOut: true)
  }

  private func text(of chain: FieldChain, after last: inout PrintedText?) -> String {
    let reaction = Reaction(.set, Name(chain.field), old: chain.values[0], Array(chain.values.dropFirst()))
    let notation = notation(paths.expanded.contains(chain.field) ? .whole : .folded)
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

  private func text(ofColumn values: [Value], for owner: String) -> String {
    guard let first = values.first, let last = values.last else { return "" }
    let printer = ValuePrinter(.folded, names: names)
    let text = printer.text(of: first, for: owner)
    return values.allSatisfy { $0 == first } ? text : "\(text) … \(printer.text(of: last, for: owner))"
  }

  private func text(of chain: RegionChain) -> String {
    let states = chain.states.map { Value.string($0) }
    return notation(.whole).line(Reaction(.moved, Name(chain.region), states))
  }
}

/// Caches a long text, because its digest is expensive and the next change prints it again.
struct PrintedText: Sendable {
  let field: String
  let value: Value
  let text: String

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
