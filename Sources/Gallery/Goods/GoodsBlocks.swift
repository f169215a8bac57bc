import ViewModels

/// The goods page with blocks, as written. Bugs: overlapping requests (HZ-H3, HZ-H4), a footer set twice (HZ-H1),
/// counters of 0 after a missing page (HZ-H5), old row indices (HZ-H18), likes toggled when answered (HZ-H7, HZ-H8,
/// HZ-H12) and in one row only (HZ-H11), ignored failures (HZ-H9), credentials kept after a logout (HZ-H17).
struct GoodsBlocks: GoodsOriginal {
  struct Model: GoodsListFields {
    var items: [Ref<GoodsRow>] = []
    var banners: [String] = []
    var bannerURLs: [String] = []
    var page = 1
    var lastPage = 1
    var perPage = 20
    var loadedPages: [Int] = []
    var footerHidden = true
    var isRefreshing = false
    var isLoadingMore = false
    var isLiking = false
    var sharesCells = false
    var offset = 0.0
  }

  let items = Field(\.items, key: \.goodsId)
  let banners = Field(\.banners, samples: GoodsSamples.pictures)
  let bannerURLs = Field(\.bannerURLs, samples: GoodsSamples.addresses)
  let page = Field(\.page, samples: GoodsSamples.page)
  let lastPage = Field(\.lastPage, samples: GoodsSamples.lastPage)
  let perPage = Field(\.perPage, samples: GoodsSamples.perPage)
  let loadedPages = Field(\.loadedPages, samples: GoodsSamples.loadedPages)
  let footerHidden = Field(\.footerHidden)
  let bannerHidden = Field(\.bannerHidden, from: \.banners)
  let isRefreshing = Field(\.isRefreshing)
  let isLoadingMore = Field(\.isLoadingMore)
  let isLiking = Field(\.isLiking)
  /// In the app, both versions share cells, so the other version's handler runs for each tap, too.
  let sharesCells = Field(\.sharesCells)
  let sectionHeaderHeight = Field(\.sectionHeaderHeight, from: \.items)
  let offset = Field(\.offset, samples: GoodsSamples.offset)
  let navAlpha = Field(\.scroll.navigationAlpha, from: \.offset)
  let titleAlpha = Field(\.scroll.titleAlpha, from: \.offset)
  let statusBarLight = Field(\.scroll.isStatusBarLight, from: \.offset)
  let statusBarHidden = Field(\.scroll.isStatusBarHidden, from: \.offset)
  let showsScrollToTop = Field(\.scroll.showsScrollToTop, named: "scrollToTopVisible", from: \.offset)

  let table = Child<GoodsTable>()
  let controls = GoodsControls<Self>()
  /// Taps on rows that the list may no longer have.
  let cellTapped = Event<GoodsTap>()
  let calls = GoodsCalls<Self>()
  let tip = Subject<String>()
  let opened = GoodsPages<Self>()
  let keys = PhoneKeys(1)

  // The controller updates the footer twice, each time by a main-queue hop.

  let configureFooter = Handler<Bool> { $0.footerHidden = $1 }
  let finish = Handler { me in
    me[GoodsBlocks.table].rows = me.items
    me.isRefreshing = false
    me.isLoadingMore = false
    me.footerHidden = me.page >= me.lastPage
  }

  var chart: Chart {
    Uses(GoodsCall<Self>.self, BannerCall<Self>.self, LikeCall<Self>.self)
    SetUp { me in
      me[table].page = me.ref
      refresh(me)
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Accepts("reserved-name", at: "page", because: "the original uses this name for the loaded page")
    Region("page") {
      On(controls.pullDown, refresh)
      On(controls.pullUp) { me in
        me.isLoadingMore = true
        me.callGoods(page: me.page &+ 1)
      }
      On(calls.goodsAnswered, takePage)
      On(calls.bannersAnswered) { $0.takeBanners($1) }
      On(controls.scrolled) { $0.offset = $1 }
      On(controls.scrollToTop) { $0.offset = 0 }
      On(controls.search, emit: opened.logoutAsked)
      On(controls.logout, emit: opened.loggedOut)
      On(controls.select) { me, index in if row(me, at: index) != nil { showDetail(me) } }
      On(controls.selectBanner, openBanner)
      On(items.sends(\.article.avatarTapped)) { take($0, GoodsTap(part: .avatar, index: $1.index)) }
      On(items.sends(\.article.locationTapped)) { take($0, GoodsTap(part: .location, index: $1.index)) }
      On(items.sends(\.article.replyTapped)) { take($0, GoodsTap(part: .reply, index: $1.index)) }
      On(items.sends(\.likeTapped)) { take($0, GoodsTap(part: .like, index: $1.index)) }
      On(cellTapped, take)
      On(calls.likeAnswered) { me, row in
        me[row].toggleLike()
        me[row].isLiking = false
        me.isLiking = false
        me.emit(tip, me[row].likeTip)
        if me.sharesCells { me.emit(tip, me[row].likeTip) }
      }
      State("shown")
    }
  }

  var list: ScreenPart { List(table.rows, "商品", named: items.name, select: controls.select) { $0.cell } }

  private func refresh(_ me: borrowing Me) {
    me.isRefreshing = true
    me.callGoods(page: 1)
    me.callBanners()
  }

  private func row(_ me: borrowing Me, at index: Int) -> Ref<GoodsRow>? {
    if me.items.indices.contains(index) { return me.items[index] }
    me.crash("index \(index) is out of range: the list has \(me.items.count) articles")
    return nil
  }

  private func take(_ me: borrowing Me, _ tap: GoodsTap) {
    guard let row = row(me, at: tap.index) else { return }
    switch tap.part {
    case .avatar: me.emit(opened.profile, me[row].nickName)
    case .location: me.emit(opened.location, me[row].location)
    case .reply: showReplies(me, to: row)
    case .like:
      if me.sharesCells { me[row].thumbEnabled = false }
      me[row].isLiking = true
      me.isLiking = true
      me.callLike(row)
    }
  }

  /// Treats an unreadable page as a missing one.
  private func takePage(_ me: borrowing Me, _ answer: Value) {
    guard let (number, page) = answer.answeredPage else { return }
    let rows = me.rows(of: page)
    me.items = (number == 1 ? [] : me.items) + rows
    me.loadedPages = (number == 1 ? [] : me.loadedPages) + (page.map { [$0.currentPage] } ?? [])
    me.page = page?.currentPage ?? 0
    me.lastPage = page?.lastPage ?? 0
    me.perPage = page?.perPage ?? 0
    me.post(configureFooter, me.page >= 2)
    me.post(finish)
  }
}
