import Traces

/// A line of text in its place. It is set in a font whose characters all have one width, so the width is known: wide
/// characters take two columns.
struct PlacedText: Hashable, Sendable {
  /// What a column and a line of the font take.
  static let columnWidth = 8
  static let lineHeight = 18

  let text: String
  var x: Int
  /// The upper edge of the line.
  var y: Int

  var frame: Frame {
    Frame(x: x, y: y, width: text.displayWidth * Self.columnWidth, height: Self.lineHeight)
  }

  /// Lines below each other.
  static func column(_ texts: [String], x: Int, y: Int) -> [PlacedText] {
    texts.enumerated().map { PlacedText(text: $1, x: x, y: y + $0 * lineHeight) }
  }

  static func width(of texts: [String]) -> Int { (texts.map(\.displayWidth).max() ?? 0) * columnWidth }

  func moved(_ dx: Int, _ dy: Int) -> PlacedText { PlacedText(text: text, x: x + dx, y: y + dy) }
}
