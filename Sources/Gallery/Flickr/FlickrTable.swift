/// The table of the results: as many cells as fit on the screen, used again as photos come into sight.
enum FlickrTable {
  static let visibleRows = 4
  static let rowHeight = 44.0

  /// The rows that are in sight.
  static func rows(at offset: Double, of count: Int) -> Range<Int> {
    let top = Int(max(0, min(Double(max(0, count - visibleRows)), offset / rowHeight)))
    return top..<min(top + visibleRows, count)
  }
}
