import ViewModels

/// The goods' page of seed 003 with blocks, with its controller's wiring.
///
/// Any number of requests may be under way (HZ-H3, HZ-H4). The footer is told twice at each arrival, first by a rule for two
/// pages (HZ-H1). A page that there is not sets the counters to 0 (HZ-H5). A tap takes the row's index to a list that may be
/// shorter by then (HZ-H18). Every like toggles when it is answered, be the row there or not (HZ-H7, HZ-H8, HZ-H12), for its
/// row alone (HZ-H11). Nothing handles a failure (HZ-H9). A logout keeps the credentials (HZ-H17).
enum GoodsBlocks: ViewModel {
  struct Model: Sendable {
    var table = Ref<GoodsTable>(InstanceID(0))
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
    var bannerHidden: Bool { banners.isEmpty }
    var scroll: GoodsScroll { GoodsScroll(offset: offset) }
    var sectionHeaderHeight: Double { GoodsScroll.sectionHeaderHeight(isEmpty: items.isEmpty) }
  }

  static let table = Field("table", \Model.table)
  static let items = Field("items", \Model.items, key: GoodsItem.goodsId)
  static let banners = Field("banners", \Model.banners, samples: GoodsSamples.pictures)
  static let bannerURLs = Field("bannerURLs", \Model.bannerURLs, samples: GoodsSamples.addresses)
  static let page = Field("page", \Model.page, samples: GoodsSamples.page)
  static let lastPage = Field("lastPage", \Model.lastPage, samples: GoodsSamples.lastPage)
  static let perPage = Field("perPage", \Model.perPage, samples: GoodsSamples.perPage)
  static let loadedPages = Field("loadedPages", \Model.loadedPages, samples: GoodsSamples.loadedPages)
  static let footerHidden = Field("footerHidden", \Model.footerHidden)
  static let bannerHidden = Field("bannerHidden", \Model.bannerHidden, from: [banners])
  static let isRefreshing = Field("isRefreshing", \Model.isRefreshing)
  static let isLoadingMore = Field("isLoadingMore", \Model.isLoadingMore)
  static let isLiking = Field("isLiking", \Model.isLiking)
  /// Whether its cells are those of the version with signals too, as in the app: then that version's handler runs for each tap
  /// as well, without a command to execute (N25).
  static let sharesCells = Field("sharesCells", \Model.sharesCells)
  static let sectionHeaderHeight = Field("sectionHeaderHeight", \Model.sectionHeaderHeight, from: [items])
  static let offset = Field("offset", \Model.offset, samples: GoodsSamples.offset)
  static let navigationAlpha = Field("navAlpha", \Model.scroll.navigationAlpha, from: [offset])
  static let titleAlpha = Field("titleAlpha", \Model.scroll.titleAlpha, from: [offset])
  static let isStatusBarLight = Field("statusBarLight", \Model.scroll.isStatusBarLight, from: [offset])
  static let isStatusBarHidden = Field("statusBarHidden", \Model.scroll.isStatusBarHidden, from: [offset])
  static let showsScrollToTop = Field("scrollToTopVisible", \Model.scroll.showsScrollToTop, from: [offset])

  static let pullDown = Input<Void>("pullDown")
  static let pullUp = Input<Void>("pullUp")
  static let scrolled = Input<Double>("scrolled")
  static let scrollToTop = Input<Void>("scrollToTop")
  static let search = Input<Void>("search")
  static let logout = Input<Void>("logout")
  static let select = Input<Int>("select")
  static let selectBanner = Input<Int>("selectBanner")
  /// What was tapped in a cell of a table that shows more than the list has, and where.
  static let cellTapped = Input<Value>("cellTapped")

  static let tip = Subject<String>("tip")
  static let logoutAsked = Subject<Void>("logoutAsked")
  static let loggedOut = Subject<Void>("loggedOut")
  static let opened = GoodsPages()
  static let keys = PhoneKeys(1)

