import Statecharts

/// That something comes whenever something else held: on every run on which time passes and due work is run, whatever the
/// user does or leaves undone.
package struct Promise: Sendable {
  /// As it was written: `P leads to Q within 10s`.
  package var name: String
  /// What it depends on, as it was written.
  package var premise: String
  package var holds: @Sendable (Snapshot) -> Bool
  /// What comes then or holds already.
  package var isKept: @Sendable (Snapshot) -> Bool
  /// Within how many milliseconds of virtual time; nil when it may take as long as it will.
  package var limit: Int?

  package init(
    _ name: String, of premise: String, holds: @escaping @Sendable (Snapshot) -> Bool,
    isKept: @escaping @Sendable (Snapshot) -> Bool, within limit: Int? = nil
  ) {
    self.name = name
    self.premise = premise
    self.holds = holds
    self.isKept = isKept
    self.limit = limit
  }
}
