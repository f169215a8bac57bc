import Traces

/// As much of a line as a report shows: all of a line that fits, else the part around a place, with `…` where it goes on.
package struct LineExcerpt: Sendable {
  /// The widest line of a report, in columns of a terminal.
  package static let width = 80

  package let text: String
  /// The column of the place in `text`, counted from 0.
  package let column: Int

  /// Takes the part of a line as it stands in a file around a scalar of it, which is counted from 0.
  package init(_ line: String, atScalar place: Int, width: Int = LineExcerpt.width) {
    let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(max(0, place))))
    self.init(line.escapedForDisplay, around: before.escapedForDisplay.displayWidth, width: width)
  }

  /// Takes the part of a line around a column.
  ///
  /// - Parameters:
  ///   - line: The text of one line, already escaped for display.
  ///   - column: The column that is shown; those of the text are counted from 0.
  ///   - width: How many columns there are.
  package init(_ line: String, around column: Int = 0, width: Int = LineExcerpt.width) {
    let cells = line.unicodeScalars.map { (scalar: $0, width: String($0).displayWidth) }
    let total = cells.reduce(0) { $0 + $1.width }
    guard total > width, width > 2 else {
      text = line
      self.column = column
      return
    }
    // A third of the room stands before the place.
    let start = max(0, min(column - width / 3, total - width))
    var shown = String.UnicodeScalarView()
    var (place, used, skipped) = (0, 0, 0)
    if start > 0 {
      shown.append("…")
      used = 1
    }
    for cell in cells {
      defer { place += cell.width }
      if start > 0, place <= start {
        skipped = place + cell.width
        continue
      }
      let rest = total - place
      guard used + cell.width <= width - (rest > width - used ? 1 : 0) else {
        shown.append("…")
        break
      }
      shown.append(cell.scalar)
      used += cell.width
    }
    text = String(shown)
    self.column = start > 0 ? column - skipped + 1 : column
  }
}

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
