import ViewModels

/// The goods page as fixed: it requests one existing page at a time, ignores unreadable ones and forgets the
/// credentials on logout.
struct GoodsHome: GoodsList {
  struct Model: GoodsListFields {
    var items: [Ref<GoodsItem>] = []
    var banners: [String] = []
    var bannerURLs: [String] = []
    var bannerTypes: [Int] = []
    var page = 1
    var lastPage = 1
    var perPage = 20
    var loadedPages: [Int] = []
    var isRefreshing = false
    var isLoadingMore = false
    var liking = 0
    var offset = 0.0
    var footerHidden: Bool { page >= lastPage }
    var isLiking: Bool { liking > 0 }
  }

  let items = Field(\.items, key: \.goodsId)
  let banners = Field(\.banners, samples: GoodsSamples.pictures)
  let bannerURLs = Field(\.bannerURLs, samples: GoodsSamples.addresses)
  let bannerTypes = Field(\.bannerTypes, samples: GoodsSamples.types)
  let page = Field(\.page, samples: GoodsSamples.page)
  let lastPage = Field(\.lastPage, samples: GoodsSamples.lastPage)
  let perPage = Field(\.perPage, samples: GoodsSamples.perPage)
  let loadedPages = Field(\.loadedPages, samples: GoodsSamples.loadedPages)
  let footerHidden = Field(\.footerHidden, from: \.page, \.lastPage)
  let bannerHidden = Field(\.bannerHidden, from: \.banners)
  let isRefreshing = Field(\.isRefreshing)
  let isLoadingMore = Field(\.isLoadingMore)
  let liking = Field(\.liking, samples: ["oneLike": 1])
  let isLiking = Field(\.isLiking, from: \.liking)
  let sectionHeaderHeight = Field(\.sectionHeaderHeight, from: \.items)
  let offset = Field(\.offset, samples: GoodsSamples.offset)
  let navAlpha = Field(\.scroll.navigationAlpha, from: \.offset)
  let titleAlpha = Field(\.scroll.titleAlpha, from: \.offset)
  let statusBarLight = Field(\.scroll.isStatusBarLight, from: \.offset)
  let statusBarHidden = Field(\.scroll.isStatusBarHidden, from: \.offset)
  let showsScrollToTop = Field(\.scroll.showsScrollToTop, named: "scrollToTopVisible", from: \.offset)

  let controls = GoodsControls<Self>()
  let loadBanners = Event<Void>()
  let left = Event<Void>()
  let tip = Subject<String>()
  let fail = Subject<String>()
  let error = Subject<String>()
  let opened = GoodsPages<Self>()
  let service = GoodsService<Self>()
  let keys = PhoneKeys(1)

  let hasMore = Guard("there are more pages", reads: \.page, \.lastPage) { !$0.footerHidden }

