/// What follows from how far the page is scrolled, in points of a screen that is 375 wide.
struct GoodsScroll: Hashable, Sendable {
  static let bannerHeight = 238.0
  static let tableHeight = 667.0

  var offset: Double

  /// Not clamped: 2 at twice the banner's height, negative when pulled down.
  var navigationAlpha: Double { offset / Self.bannerHeight }
  var titleAlpha: Double { offset >= 0 ? 1 : 0 }
  var isStatusBarLight: Bool { offset >= Self.bannerHeight }
  var isStatusBarHidden: Bool { offset < 0 }
  var showsScrollToTop: Bool { offset >= Self.tableHeight }

  static func sectionHeaderHeight(isEmpty: Bool) -> Double { isEmpty ? 0.0001 : 53 }
}
