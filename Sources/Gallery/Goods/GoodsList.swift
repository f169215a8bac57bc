import ViewModels

protocol GoodsListFields: ModelType {
  associatedtype Row: GoodsArticleRow
  var items: [Ref<Row>] { get }
  var banners: [String] { get }
  var page: Int { get }
  var lastPage: Int { get }
  var perPage: Int { get }
  var loadedPages: [Int] { get }
  var footerHidden: Bool { get }
  var isLiking: Bool { get }
  var offset: Double { get }
}

extension GoodsListFields {
  var bannerHidden: Bool { banners.isEmpty }
  var scroll: GoodsScroll { GoodsScroll(offset: offset) }
  var sectionHeaderHeight: Double { GoodsScroll.sectionHeaderHeight(isEmpty: items.isEmpty) }
}

protocol GoodsList: ViewModel where Model: GoodsListFields {
  var items: Field<[Ref<Model.Row>]> { get }
  var banners: Field<[String]> { get }
  var footerHidden: Field<Bool> { get }
  var bannerHidden: Field<Bool> { get }
  var isRefreshing: Field<Bool> { get }
  var isLoadingMore: Field<Bool> { get }
  var isLiking: Field<Bool> { get }
  var offset: Field<Double> { get }
  var showsScrollToTop: Field<Bool> { get }
  var controls: GoodsControls<Self> { get }
  var tip: Subject<String> { get }
  var opened: GoodsPages<Self> { get }
  var keys: PhoneKeys { get }
  var list: ScreenPart { get }
  var tips: [ScreenPart] { get }
  var leaving: [ScreenPart] { get }
  var likeBegins: Happening { get }
}

extension GoodsList {
  var list: ScreenPart { List(items, "商品", select: controls.select) { $0.cell } }
  var tips: [ScreenPart] { [Tip(on: tip)] }
  var leaving: [ScreenPart] { [] }
  var likeBegins: Happening { .set(isLiking) }

  var screen: Screen {
    Screen("商品首页") {
      Button(controls.search, "输入你要找的宝贝")
      Banner(banners, "广告", select: controls.selectBanner, hidden: bannerHidden)
      Refresh(controls.pullDown, "下拉刷新", while: isRefreshing)
      list
      Refresh(controls.pullUp, "上拉加载", while: isLoadingMore, hidden: footerHidden)
      Scroll(offset, "位置", controls.scrolled)
      Button(controls.scrollToTop, "回到顶部", enabled: showsScrollToTop)
      HUD("Loading...", while: isLiking, covers: false)
      tips
      leaving
      Alert("确定要注销当前用户吗?", on: opened.logoutAsked, ["确定": controls.logout, "取消": nil])
      PopToRoot(on: opened.loggedOut)
      Push("profilePage", on: opened.profile)
      Push("locationPage", on: opened.location)
      Push("repliesPage", on: opened.replies)
      Push("detailPage", on: opened.detail)
      Push("webPage", on: opened.web)
    }
  }

  func showDetail(_ me: borrowing Me) { me.emit(opened.detail, "商品详情") }
  func showReplies(_ me: borrowing Me, to row: Ref<Model.Row>) {
    me.emit(opened.replies, "商品\(me[row].goodsId)的评论列表")
  }

  @Laws var laws: Chart {
    // HZ-H2, HZ-H3, HZ-H4
    Invariant("the list is the pages 1 to n, once each") { turn in
      turn.loadedPages.enumerated().allSatisfy { $0.element == $0.offset + 1 }
    }
    // HZ-H1, HZ-H2: also at each assignment, to detect a flicker.
    EveryTurn("the footer is hidden when the last page is there, and only then") { turn in
      guard turn.isAtRest || turn.occurrences(of: .set(footerHidden)) > 0 else { return true }
      return turn.footerHidden == ((turn.loadedPages.last ?? 1) >= turn.lastPage)
    }
    // HZ-H5
    Invariant("the counters are never 0") { $0.page > 0 && $0.lastPage > 0 && $0.perPage > 0 }
    // HZ-H11
    Invariant("an article has one like state") { turn in
      var likes: [String: Bool] = [:]
      return turn.items.allSatisfy { row in
        likes.updateValue(turn[row].isLike, forKey: turn[row].goodsId) ?? turn[row].isLike == turn[row].isLike
      }
    }
    // HZ-H7
    Law("a tip of success means that a row of the list changed", from: 0) { liked, turn in
      let before = liked
      liked = turn.items.count { turn[$0].isLike }
      return turn.occurrences(of: .sent(tip)) == 0 || liked != before
    }
    // HZ-H8
    Law("one like of an article is under way", from: 0) { liking, turn in
      if turn.occurrences(of: .set(isLiking)) == 0, turn.occurrences(of: .set(items)) == 0 { return true }
      let before = liking
      liking = turn.items.count { turn[$0].isLiking }
      return turn.occurrences(of: likeBegins) == 0 || !turn.isLiking || liking > before
    }
    // HZ-H10
    Invariant("a disabled button is that of an article that is being liked") { turn in
      let disabled = turn.items.filter { !turn[$0].thumbEnabled }
      if disabled.isEmpty { return true }
      let busy = Set(turn.items.filter { turn[$0].isLiking }.map { turn[$0].goodsId })
      return disabled.allSatisfy { busy.contains(turn[$0].goodsId) }
    }
    // HZ-H13
    rowsSay("an article of another calendar year shows its year") { row in
      !row.isOfOtherYear || row.publishTime?.utf8.count == "2016-12-30 11:04".utf8.count
    }
    rowsSay("what is missing is not said") { row in
      [row.number, row.userId, row.freightExplain].allSatisfy { !($0?.hasSuffix("(null)") ?? false) }
    }
    // HZ-H17
    EveryTurn("a logout forgets the credentials") { turn in
      guard turn.occurrences(of: .sent(opened.loggedOut)) > 0 else { return true }
      return [Name(keys.phone), Name(keys.code)].allSatisfy { turn.effects.contains(.stored(key: $0, value: .null)) }
    }
    EveryOne(of: .became(isRefreshing, true), endsIn: .became(isRefreshing, false), "every refresh ends")
    EveryOne(of: .became(isLoadingMore, true), endsIn: .became(isLoadingMore, false), "every load ends")
    EveryOne(of: .became(isLiking, true), endsIn: .became(isLiking, false), "every like ends")
  }

  /// Checks the texts of each row when the list changes.
  private func rowsSay(
    _ name: Name, _ holds: @escaping @Sendable (borrowing Witness<Model.Row>) -> Bool
  ) -> Part<Self> {
    Law(name, from: true) { held, turn in
      if turn.occurrences(of: .set(items)) > 0 { held = turn.items.allSatisfy { holds(turn[$0]) } }
      return held
    }
  }
}
