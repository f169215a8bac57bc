import Traces

/// An expected and an output line, one below the other, each cut around the place where they differ first.
struct ComparedLines {
  let expected: String
  let actual: String
  /// The column below `actual` at which a caret stands, counted from 0.
  let caret: Int

  /// - Parameters:
  ///   - difference: Where the lines differ, in columns of `expected` and `actual`.
  init(_ expected: String, _ actual: String, _ difference: LineDifference.Columns, width: Int) {
    let shared = ComparedLines.sharedWidth(expected, from: difference.expectedField, actual, from: difference.field)
    // The part that differs, or, where that is long and begins alike, the place inside of it.
    let textual = difference.field + shared
    let place = textual > difference.part + width / 2 ? textual : difference.part
    self.expected = LineExcerpt(expected, around: difference.expectedField + shared, width: width).text
    let cut = LineExcerpt(actual, around: place, width: width)
    self.actual = cut.text
    caret = cut.column
  }

  /// How many columns are the same from two places on.
  private static func sharedWidth(
    _ left: String, from leftStart: Int, _ right: String, from rightStart: Int
  ) -> Int {
    let pairs = zip(left.unicodeScalars.dropFirst(width: leftStart), right.unicodeScalars.dropFirst(width: rightStart))
    return pairs.prefix { $0 == $1 }.reduce(0) { $0 + String($1.0).displayWidth }
  }
}

extension String.UnicodeScalarView {
  /// The scalars behind so many columns.
  fileprivate func dropFirst(width: Int) -> Substring.UnicodeScalarView {
    var place = 0
    return drop { scalar in
      guard place < width else { return false }
      place += String(scalar).displayWidth
      return true
    }
  }
}
