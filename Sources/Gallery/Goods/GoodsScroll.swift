/// What follows from how far the page is scrolled, in points of a screen that is 375 wide.
struct GoodsScroll: Hashable, Sendable {
  static let bannerHeight = 238.0
  static let tableHeight = 667.0
  /// A row whose description takes one line.
  static let rowHeight = 281.0
  /// A line of 14-point text.
  static let lineHeight = 17.0
  /// As many rows as are in sight at once, counting those that are cut.
  static let cellCount = 4

  var offset: Double

  /// Not clamped: 2 at twice the banner's height, negative when pulled down.
  var navigationAlpha: Double { offset / Self.bannerHeight }
  var titleAlpha: Double { offset >= 0 ? 1 : 0 }
  var isStatusBarLight: Bool { offset >= Self.bannerHeight }
  var isStatusBarHidden: Bool { offset < 0 }
  var showsScrollToTop: Bool { offset >= Self.tableHeight }

  static func sectionHeaderHeight(isEmpty: Bool) -> Double { isEmpty ? 0.0001 : 53 }

  /// The rows in sight of a list of so many, which begins below the banners and the section's header.
  func visibleRows(of count: Int) -> Range<Int> {
    let above = Self.bannerHeight + Self.sectionHeaderHeight(isEmpty: count == 0)
    let top = ((offset - above) / Self.rowHeight).rounded(.down)
    let first = min(max(0, Int(exactly: top) ?? 0), max(0, count - Self.cellCount))
    return first..<min(first + Self.cellCount, count)
  }
}
