import ViewModels

struct GoodsRow: GoodsArticleRow {
  typealias Model = GoodsArticle

  let likeTapped = Subject<Void>()
  let article = GoodsArticleTokens<Self>()

  var chart: Chart {
    Region("cell") {
      On(article.like, emit: likeTapped)
      taps
      State("shown")
    }
  }
}

struct GoodsControls<Owner: ViewModel>: TokenGroup {
  let pullDown = Input()
  let pullUp = Input()
  let scrolled = Input<Double>()
  let scrollToTop = Input()
  let search = Input()
  let logout = Input()
  let select = Input<Int>()
  let selectBanner = Input<Int>()
}

struct GoodsPages<Owner: ViewModel>: TokenGroup {
  let logoutAsked = Subject<Void>()
  let loggedOut = Subject<Void>()
  let profile = Subject<String?>()
  let location = Subject<String?>()
  let replies = Subject<String?>()
  let detail = Subject<String?>()
  let web = Subject<String?>()
}

/// In the originals every request succeeded.
struct GoodsService<Owner: ViewModel>: TokenGroup {
  let requestGoods = Service<Int, Value>(after: .milliseconds(750), samples: GoodsSamples.goodsAnswers) {
    .ok(GoodsFixtures.page($0))
  }
  let requestBanners = Service<Value, Value>(after: .milliseconds(500), samples: GoodsSamples.bannerAnswers) { _ in
    .ok(GoodsFixtures.banners)
  }
  let toggleLike = Service<String, Value>(after: .seconds(1), samples: ["done": .null]) { _ in .ok(.null) }
}

struct PageError: Error, Hashable {
  let answer: String
  let place: String
  let reason: String

  init(_ place: String, _ reason: String, in answer: String = "goods page") {
    self.answer = answer
    self.place = place
    self.reason = reason
  }

  /// As `goods page: data[3] has no 'id'`.
  var message: String { "\(answer): \(place) \(reason)" }
}

/// In points, on a screen 375 wide.
struct GoodsScroll: Hashable, Sendable {
  static let bannerHeight = 238.0
  static let tableHeight = 667.0
  /// The height of a row whose description has one line.
  static let rowHeight = 281.0
  static let lineHeight = 17.0
  /// Includes partly visible rows.
  static let cellCount = 4

  var offset: Double

  /// Not clamped: 2 at twice the banner's height, negative when pulled down.
  var navigationAlpha: Double { offset / Self.bannerHeight }
  var titleAlpha: Double { offset >= 0 ? 1 : 0 }
  var isStatusBarLight: Bool { offset >= Self.bannerHeight }
  var isStatusBarHidden: Bool { offset < 0 }
  var showsScrollToTop: Bool { offset >= Self.tableHeight }

  static func sectionHeaderHeight(isEmpty: Bool) -> Double { isEmpty ? 0.0001 : 53 }

  func visibleRows(of count: Int) -> Range<Int> {
    let above = Self.bannerHeight + Self.sectionHeaderHeight(isEmpty: count == 0)
    let top = ((offset - above) / Self.rowHeight).rounded(.down)
    let first = min(max(0, Int(exactly: top) ?? 0), max(0, count - Self.cellCount))
    return first..<min(first + Self.cellCount, count)
  }
}
