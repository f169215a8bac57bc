import Traces

/// In pixels, from the upper left corner.
struct Frame: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }

  func moved(_ dx: Int, _ dy: Int) -> Frame { Frame(x: x + dx, y: y + dy, width: width, height: height) }
}

/// In pixels, from the upper left corner.
struct Point: Hashable, Sendable {
  let x: Int
  let y: Int

  func moved(_ dx: Int, _ dy: Int) -> Point { Point(x: x + dx, y: y + dy) }
}

/// A line of text in a fixed-width font; wide characters take two columns.
struct PlacedText: Hashable, Sendable {
  /// In pixels.
  static let columnWidth = 8
  static let lineHeight = 18

  let text: String
  var x: Int
  var y: Int

  var frame: Frame {
    Frame(x: x, y: y, width: text.displayWidth * Self.columnWidth, height: Self.lineHeight)
  }

  static func column(_ texts: [String], x: Int, y: Int) -> [PlacedText] {
    texts.enumerated().map { PlacedText(text: $1, x: x, y: y + $0 * lineHeight) }
  }

  static func width(of texts: [String]) -> Int { (texts.map(\.displayWidth).max() ?? 0) * columnWidth }

  func moved(_ dx: Int, _ dy: Int) -> PlacedText { PlacedText(text: text, x: x + dx, y: y + dy) }
}

/// Places pieces in rows of the page's width.
struct Shelves {
  private(set) var places: [(x: Int, y: Int)] = []
  private(set) var width = 0
  private(set) var height = 0

  init(_ sizes: [(width: Int, height: Int)], gap: Int, width page: Int) {
    var (x, y, rowHeight) = (0, 0, 0)
    for size in sizes {
      if x > 0, x + size.width > page { (x, y, rowHeight) = (0, y + rowHeight + gap, 0) }
      places.append((x, y))
      width = max(width, x + size.width)
      rowHeight = max(rowHeight, size.height)
      height = max(height, y + rowHeight)
      x += size.width + gap
    }
  }
}
