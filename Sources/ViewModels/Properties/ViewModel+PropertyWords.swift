import Statecharts

/// The words in which a definition states its properties.
extension ViewModel {
  /// Something that always holds at its moment, by default whenever nothing is due.
  public static func Invariant(
    _ name: String, at moment: Monitor.Moment = .rest, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.invariant(name, at: moment, holds)))
  }

  /// Something that holds of the history: an automaton that reads turns; see `Property.law`.
  public static func Law<Memory: ValueConvertible>(
    _ name: String, at moment: Monitor.Moment = .turn, from memory: Memory,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.law(name, at: moment, from: memory, read)))
  }

  /// Something that holds of every turn by itself; in contrast to an invariant it sees what the turn did.
  public static func EveryTurn(
    _ name: String, _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(.property(.everyTurn(name, holds)))
  }

  /// No more than so many of these since the last of those, or ever.
  public static func AtMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: String
  ) -> Part<Self> {
    Part(.property(.atMost(limit, happening, since: start, name)))
  }

  /// Each of the starts is followed by exactly one of these.
  public static func ExactlyOne(_ happening: Happening, per start: Happening, _ name: String) -> Part<Self> {
    Part(.property(.exactlyOne(happening, per: start, name)))
  }

  /// Whatever begins ends.
  public static func EveryOne(of start: Happening, endsIn end: Happening, _ name: String) -> Part<Self> {
    Part(.property(.everyOne(of: start, endsIn: end, name)))
  }

  /// None of these comes after one of those, until it is allowed again.
  public static func None(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: String
  ) -> Part<Self> {
    Part(.property(.none(of: happening, after: stop, until: reset, name)))
  }
}
