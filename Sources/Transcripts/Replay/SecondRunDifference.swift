/// The first line in which the second run of a case differs from the first.
package struct SecondRunDifference: Hashable, Sendable {
  /// The line of the command, or of `%case`, counted from one.
  package var line: Int
  /// What the first run printed there; nil where it printed nothing more.
  package var first: String?
  package var second: String?

  package init(line: Int, first: String?, second: String?) {
    self.line = line
    self.first = first
    self.second = second
  }
}