  // What its controller wires: two updates of the footer, each posted.

  static let configureFooter = Handler("configureFooter") { (turn, _, me: Ref<GoodsBlocks>, isHidden: Bool) in
    turn[me, footerHidden] = isHidden
  }
  static let finish = Handler("finish") { (turn, _, me: Ref<GoodsBlocks>) in
    turn[turn[me, table], GoodsTable.rows] = turn[me, items]
    turn[me, isRefreshing] = false
    turn[me, isLoadingMore] = false
    turn[me, footerHidden] = turn[me, page] >= turn[me, lastPage]
  }

  static let laws = GoodsLaws<GoodsBlocks, GoodsRow>(
    items: items, page: page, lastPage: lastPage, perPage: perPage, loadedPages: loadedPages,
    footerHidden: footerHidden, isRefreshing: isRefreshing, isLoadingMore: isLoadingMore, isLiking: isLiking,
    likeBegins: .set(isLiking), tip: tip, loggedOut: loggedOut, keys: keys)

  static let definition = Definition<GoodsBlocks>(
    Model(),
    fields: [
      table, items, banners, bannerURLs, page, lastPage, perPage, loadedPages, footerHidden, bannerHidden,
      isRefreshing, isLoadingMore, isLiking, sharesCells, sectionHeaderHeight, offset, navigationAlpha, titleAlpha,
      isStatusBarLight, isStatusBarHidden, showsScrollToTop,
    ], inputs: [pullDown, pullUp, scrolled, scrollToTop, search, logout, select, selectBanner],
    subjects: [tip, logoutAsked, loggedOut] + opened.subjects,
    properties: laws.all
  ) {
    Uses(GoodsTable.self)
    Uses(GoodsCall.self)
    Uses(BannerCall.self)
    Uses(LikeCall.self)
    Uses(configureFooter, finish)
    SetUp { me in
      let table = me.make(GoodsTable.self, at: "table")
      me[table, GoodsTable.page] = me.me
      me[GoodsBlocks.table] = table
      me.refresh()
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Region("page") {
      On(pullDown) { me, _ in me.refresh() }
      On(pullUp) { me, _ in
        me[isLoadingMore] = true
        me.callGoods(page: me[page] &+ 1)
      }
      On(GoodsCall.answered) { me, answer in me.take(answer) }
      On(BannerCall.answered) { me, answer in me.takeBanners(answer) }
      On(scrolled) { $0[offset] = $1 }
      On(scrollToTop) { me, _ in me[offset] = 0 }
      On(search) { me, _ in me.emit(logoutAsked) }
      On(logout) { me, _ in me.emit(loggedOut) }
      On(select) { me, index in if me.row(at: index) != nil { me.emit(opened.detail, GoodsPages.detailTitle) } }
      On(selectBanner) { me, index in
        let urls = me[bannerURLs]
        guard urls.indices.contains(index) else {
          return me.crash("index \(index) is out of range: there are \(urls.count) banners")
        }
        me.emit(opened.web, urls[index])  // whatever its type (HZ-H19)
      }
      On(items.sends(GoodsItem.avatarTapped)) { me, from in me.take(.avatar, at: from.index) }
      On(items.sends(GoodsItem.locationTapped)) { me, from in me.take(.location, at: from.index) }
      On(items.sends(GoodsItem.replyTapped)) { me, from in me.take(.reply, at: from.index) }
      On(items.sends(GoodsRow.likeTapped)) { me, from in me.take(.like, at: from.index) }
      On(cellTapped) { me, tapped in
        guard case .list(let parts) = tapped, parts.count == 2, let index = Int(parts[1]),
          let tap = String(parts[0]).flatMap(GoodsTable.Tap.init)
        else { return }
        me.take(tap, at: index)
      }
      On(LikeCall.answered) { me, row in
        guard let row = Ref<GoodsRow>(row) else { return }
        me.turn.toggleLike(of: row)
        me[row, GoodsItem.isLiking] = false
        me[isLiking] = false
        let told = me[row, GoodsItem.isLike] ? GoodsService.likedText : GoodsService.unlikedText
        me.emit(tip, told)
        if me[sharesCells] { me.emit(tip, told) }
      }
      State("shown")
    }
  }

  static let screen = Screen("商品首页") {
    Button(search, GoodsService.searchHint)
    Banner(banners, "广告", select: selectBanner, hidden: bannerHidden)
    Refresh(pullDown, "下拉刷新", while: isRefreshing)
    List(GoodsTable.rows, "商品", named: "items", select: select, in: "table") { GoodsItem.row() }
    Refresh(pullUp, "上拉加载", while: isLoadingMore, hidden: footerHidden)
    Scroll(offset, "位置", scrolled)
    Button(scrollToTop, "回到顶部", enabled: showsScrollToTop)
    HUD(GoodsService.busyText, while: isLiking, covers: false)
    goodsRoutes(opened, tips: [tip], asked: logoutAsked, logout: logout, loggedOut: loggedOut)
  }
}

extension Handle where V == GoodsBlocks {
  fileprivate func refresh() {
    self[GoodsBlocks.isRefreshing] = true
    callGoods(page: 1)
    callBanners()
  }

