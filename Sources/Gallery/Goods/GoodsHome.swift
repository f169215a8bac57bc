import ViewModels

/// The goods' page of seed 003, as it should have been.
///
/// One page is requested at a time, and only when there is one; what cannot be read changes nothing; an article keeps its row
/// over a refresh, so that a like under way finds it; articles of one identifier are liked together; logging out forgets the
/// credentials.
enum GoodsHome: ViewModel {
  struct Model: Sendable {
    var items: [Ref<GoodsItem>] = []
    var banners: [String] = []
    var bannerURLs: [String] = []
    var bannerTypes: [Int] = []
    var page = 1
    var lastPage = 1
    var perPage = 20
    /// The pages that the list holds, in order.
    var loadedPages: [Int] = []
    var isRefreshing = false
    var isLoadingMore = false
    /// How many likes are under way.
    var liking = 0
    var offset = 0.0
    var footerHidden: Bool { page >= lastPage }
    var bannerHidden: Bool { banners.isEmpty }
    var isLiking: Bool { liking > 0 }
    var scroll: GoodsScroll { GoodsScroll(offset: offset) }
    var sectionHeaderHeight: Double { GoodsScroll.sectionHeaderHeight(isEmpty: items.isEmpty) }
  }

  static let items = Field("items", \Model.items, key: GoodsItem.goodsId)
  static let banners = Field("banners", \Model.banners, samples: GoodsSamples.pictures)
  static let bannerURLs = Field("bannerURLs", \Model.bannerURLs, samples: GoodsSamples.addresses)
  static let bannerTypes = Field("bannerTypes", \Model.bannerTypes, samples: GoodsSamples.types)
  static let page = Field("page", \Model.page, samples: GoodsSamples.page)
  static let lastPage = Field("lastPage", \Model.lastPage, samples: GoodsSamples.lastPage)
  static let perPage = Field("perPage", \Model.perPage, samples: GoodsSamples.perPage)
  static let loadedPages = Field("loadedPages", \Model.loadedPages, samples: GoodsSamples.loadedPages)
  static let footerHidden = Field("footerHidden", \Model.footerHidden, from: [page, lastPage])
  static let bannerHidden = Field("bannerHidden", \Model.bannerHidden, from: [banners])
  static let isRefreshing = Field("isRefreshing", \Model.isRefreshing)
  static let isLoadingMore = Field("isLoadingMore", \Model.isLoadingMore)
  static let liking = Field("liking", \Model.liking, samples: ["oneLike": 1])
  static let isLiking = Field("isLiking", \Model.isLiking, from: [liking])
  static let sectionHeaderHeight = Field("sectionHeaderHeight", \Model.sectionHeaderHeight, from: [items])
  static let offset = Field("offset", \Model.offset, samples: GoodsSamples.offset)
  static let navigationAlpha = Field("navAlpha", \Model.scroll.navigationAlpha, from: [offset])
  static let titleAlpha = Field("titleAlpha", \Model.scroll.titleAlpha, from: [offset])
  static let isStatusBarLight = Field("statusBarLight", \Model.scroll.isStatusBarLight, from: [offset])
  static let isStatusBarHidden = Field("statusBarHidden", \Model.scroll.isStatusBarHidden, from: [offset])
  static let showsScrollToTop = Field("scrollToTopVisible", \Model.scroll.showsScrollToTop, from: [offset])

  static let pullDown = Input<Void>("pullDown")
  static let pullUp = Input<Void>("pullUp")
  static let loadBanners = Input<Void>("loadBanners")
  static let scrolled = Input<Double>("scrolled")
  static let scrollToTop = Input<Void>("scrollToTop")
  static let search = Input<Void>("search")
  static let logout = Input<Void>("logout")
  static let select = Input<Int>("select")
  static let selectBanner = Input<Int>("selectBanner")

  static let tip = Subject<String>("tip")
  static let fail = Subject<String>("fail")
  static let error = Subject<String>("error")
  static let logoutAsked = Subject<Void>("logoutAsked")
  static let loggedOut = Subject<Void>("loggedOut")
  static let opened = GoodsPages()
  static let keys = PhoneKeys(1)

  static let hasMore = Guard<Model>("there are more pages", reads: [page, lastPage]) { !$0.footerHidden }

  static let laws = GoodsLaws<GoodsHome, GoodsItem>(
    items: items, page: page, lastPage: lastPage, perPage: perPage, loadedPages: loadedPages,
    footerHidden: footerHidden, isRefreshing: isRefreshing, isLoadingMore: isLoadingMore, isLiking: isLiking,
    likeBegins: .became(isLiking, true), tip: tip, loggedOut: loggedOut, keys: keys)

