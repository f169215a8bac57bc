import Statecharts

/// Turns what happened in a step into output lines (version 1 of the transcript's table of lines).
public struct OutputPrinter: Sendable {
  /// Values that print by name.
  public var names: NamedValues
  /// Paths whose values, chains and rows are never folded.
  public var expanded: PathSelection
  /// Paths whose lines are counted instead of printed.
  public var muted: PathSelection

  public init(names: NamedValues, paths: OutputPaths) {
    self.init(names: names, expanded: paths.expanded, muted: paths.muted)
  }

  public init(
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

  func text(of item: OutputItem) -> String {
    switch item.content {
    case .fields(let chain): text(of: chain)
    case .rows(let fold): text(of: fold)
    case .states(let chain): text(of: chain)
    case .effect(let effect): notation().line(Reaction(of: effect))
    }
  }

  private func notation(isWhole: Bool = false) -> ReactionText {
    ReactionText(printer: ValuePrinter(isWhole ? .whole : .folded, names: names), isWhole: isWhole, leavesNullOut: true)
  }

  private func text(of chain: FieldChain) -> String {
    let reaction = Reaction(.field, chain.field, old: chain.values[0], Array(chain.values.dropFirst()))
    return notation(isWhole: expanded.contains(chain.field)).line(reaction)
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
    return notation(isWhole: true).line(Reaction(.transition, chain.region, states))
  }

  private func valueText(_ value: Value, for owner: String? = nil) -> String {
    ValuePrinter(.folded, names: names).text(of: value, for: owner)
  }
}

extension OutputItem {
  /// What `%mute` can name: fields, observed fields, subjects and keys of the store.
  fileprivate var path: String? {
    switch content {
    case .fields(let chain): chain.field
    case .rows(let fold): fold.list + fold.suffix
    case .states: nil
    case .effect(.notified(let field, _)): field
    case .effect(.output(let subject, _)): subject
    case .effect(.stored(let key, _)): key
    case .effect: nil
    }
  }
}
