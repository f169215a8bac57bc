import ViewModels

/// The goods' page of seed 003 with signals, with its controller's wiring.
///
/// Each kind of request is a signal command, so a second one is refused and merely ends the refresh control; a refused refresh
/// still asks for banners (HZ-H16). The controller counts pages once more than the view model does, so every other page is
/// never asked for (HZ-H2). A page that there is not is nil, and nil cannot be appended (HZ-H6). A like handles nothing but
/// its completion (HZ-H9), and disables a cell's button, whatever row the cell shows by then (HZ-H10).
enum GoodsSignals: ViewModel {
  struct Model: Sendable {
    var server = Ref<GoodsServer>(InstanceID(0))
    var cells = Ref<GoodsCells>(InstanceID(0))
    var requestGoods = SignalCommand<Int, Value>(InstanceID(0))
    var requestBanners = SignalCommand<Int, Value>(InstanceID(0))
    var operation = SignalCommand<Value, Value>(InstanceID(0))
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
    var bannerHidden: Bool { banners.isEmpty }
    var scroll: GoodsScroll { GoodsScroll(offset: offset) }
    var sectionHeaderHeight: Double { GoodsScroll.sectionHeaderHeight(isEmpty: items.isEmpty) }
  }

  static let server = Field("server", \Model.server)
  static let cells = Field("cells", \Model.cells)
  static let requestGoods = Field("requestGoodsCommand", \Model.requestGoods)
  static let requestBanners = Field("requestBannersCommand", \Model.requestBanners)
  static let operation = Field("operationCommand", \Model.operation)
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

  static let tip = Subject<String>("tip")
  static let logoutAsked = Subject<Void>("logoutAsked")
  static let loggedOut = Subject<Void>("loggedOut")
  static let opened = GoodsPages()
  static let keys = PhoneKeys(2)

  // What the view model's commands do. An answer that fails becomes the signal's error.

  static let work = GoodsWork()

  // What its controller wires.

  static let pageCame = Handler("pageCame") { (turn, _, me: Ref<GoodsSignals>, isFirst: Bool) in
    turn[me, page] = isFirst ? 1 : turn[me, page] &+ 1  // once more than the answer said
  }
  static let loadEnded = Handler("loadEnded") { (turn, _, me: Ref<GoodsSignals>) in turn.post(finish(me)) }
  static let finish = Handler("finish") { (turn, _, me: Ref<GoodsSignals>) in
    turn[me, isRefreshing] = false
    turn[me, isLoadingMore] = false
    turn[me, footerHidden] = turn[me, page] >= turn[me, lastPage]
  }
  static let pullFailed = Handler("pullFailed") { (turn, _, me: Ref<GoodsSignals>, isFirst: Bool) in
    if isFirst { turn[me, isRefreshing] = false } else { turn[me, isLoadingMore] = false }
  }
  static let likeEnded = Handler("likeEnded") { (turn, _, me: Ref<GoodsSignals>, row: Ref<GoodsRow>, cell: Int?) in
    turn[row, GoodsItem.isLiking] = false
    turn[row, GoodsItem.thumbEnabled] = true
    if let cell { turn.setButton(ofCell: cell, enabled: true, in: me) }
    turn[me, isLiking] = false
    turn.emit(tip, turn[row, GoodsItem.isLike] ? GoodsService.likedText : GoodsService.unlikedText, by: me)
  }

  static let laws = GoodsLaws<GoodsSignals, GoodsRow>(
    items: items, page: page, lastPage: lastPage, perPage: perPage, loadedPages: loadedPages,
    footerHidden: footerHidden, isRefreshing: isRefreshing, isLoadingMore: isLoadingMore, isLiking: isLiking,
    likeBegins: .set(isLiking), tip: tip, loggedOut: loggedOut, keys: keys)

