import Traces

/// A line cut to the report's width around a place, with `…` for omitted text.
package struct LineExcerpt: Sendable {
  /// In terminal columns.
  package static let width = 80

  package let text: String
  /// From 0, in `text`.
  package let column: Int

  /// - Parameter place: A scalar of the unescaped line, from 0.
  package init(_ line: String, atScalar place: Int, width: Int = LineExcerpt.width) {
    let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(max(0, place))))
    self.init(line.escapedForDisplay, around: before.escapedForDisplay.displayWidth, width: width)
  }

  /// - Parameters:
  ///   - line: Already escaped for display.
  ///   - column: The column to show, from 0.
  package init(_ line: String, around column: Int = 0, width: Int = LineExcerpt.width) {
    let cells = line.unicodeScalars.map { (scalar: $0, width: String($0).displayWidth) }
    let total = cells.reduce(0) { $0 + $1.width }
    guard total > width, width > 2 else {
      text = line
      self.column = column
      return
    }
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

/// Both lines are cut around their first difference.
struct ComparedLines {
  let expected: String
  let actual: String
  /// The caret's column below `actual`, from 0.
  let caret: Int

  init(_ expected: String, _ actual: String, _ difference: LineDifference.Columns, width: Int) {
    let shared = ComparedLines.sharedWidth(expected, from: difference.expectedField, actual, from: difference.field)
    // A long part with an equal start is cut around the first different text.
    let textual = difference.field + shared
    let place = textual > difference.part + width / 2 ? textual : difference.part
    self.expected = LineExcerpt(expected, around: difference.expectedField + shared, width: width).text
    let cut = LineExcerpt(actual, around: place, width: width)
    self.actual = cut.text
    caret = cut.column
  }

  private static func sharedWidth(
    _ left: String, from leftStart: Int, _ right: String, from rightStart: Int
  ) -> Int {
    let pairs = zip(left.unicodeScalars.dropFirst(width: leftStart), right.unicodeScalars.dropFirst(width: rightStart))
    return pairs.prefix { $0 == $1 }.reduce(0) { $0 + String($1.0).displayWidth }
  }
}

extension String.UnicodeScalarView {
  fileprivate func dropFirst(width: Int) -> Substring.UnicodeScalarView {
    var place = 0
    return drop { scalar in
      guard place < width else { return false }
      place += String(scalar).displayWidth
      return true
    }
  }
}
