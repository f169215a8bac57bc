/// The part of a line around a place, as wide as a message has room: `…` stands for what is left out.
///
/// Costs what is shown, however long the line is, and a walk to the place.
public struct LineExcerpt: Hashable, Sendable {
  /// Escaped for a message.
  public let text: String
  /// How many columns of the text stand before the place.
  public let caret: Int

  private static let gap = "…"

  /// - Parameters:
  ///   - column: The place, counted in Unicode scalars from 1; beyond the end it is the end.
  ///   - width: How many columns the text may take; at least 20.
  public init(_ line: String, around column: Int, width: Int) {
    let scalars = line.unicodeScalars
    let place = scalars.index(scalars.startIndex, offsetBy: max(0, column - 1), limitedBy: scalars.endIndex)
    let start = place ?? scalars.endIndex
    // Behind the place a third of the room is enough to be understood, if so much is there.
    let behind = Self.take(scalars[start...], width: width / 3)
    let before = Self.take(scalars[..<start].reversed(), width: width - behind.width - 2)
    let rest = Self.take(scalars[start...], width: width - before.width - 2)
    let head = String(String.UnicodeScalarView(before.scalars.reversed())).escapedForDisplay
    let tail = String(String.UnicodeScalarView(rest.scalars)).escapedForDisplay
    let prefix = before.isWhole ? "" : Self.gap
    text = prefix + head + tail + (rest.isWhole ? "" : Self.gap)
    caret = (prefix + head).displayWidth
  }

  /// The first scalars of a text that fit.
  private static func take(
    _ scalars: some Sequence<Unicode.Scalar>, width: Int
  ) -> (scalars: [Unicode.Scalar], width: Int, isWhole: Bool) {
    var taken: [Unicode.Scalar] = []
    var used = 0
    for scalar in scalars {
      let room = String(scalar).escapedForDisplay.displayWidth
      guard used + room <= width else { return (taken, used, false) }
      taken.append(scalar)
      used += room
    }
    return (taken, used, true)
  }
}