  static let definition = Definition<GoodsSignals>(
    Model(),
    fields: [
      server, cells, requestGoods, requestBanners, operation, items, banners, bannerURLs, page, lastPage, perPage,
      loadedPages, footerHidden, bannerHidden, isRefreshing, isLoadingMore, isLiking, sectionHeaderHeight, offset,
      navigationAlpha, titleAlpha, isStatusBarLight, isStatusBarHidden, showsScrollToTop,
    ], inputs: [pullDown, pullUp, scrolled, scrollToTop, search, logout, select, selectBanner],
    subjects: [tip, logoutAsked, loggedOut] + opened.subjects,
    properties: laws.all
  ) {
    Uses(GoodsRow.self)
    Uses(GoodsServer.self)
    Uses(GoodsCells.self)
    Uses(GoodsCall.self)
    Uses(BannerCall.self)
    Uses(LikeCall.self)
    Uses(
      work.loadGoods, work.loadBanners, work.operate, work.accept, work.ask, work.take, work.takeBanners, work.toggle)
    Uses(pageCame, loadEnded, finish, pullFailed, likeEnded)
    SetUp { me in
      let server = me.make(GoodsServer.self, at: "server")
      me[server, GoodsServer.page] = me.me
      me[GoodsSignals.server] = server
      me[cells] = me.make(GoodsCells.self, at: "cells")
      me[requestGoods] = me.makeCommand(work.loadGoods, of: server)
      me[requestBanners] = me.makeCommand(work.loadBanners, of: server)
      me[operation] = me.makeCommand(work.operate, of: server, allowsConcurrency: true)
      me.refresh()
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Region("page") {
      On(pullDown) { me, _ in me.refresh() }
      On(pullUp) { me, _ in
        me[isLoadingMore] = true
        me.subscribe(
          to: me.execute(me[requestGoods], me[page] &+ 1), next: pageCame(me.me, false),
          error: pullFailed(me.me, false), completed: loadEnded(me.me))
      }
      On(work.goodsAsked) { me, page in me.callGoods(page: page) }
      On(work.bannersAsked) { me, _ in me.callBanners() }
      On(work.likeAsked) { me, row in if let row = Ref<GoodsRow>(row) { me.callLike(row) } }
      On(GoodsCall.answered) { me, answer in me.turn.emit(GoodsServer.goods, answer, by: me[server]) }
      On(GoodsCall.failed) { me, _ in me.turn.emit(GoodsServer.goods, GoodsServer.failure, by: me[server]) }
      On(BannerCall.answered) { me, answer in me.turn.emit(GoodsServer.banners, answer, by: me[server]) }
      On(BannerCall.failed) { me, _ in me.turn.emit(GoodsServer.banners, GoodsServer.failure, by: me[server]) }
      On(LikeCall.answered) { me, row in me.turn.emit(GoodsServer.likes, .list([row, true]), by: me[server]) }
      On(LikeCall.failed) { me, row in me.turn.emit(GoodsServer.likes, .list([row, false]), by: me[server]) }
      On(scrolled) { me, offset in me.scroll(to: offset) }
      On(scrollToTop) { me, _ in me.scroll(to: 0) }
      On(search) { me, _ in me.emit(logoutAsked) }
      On(logout) { me, _ in me.emit(loggedOut) }
      On(select) { me, _ in me.emit(opened.detail, GoodsPages.detailTitle) }
      On(selectBanner) { me, index in
        let urls = me[bannerURLs]
        guard urls.indices.contains(index) else {
          return me.crash("index \(index) is out of range: there are \(urls.count) banners")
        }
        me.emit(opened.web, urls[index])  // whatever its type (HZ-H19)
      }
      On(items.sends(GoodsItem.avatarTapped)) { me, from in me.emit(opened.profile, me[from.row, GoodsItem.nickName]) }
      On(items.sends(GoodsItem.locationTapped)) { me, from in
        me.emit(opened.location, me[from.row, GoodsItem.location])
      }
      On(items.sends(GoodsItem.replyTapped)) { me, from in
        me.emit(opened.replies, GoodsPages.repliesTitle(me[from.row, GoodsItem.goodsId]))
      }
      On(items.sends(GoodsRow.likeTapped)) { me, from in
        let cell = me.turn.cell(ofRow: from.index, in: me.me)
        me[from.row, GoodsItem.isLiking] = true
        me[from.row, GoodsItem.thumbEnabled] = false
        if let cell { me.turn.setButton(ofCell: cell, enabled: false, in: me.me) }
        me[isLiking] = true
        me.subscribe(to: me.execute(me[operation], from.row.value), completed: likeEnded(me.me, from.row, cell))
      }
      State("shown")
    }
  }

  static let screen = Screen("商品首页") {
    Button(search, GoodsService.searchHint)
    Banner(banners, "广告", select: selectBanner, hidden: bannerHidden)
    Refresh(pullDown, "下拉刷新", while: isRefreshing)
    List(items, "商品", select: select) { GoodsItem.row() }
    Refresh(pullUp, "上拉加载", while: isLoadingMore, hidden: footerHidden)
    Scroll(offset, "位置", scrolled)
    Button(scrollToTop, "回到顶部", enabled: showsScrollToTop)
    HUD(GoodsService.busyText, while: isLiking, covers: false)
    goodsRoutes(opened, tips: [tip], asked: logoutAsked, logout: logout, loggedOut: loggedOut)
  }
}

extension Handle where V == GoodsSignals {
  fileprivate func refresh() {
    self[GoodsSignals.isRefreshing] = true
    subscribe(
      to: execute(self[GoodsSignals.requestGoods], 1), next: GoodsSignals.pageCame(me, true),
      error: GoodsSignals.pullFailed(me, true), completed: GoodsSignals.loadEnded(me))
    execute(self[GoodsSignals.requestBanners], 0)
  }

  fileprivate func scroll(to offset: Double) {
    self[GoodsSignals.offset] = offset
    turn.bindCells(me)
  }
}
