/// Pieces in rows, each row as long as a page is wide, or as its only piece.
struct Shelves {
  /// Where each piece stands.
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