  static let definition = Definition<GoodsHome>(
    Model(),
    fields: [
      items, banners, bannerURLs, bannerTypes, page, lastPage, perPage, loadedPages, footerHidden, bannerHidden,
      isRefreshing, isLoadingMore, liking, isLiking, sectionHeaderHeight, offset, navigationAlpha, titleAlpha,
      isStatusBarLight, isStatusBarHidden, showsScrollToTop,
    ], inputs: [pullDown, pullUp, scrolled, scrollToTop, search, logout, select, selectBanner],
    subjects: [tip, fail, error, logoutAsked, loggedOut] + opened.subjects,
    properties: laws.all
  ) {
    Uses(GoodsItem.self)
    Region("list") {
      State("fresh") { Always(to: "refreshing") { me in me.raise(loadBanners) } }
      State(.idle) {
        On(pullDown, to: "refreshing") { me, _ in me.raise(loadBanners) }
        On(pullUp, to: "loadingMore", when: hasMore)
      }
      State("refreshing") {
        OnEntry { $0[isRefreshing] = true }
        OnExit { $0[isRefreshing] = false }
        Invoke(GoodsService.requestGoods) { _ in 1 }
        On(GoodsService.requestGoods.succeeded, to: .idle) { me, answer in me.take(answer, isFirst: true) }
        On(GoodsService.requestGoods.failed, to: .idle) { $0.emit(fail, $1) }
        On(GoodsService.requestGoods.error, to: .idle) { $0.emit(error, $1) }
        After(.seconds(10), to: .idle) { $0.emit(error, GoodsService.timeoutText) }
      }
      State("loadingMore") {
        OnEntry { $0[isLoadingMore] = true }
        OnExit { $0[isLoadingMore] = false }
        Invoke(GoodsService.requestGoods) { $0.page &+ 1 }
        On(GoodsService.requestGoods.succeeded, to: .idle) { me, answer in me.take(answer, isFirst: false) }
        On(GoodsService.requestGoods.failed, to: .idle) { $0.emit(fail, $1) }
        On(GoodsService.requestGoods.error, to: .idle) { $0.emit(error, $1) }
        After(.seconds(10), to: .idle) { $0.emit(error, GoodsService.timeoutText) }
      }
    }
    Region("banner") {
      State(.idle) { On(loadBanners, to: .executing) }
      State(.executing) {
        Invoke(GoodsService.requestBanners) { _ in .null }
        On(GoodsService.requestBanners.succeeded, to: .idle) { me, answer in me.takeBanners(answer) }
        On(GoodsService.requestBanners.failed, to: .idle) { $0.emit(fail, $1) }
        On(GoodsService.requestBanners.error, to: .idle) { $0.emit(error, $1) }
        After(.seconds(10), to: .idle) { $0.emit(error, GoodsService.timeoutText) }
      }
    }
    Accepts("shared-name", at: "page", because: "the states are words and the field's values numbers")
    Region("page") {
      On(scrolled) { $0[offset] = $1 }
      On(scrollToTop) { me, _ in me[offset] = 0 }
      On(search) { me, _ in me.emit(logoutAsked) }
      On(logout) { me, _ in
        keys.forget(me)
        me.emit(loggedOut)
      }
      On(select) { me, index in
        if me[items].indices.contains(index) { me.emit(opened.detail, GoodsPages.detailTitle) }
      }
      On(selectBanner) { me, index in
        let (types, urls) = (me[bannerTypes], me[bannerURLs])
        guard types.indices.contains(index), urls.indices.contains(index) else { return }
        // Only pages of the web are known (HZ-H19).
        if types[index] == 0 { me.emit(opened.web, urls[index]) } else { me.emit(fail, GoodsService.otherBannerText) }
      }
      On(items.sends(GoodsItem.avatarTapped)) { me, from in
        me.emit(opened.profile, me[from.row, GoodsItem.nickName] ?? "")
      }
      On(items.sends(GoodsItem.locationTapped)) { me, from in
        me.emit(opened.location, me[from.row, GoodsItem.location] ?? "")
      }
      On(items.sends(GoodsItem.replyTapped)) { me, from in
        me.emit(opened.replies, GoodsPages.repliesTitle(me[from.row, GoodsItem.goodsId]))
      }
      On(items.sends(GoodsItem.likeBegan)) { me, _ in me.settleLikes() }
      On(items.sends(GoodsItem.liked)) { me, from in
        me.shareLike(of: from.row)
        me.settleLikes()
        me.emit(tip, from.value)
      }
      On(items.sends(GoodsItem.likeFailed)) { me, from in
        me.settleLikes()
        me.emit(fail, from.value)
      }
      On(items.sends(GoodsItem.likeBroke)) { me, from in
        me.settleLikes()
        me.emit(error, from.value)
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
    goodsRoutes(opened, tips: [tip, fail, error], asked: logoutAsked, logout: logout, loggedOut: loggedOut)
  }
}
