import Statecharts

/// The words in which a view model states what it is held to. What becomes false is said by the turn that broke it:
/// `broken "the label shows its own row"`; once, and again only after it held meanwhile.
extension ViewModel {
  /// Something that always holds at its moment, by default whenever nothing is due.
  public func Invariant(
    _ name: String, at moment: Monitor.Moment = .rest, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.invariant(name, at: moment, holds)))
  }

  /// Something that holds of the history: an automaton that reads turns.
  ///
  /// - Parameters:
  ///   - memory: The automaton's first state: no references and no counts without end, so that equal situations stay equal.
  ///   - read: Moves the automaton by one turn, and returns whether the law holds now.
  @inlinable
  public func Law<Memory: ValueConvertible>(
    _ name: String, at moment: Monitor.Moment = .turn, from memory: Memory,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(heldTo: .law(name, at: moment, from: memory, read))
  }

  /// Something that holds of every turn by itself; in contrast to an invariant it sees what the turn did.
  public func EveryTurn(
    _ name: String, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.everyTurn(name, holds)))
  }

  /// No more than so many of these since the last of those, or ever.
  public func AtMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: String
  ) -> Part<Self> {
    Part(.property(.atMost(limit, happening, since: start, name)))
  }

  /// Each of the starts is followed by exactly one of these: none without a start, no second one, and one at last, before
  /// the next start and before nothing waits any more.
  public func ExactlyOne(_ happening: Happening, per start: Happening, _ name: String) -> Part<Self> {
    Part(.property(.exactlyOne(happening, per: start, name)))
  }

  /// Whatever begins ends: when nothing waits any more, there have been as many ends as starts.
  public func EveryOne(of start: Happening, endsIn end: Happening, _ name: String) -> Part<Self> {
    Part(.property(.everyOne(of: start, endsIn: end, name)))
  }

  /// None of these comes after one of those, until it is allowed again.
  public func None(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: String
  ) -> Part<Self> {
    Part(.property(.none(of: happening, after: stop, until: reset, name)))
  }

  /// What a command is held to that is no `Command`.
  public func Held(to laws: CommandLaws<Self>) -> [Part<Self>] { laws.properties.map { Part(.property($0)) } }
}