  /// Returns the row that stands at an index by now; the app crashes when none does.
  fileprivate func row(at index: Int) -> Ref<GoodsRow>? {
    let items = self[GoodsBlocks.items]
    if items.indices.contains(index) { return items[index] }
    crash("index \(index) is out of range: the list has \(items.count) articles")
    return nil
  }

  fileprivate func take(_ tap: GoodsTable.Tap, at index: Int) {
    guard let row = row(at: index) else { return }
    switch tap {
    case .avatar: emit(GoodsBlocks.opened.profile, self[row, GoodsItem.nickName])
    case .location: emit(GoodsBlocks.opened.location, self[row, GoodsItem.location])
    case .reply: emit(GoodsBlocks.opened.replies, GoodsPages.repliesTitle(self[row, GoodsItem.goodsId]))
    case .like:
      if self[GoodsBlocks.sharesCells] { self[row, GoodsItem.thumbEnabled] = false }
      self[row, GoodsItem.isLiking] = true
      self[GoodsBlocks.isLiking] = true
      callLike(row)
    }
  }

  /// Takes a page into the list. What cannot be read counts as no page at all, with all its numbers 0.
  fileprivate func take(_ answer: Value) {
    guard case .list(let parts) = answer, parts.count == 2 else { return }
    let page = try? GoodsPage(parts[1])
    let isFirst = parts[0] == 1
    let texts = page.map { page in page.goods.map { GoodsTexts($0, of: page, .asWritten) } } ?? []
    let rows = texts.map { texts in make(GoodsRow.self) { turn.fill($0, with: texts) } }
    self[GoodsBlocks.items] = (isFirst ? [] : self[GoodsBlocks.items]) + rows
    self[GoodsBlocks.loadedPages] =
      (isFirst ? [] : self[GoodsBlocks.loadedPages]) + (page.map { [$0.currentPage] } ?? [])
    self[GoodsBlocks.page] = page?.currentPage ?? 0
    self[GoodsBlocks.lastPage] = page?.lastPage ?? 0
    self[GoodsBlocks.perPage] = page?.perPage ?? 0
    post(GoodsBlocks.configureFooter(me, self[GoodsBlocks.page] >= 2))
    post(GoodsBlocks.finish(me))
  }

  fileprivate func takeBanners(_ answer: Value) {
    guard let banners = try? Banner.read(answer) else { return }
    self[GoodsBlocks.bannerURLs] = banners.map(\.url)
    self[GoodsBlocks.banners] = banners.map(\.imageURL)
  }
}
