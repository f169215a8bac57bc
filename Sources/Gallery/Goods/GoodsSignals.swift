import ViewModels

/// The goods page with signals, as written. Bugs: a refused refresh still requests banners (HZ-H16), pages counted
/// twice and so skipped (HZ-H2), a crash after a missing page (HZ-H6), likes that handle only completion (HZ-H9)
/// and disable cells that may show other rows (HZ-H10).
struct GoodsSignals: GoodsOriginal {
  struct Model: GoodsListFields {
    var requestGoodsCommand = SignalCommand<Int, Value>(InstanceID(0))
    var requestBannersCommand = SignalCommand<Int, Value>(InstanceID(0))
    var operationCommand = SignalCommand<Ref<GoodsRow>, Value>(InstanceID(0))
    var items: [Ref<GoodsRow>] = []
    var banners: [String] = []
    var bannerURLs: [String] = []
    var page = 1
    var lastPage = 1
    var perPage = 100
    var loadedPages: [Int] = []
    var footerHidden = true
    var isRefreshing = false
    var isLoadingMore = false
    var isLiking = false
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
  let sectionHeaderHeight = Field(\.sectionHeaderHeight, from: \.items)
  let offset = Field(\.offset, samples: GoodsSamples.offset)
  let navAlpha = Field(\.scroll.navigationAlpha, from: \.offset)
  let titleAlpha = Field(\.scroll.titleAlpha, from: \.offset)
  let statusBarLight = Field(\.scroll.isStatusBarLight, from: \.offset)
  let statusBarHidden = Field(\.scroll.isStatusBarHidden, from: \.offset)
  let showsScrollToTop = Field(\.scroll.showsScrollToTop, named: "scrollToTopVisible", from: \.offset)

  let server = Child<GoodsServer>()
  let cells = Child<GoodsCells>()
  let controls = GoodsControls<Self>()
  let goodsAsked = Event<Int>()
  let bannersAsked = Event<Void>()
  let likeAsked = Event<Ref<GoodsRow>>()
  let calls = GoodsCalls<Self>()
  let tip = Subject<String>()
  let opened = GoodsPages<Self>()
  let keys = PhoneKeys(2)

  let load = Wiring<SignalRef<Value>, Bool> { me, page, isFirst in
    page.signal.subscribe(
      me,
      next: { me, _ in me.page = isFirst ? 1 : me.page &+ 1 },  // once more than the answer said
      error: { me, _ in if isFirst { me.isRefreshing = false } else { me.isLoadingMore = false } },
      completed: { $0.post(GoodsSignals.finish) })
  }
  let finish = Handler { me in
    me.isRefreshing = false
    me.isLoadingMore = false
    me.footerHidden = me.page >= me.lastPage
  }
  let like = Wiring<SignalRef<Value>, Ref<GoodsRow>, Int?> { me, like, row, cell in
    like.signal.subscribe(
      me,
      completed: { me in
        me[row].isLiking = false
        me[row].thumbEnabled = true
        if let cell { me.setButton(ofCell: cell, enabled: true) }
        me.isLiking = false
        me.emit(GoodsSignals.tip, me[row].likeTip)
      })
  }

  var chart: Chart {
    Uses(GoodsRow.self, GoodsCall<Self>.self, BannerCall<Self>.self, LikeCall<Self>.self)
    SetUp { me in
      me[server].page = me.ref
      me.requestGoodsCommand = me[server].makeCommand(GoodsServer.loadGoods)
      me.requestBannersCommand = me[server].makeCommand(GoodsServer.loadBanners)
      me.operationCommand = me[server].makeCommand(GoodsServer.operate, allowsConcurrency: true)
      refresh(me)
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Accepts("reserved-name", at: "page", because: "the original uses this name for the loaded page")
    Region("page") {
      On(controls.pullDown, refresh)
      On(controls.pullUp) { me in
        me.isLoadingMore = true
        me.start(load, me.execute(me.requestGoodsCommand, me.page &+ 1), false)
      }
      On(goodsAsked) { $0.callGoods(page: $1) }
      On(bannersAsked) { $0.callBanners() }
      On(likeAsked) { $0.callLike($1) }
      On(calls.goodsAnswered) { $0[server].emit(GoodsServer.goods, $1) }
      On(calls.goodsFailed) { $0[server].emit(GoodsServer.goods, GoodsServer.failure) }
      On(calls.bannersAnswered) { $0[server].emit(GoodsServer.banners, $1) }
      On(calls.bannersFailed) { $0[server].emit(GoodsServer.banners, GoodsServer.failure) }
      On(calls.likeAnswered) { $0[server].emit(GoodsServer.liked, $1) }
      On(calls.likeFailed) { $0[server].emit(GoodsServer.likeFailed, $1) }
      On(controls.scrolled, scroll)
      On(controls.scrollToTop) { scroll($0, to: 0) }
      On(controls.search, emit: opened.logoutAsked)
      On(controls.logout, emit: opened.loggedOut)
      On(controls.select) { showDetail($0) }
      On(controls.selectBanner, openBanner)
      On(items.sends(\.article.avatarTapped)) { $0.emit(opened.profile, $0[$1.row].nickName) }
      On(items.sends(\.article.locationTapped)) { $0.emit(opened.location, $0[$1.row].location) }
      On(items.sends(\.article.replyTapped)) { showReplies($0, to: $1.row) }
      On(items.sends(\.likeTapped)) { me, from in
        let cell = me.cell(ofRow: from.index)
        me[from.row].isLiking = true
        me[from.row].thumbEnabled = false
        if let cell { me.setButton(ofCell: cell, enabled: false) }
        me.isLiking = true
        me.start(like, me.execute(me.operationCommand, from.row), from.row, cell)
      }
      State("shown")
    }
  }

  private func refresh(_ me: borrowing Me) {
    me.isRefreshing = true
    me.start(load, me.execute(me.requestGoodsCommand, 1), true)
    me.execute(me.requestBannersCommand, 0)
  }

  private func scroll(_ me: borrowing Me, to offset: Double) {
    me.offset = offset
    me.bindCells()
  }
}

extension Handle where V == GoodsSignals {
  /// Adds a page to the list. A missing page crashes, because nil cannot be appended.
  func takePage(_ answer: Value) {
    guard let (number, page) = answer.answeredPage else { return }
    if page == nil, number != 1 { return crash("nil was appended to the list: page \(number) was not there") }
    let rows = rows(of: page)
    self.items = (number == 1 ? [] : self.items) + rows
    self.page = page?.currentPage ?? 0
    self.lastPage = page?.lastPage ?? 0
    self.perPage = page?.perPage ?? 0
    self.loadedPages = (number == 1 ? [] : self.loadedPages) + (page.map { [$0.currentPage] } ?? [])
    bindCells()
  }
}