  var chart: Chart {
    Region("list") {
      State("fresh") { Always(to: "refreshing") { $0.raise(loadBanners) } }
      State(.idle) {
        On(controls.pullDown, to: "refreshing") { $0.raise(loadBanners) }
        On(controls.pullUp, to: "loadingMore", when: hasMore)
      }
      State("refreshing") {
        OnEntry { $0.isRefreshing = true }
        OnExit { $0.isRefreshing = false }
        Invoke(service.requestGoods) { _ in 1 }
        On(service.requestGoods.succeeded, to: .idle) { take($0, $1, isFirst: true) }
        failures(of: service.requestGoods)
      }
      State("loadingMore") {
        OnEntry { $0.isLoadingMore = true }
        OnExit { $0.isLoadingMore = false }
        Invoke(service.requestGoods) { $0.page &+ 1 }
        On(service.requestGoods.succeeded, to: .idle) { take($0, $1, isFirst: false) }
        failures(of: service.requestGoods)
      }
    }
    Region("banner") {
      State(.idle) { On(loadBanners, to: .executing) }
      State(.executing) {
        Invoke(service.requestBanners) { _ in .null }
        On(service.requestBanners.succeeded, to: .idle, takeBanners)
        failures(of: service.requestBanners)
      }
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Accepts("reserved-name", at: "page", because: "the original uses this name for the loaded page")
    Region("page") {
      On(controls.scrolled) { $0.offset = $1 }
      On(controls.scrollToTop) { $0.offset = 0 }
      On(controls.search, emit: opened.logoutAsked)
      On(controls.logout) { me in
        keys.forget(me)
        me.emit(opened.loggedOut)
      }
      On(controls.select) { me, index in if me.items.indices.contains(index) { showDetail(me) } }
      On(controls.selectBanner) { me, index in
        guard me.bannerTypes.indices.contains(index), me.bannerURLs.indices.contains(index) else { return }
        // Only web pages can be opened (HZ-H19).
        if me.bannerTypes[index] == 0 { me.emit(opened.web, me.bannerURLs[index]) } else { me.emit(fail, "暂不支持此类广告") }
      }
      On(items.sends(\.article.avatarTapped)) { $0.emit(opened.profile, $0[$1.row].nickName ?? "") }
      On(items.sends(\.article.locationTapped)) { $0.emit(opened.location, $0[$1.row].location ?? "") }
      On(items.sends(\.article.replyTapped)) { showReplies($0, to: $1.row) }
      On(items.sends(\.likeBegan)) { settleLikes($0) }
      On(items.sends(\.liked)) { me, from in
        shareLike(me, of: from.row)
        settleLikes(me)
        me.emit(tip, from.value)
      }
      On(items.sends(\.likeFailed)) { me, from in
        settleLikes(me)
        me.emit(fail, from.value)
      }
      On(items.sends(\.likeBroke)) { me, from in
        settleLikes(me)
        me.emit(error, from.value)
      }
      State("shown")
    }
  }

  var tips: [ScreenPart] { [Tip(on: tip), Tip(on: fail), Tip(on: error)] }
  var leaving: [ScreenPart] { [Disappeared(left)] }
  var likeBegins: Happening { .became(isLiking, true) }

  /// Leaving the page ends its loads, but not a like, which the server may already have.
  @Parts<Self> private func failures<Request>(of service: Service<Request, Value>) -> Chart {
    On(left, to: .idle)
    On(service.failed, to: .idle, emit: fail)
    On(service.error, to: .idle, emit: error)
    After(.seconds(10), to: .idle) { $0.emit(error, "请求超时") }
  }
}

extension GoodsHome {
  /// Ignores unreadable and unrequested pages.
  func take(_ me: borrowing Me, _ answer: Value, isFirst: Bool) {
    let page: GoodsPage
    do { page = try GoodsPage(answer, asked: isFirst ? 1 : me.page &+ 1) } catch {
      return me.emit(self.error, error.message)
    }
    me.items = isFirst ? keepingRows(me, of: page) : me.items + rows(me, of: page)
    me.page = page.currentPage
    me.lastPage = page.lastPage
    me.perPage = page.perPage
    me.loadedPages = isFirst ? [page.currentPage] : me.loadedPages + [page.currentPage]
    settleLikes(me)
  }

  func takeBanners(_ me: borrowing Me, _ answer: Value) {
    let banners: [GoodsBanner]
    do { banners = try GoodsBanner.read(answer) } catch { return me.emit(self.error, error.message) }
    me.bannerURLs = banners.map(\.url)
    me.bannerTypes = banners.map(\.type)
    me.banners = banners.map(\.imageURL)
  }

  // MARK: Likes

  /// Articles with one identifier are liked together (HZ-H11).
  func shareLike(_ me: borrowing Me, of row: Ref<GoodsItem>) {
    for other in me.items where other != row && me[other].goodsId == me[row].goodsId {
      me[other].copyLike(of: row)
    }
  }

  func settleLikes(_ me: borrowing Me) {
    let rows = me.items
    let busy = Set(rows.filter { me[$0].isLiking }.map { me[$0].goodsId })
    for row in rows {
      let isFree = !busy.contains(me[row].goodsId)
      if me[row].thumbEnabled != isFree { me[row].thumbEnabled = isFree }
    }
    if me.liking != busy.count { me.liking = busy.count }
  }

  // MARK: Rows

  private func rows(_ me: borrowing Me, of page: GoodsPage) -> [Ref<GoodsItem>] {
    let old = me.items
    return page.goods.map { goods in
      let twin = old.first { me[$0].goodsId == goods.id }
      return me.make(GoodsItem.self) { row in
        row.fill(with: GoodsTexts(goods, of: page, .mended))
        if let twin { row.copyLike(of: twin) }
      }
    }
  }

  /// An article in the list keeps its row and its like (HZ-H7).
  private func keepingRows(_ me: borrowing Me, of page: GoodsPage) -> [Ref<GoodsItem>] {
    var left = me.items
    return page.goods.map { goods in
      let texts = GoodsTexts(goods, of: page, .mended)
      guard let place = left.firstIndex(where: { me[$0].goodsId == goods.id }) else {
        return me.make(GoodsItem.self) { $0.fill(with: texts) }
      }
      let row = left.remove(at: place)
      me[row].refresh(with: texts)
      return row
    }
  }
}

extension Handle where V == GoodsItem {
  fileprivate func copyLike(of other: Ref<GoodsItem>) {
    self.isLike = self[other].isLike
    self.likes = self[other].likes
  }
}
