import Testing
import ViewModels

@testable import Gallery

/// The vectors of the goods' page.
@Suite("The goods' page")
struct GoodsVectorTests {
  static let all = ["goods@fixed", "goods@blocks", "goods@rac"]
  /// What loads every page.
  static let whole = ["goods@fixed", "goods@blocks"]

  @Test("N1: the page loads by itself: five banners after 500 ms, twenty articles after 750", arguments: all)
  func load(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(run.value("footerHidden") == true)
    #expect(run.value("bannerHidden") == true)
    #expect(run.value("isRefreshing") == true)
    #expect(run.value("sectionHeaderHeight") == 0.0001)
    #expect(run.value("perPage") == (title == "goods@rac" ? 100 : 20))
    run.advance(499)
    #expect(run.pictureCount == 0)
    run.advance(1)
    #expect(run.pictureCount == 5)
    #expect(run.value("bannerHidden") == false)
    run.advance(249)
    #expect(run.rowCount == 0)
    run.advance(1)
    #expect(run.rowCount == 20)
    #expect(run.value("footerHidden") == false)
    #expect(run.value("isRefreshing") == false)
    #expect(run.value("sectionHeaderHeight") == 53.0)
    #expect([run.value("page"), run.value("lastPage"), run.value("perPage")] == [1, 20, 20])
    #expect(run.broken.isEmpty)
  }

  @Test("N2, HZ-H1: with blocks the footer flickers at the second page, in the fixed variant it does not")
  func flicker() throws {
    for (title, flicker) in [("goods@blocks", [true, false] as [Value]), ("goods@fixed", [])] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("pullUp")
      run.advance(749)
      #expect(run.rowCount == 20)
      let effects = run.advance(1)
      #expect(run.rowCount == 40)
      #expect(run.value("page") == 2)
      #expect(effects.changes(of: "footerHidden") == flicker)
      let broken = "the footer is hidden when the last page is there, and only then"
      #expect(effects.brokenProperties == (flicker.isEmpty ? [] : [broken]))
      #expect(run.broken.isEmpty)
    }
  }

  @Test("N3: pulled up until the footer is hidden: pages 1 to 20, 400 articles", arguments: whole)
  func allPages(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.pullUpToTheEnd()
    #expect(run.rowCount == 400)
    #expect(run.value("page") == 20)
    #expect(run.value("loadedPages") == .list((1...20).map { .int($0) }))
    #expect(run.tap("pullUp").refusals == ["hidden, footerHidden is true"])
    // HZ-H13: the last page is of another year.
    #expect(run.value("items[399].publishTime") == (title == "goods@fixed" ? "2016-12-16 16:24" : "12-16 16:24"))
    #expect(run.broken == (title == "goods@fixed" ? [] : ["an article of another calendar year shows its year"]))
  }

  @Test("N4, HZ-H2: with signals pages 1, 2, 4, ..., 20: 220 articles; the second pull-up skips a page")
  func everyOtherPage() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    run.tap("pullUp")
    run.advance(1_000)
    #expect(run.broken.isEmpty)
    run.tap("pullUp")
    #expect(run.advance(1_000).brokenProperties == ["the list is the pages 1 to n, once each"])
    run.pullUpToTheEnd()
    #expect(run.rowCount == 220)
    #expect(run.value("page") == 21)
    #expect(run.value("loadedPages") == .list([1] + stride(from: 2, through: 20, by: 2).map { .int($0) }))
  }

  @Test(
    "H.4: what is loaded when there are so many pages",
    arguments: [(1, [1]), (2, [1, 2]), (3, [1, 2]), (4, [1, 2, 4]), (5, [1, 2, 4])])
  func fewPages(_ lastPage: Int, _ reached: [Int]) throws {
    for title in Self.all {
      var run = try GalleryRun(title)
      run(.reply(request: "requestGoods", .ok, GoodsFixtures.page(1, lastPage: lastPage)))
      while run.value("footerHidden") == false {
        guard case .requested(_, .int(let number))? = run.tap("pullUp").first(where: \.isRequest) else { break }
        run(.reply(request: "requestGoods", .ok, GoodsFixtures.page(number, lastPage: lastPage)))
      }
      let loaded = title == "goods@rac" ? reached : Array(1...lastPage)
      #expect(run.value("loadedPages") == .list(loaded.map { .int($0) }))
      #expect(run.rowCount == 20 * loaded.count)
      #expect(run.broken.isEmpty == (loaded == Array(1...lastPage)))
    }
  }

  @Test("N8, HZ-H6: pulled past the end: with signals nil is appended, the fixed variant refuses")
  func pastTheEnd() throws {
    for title in ["goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title)
      run(.reply(request: "requestGoods", .ok, GoodsFixtures.page(1, lastPage: 2)))
      run.tap("pullUp")
      run(.reply(request: "requestGoods", .ok, GoodsFixtures.page(2, lastPage: 2)))
      run.answer("requestGoods", .ok, .null)
      let effects = run(.send(input: "pullUp", nil))
      if title == "goods@rac" {
        #expect(effects.first(where: \.isRequest) == .requested(service: "requestGoods", input: 4))
        #expect(run.advance(1_000).crashes == ["nil was appended to the list: page 4 was not there"])
      } else {
        #expect(effects.requests.isEmpty)
        #expect(effects.refusals == ["'there are more pages' does not hold (page 2, lastPage 2)"])
      }
    }
  }

  @Test("N9, HZ-H16: a refresh while a page loads is refused; with signals its banners come all the same")
  func refusedRefresh() throws {
    for title in ["goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("pullUp")
      run.advance(200)
      let effects = run.tap("pullDown")
      #expect(effects.requests == (title == "goods@rac" ? ["requestBanners"] : []))
      #expect(effects.refusals.count == (title == "goods@rac" ? 0 : 1))
      #expect(run.value("isRefreshing") == false)
      #expect(run.advance(499).replies.isEmpty)
      #expect(run.advance(1).replies == (title == "goods@rac" ? ["requestBanners"] : []))
      #expect(run.advance(50).replies == ["requestGoods"])
      #expect(run.value("loadedPages") == [1, 2])
    }
  }

  @Test("N10, N12: likes take a second each and run beside each other", arguments: all)
  func likes(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.tap("items[0].like")
    #expect(run.hud == "Loading...")
    #expect(run.value("items[0].thumbEnabled") == .bool(title == "goods@blocks"))
    run.advance(200)
    run.tap("items[1].like")
    #expect(run.advance(799).tips == [])
    #expect(run.advance(1).tips == ["收藏商品成功"])
    #expect(run.value("items[0].isLike") == true)
    #expect(run.value("items[0].likes") == "24")
    #expect(run.value("items[0].thumbEnabled") == true)
    #expect(run.value("items[1].isLike") == false)
    #expect(run.advance(200).tips == ["收藏商品成功"])
    #expect(run.value("items[1].isLike") == true)
    #expect(run.hud == nil)
    run.tap("items[0].like")
    #expect(run.advance(1_000).tips == ["取消收藏商品"])
    #expect(run.value("items[0].likes") == "23")
    #expect(run.effects.broken.isEmpty)
  }

  @Test("N13, HZ-H12: taking back a like of nobody gives -1 in the originals", arguments: all)
  func negativeLikes(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run(.assign(field: "items[0].likes", "0"))
    run(.assign(field: "items[0].isLike", true))
    run.tap("items[0].like")
    let effects = run.advance(1_000)
    #expect(run.value("items[0].likes") == (title == "goods@fixed" ? "0" : "-1"))
    #expect(effects.brokenProperties == (title == "goods@fixed" ? [] : ["items[0]: likes are never negative"]))
  }

  @Test("N15, HZ-H11: an article on two pages is liked on both in the fixed variant only", arguments: all)
  func twins(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.tap("items[5].like")
    run.advance(1_000)
    // The server sends page 16 as the next one.
    run.answer("requestGoods", .ok, GoodsFixtures.page(16, as: 2))
    run.tap("pullUp")
    run.advance(1_000)
    #expect(run.value("items[31].goodsId") == "3238")
    #expect(run.value("items[31].isLike") == .bool(title == "goods@fixed"))
    #expect(run.value("items[31].likes") == (title == "goods@fixed" ? run.value("items[5].likes") : "40"))
    #expect(run.broken.contains("an article has one like state") == (title != "goods@fixed"))
  }

  @Test("N17: the search bar asks to log out; one stays with 取消 and leaves with 确定", arguments: all)
  func logout(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    #expect(run.label(of: "search") == "输入你要找的宝贝")
    run.tap("search")
    #expect(run.alert?.title == "确定要注销当前用户吗?")
    #expect(run.alert?.buttons == ["确定", "取消"])
    #expect(run.tap("pullDown").refusals == ["covered by the alert '确定要注销当前用户吗?'"])
    #expect(run(.dismiss(button: "取消")).outputs.isEmpty)
    run.tap("search")
    #expect(run(.dismiss(button: "确定")).outputs == [Output("loggedOut", .null)])
  }

  @Test("N22: where taps lead", arguments: all)
  func pages(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    let taps = [
      ("items[0].avatarTap", "profilePage", "用户0"), ("items[0].locationTap", "locationPage", "杭州"),
      ("items[0].replyTap", "repliesPage", "商品3233的评论列表"), ("items[0]", "detailPage", "商品详情"),
      ("banners[1]", "webPage", "https://example.org/banners/2"),
    ]
    for (control, page, shown) in taps {
      #expect(run.tap(control).pushes == [page])
      #expect(run.machine.screen(of: run.snapshot).title == shown)
      run(.back)
    }
    #expect(run.tap("items[0].picturesTap").pushes.isEmpty)
    #expect(run.tap("items[20]").refusals == ["there is no such row, 'items' has 20"])
  }

  @Test("H.5: a page without a title crashes the originals, and has an empty one in the fixed variant", arguments: all)
  func untitled(_ title: String) throws {
    for (field, control) in [("nickName", "avatarTap"), ("location", "locationTap")] {
      var run = try GalleryRun(title, after: 1_000)
      run(.assign(field: "items[0].\(field)", .null))
      let effects = run.tap("items[0].\(control)")
      #expect(effects.crashes.count == (title == "goods@fixed" ? 0 : 1))
      #expect(effects.pushes.count == (title == "goods@fixed" ? 1 : 0))
    }
  }

  @Test("N23: without banners the header is hidden; a banner without a picture is an empty text", arguments: all)
  func banners(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.reply(request: "requestBanners", .ok, .list([])))
    #expect(run.value("bannerHidden") == true)
    run = try GalleryRun(title)
    run(.reply(request: "requestBanners", .ok, run.sample("lostPicture")))
    #expect(run.value("banners") == [""])
    #expect(run.value("bannerHidden") == false)
    #expect(run.tap("banners[0]").pushes == ["webPage"])
    let beyond = run(.send(input: "selectBanner", 5)) + run(.send(input: "selectBanner", -1))
    #expect(beyond.crashes == (title == "goods@fixed" ? [] : ["index 5 is out of range: there are 1 banners"]))
  }

  @Test(
    "N24, HZ-H9: a like that fails disables its button for ever, under the HUD; the fixed variant tells and goes on")
  func failedOperation() throws {
    for title in ["goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.answer("toggleLike", .fail, "已下架")
      run.tap("items[0].like")
      #expect(run.advance(60_000).tips == (title == "goods@fixed" ? ["已下架"] : []))
      #expect(run.hud == (title == "goods@fixed" ? nil : "Loading..."))
      #expect(run.value("items[0].thumbEnabled") == .bool(title == "goods@fixed"))
      #expect(run.broken == (title == "goods@fixed" ? [] : ["every like ends"]))
      #expect(run.value("items[0].isLike") == false)
    }
  }

  @Test("N25: with the cells of both versions a like disables its button for ever, and its tip comes twice")
  func sharedCells() throws {
    var run = try GalleryRun("goods@blocks", after: 1_000)
    run(.assign(field: "sharesCells", true))
    run.tap("items[0].like")
    #expect(run.advance(1_000).tips == ["收藏商品成功", "收藏商品成功"])
    #expect(run.value("items[0].isLike") == true)
    #expect(run.tap("items[0].like").refusals == ["disabled, thumbEnabled is false"])
    #expect(run.broken == ["a disabled button is that of an article that is being liked"])
  }

  @Test("H.5: what follows from the scroll position", arguments: all)
  func scroll(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    let positions: [(Double, [Value])] = [
      (0, [0.0, 1.0, false, false, false]), (237.5, [.double(237.5 / 238), 1.0, false, false, false]),
      (238, [1.0, 1.0, true, false, false]), (476, [2.0, 1.0, true, false, false]),
      (-119, [-0.5, 0.0, false, true, false]), (666, [.double(666.0 / 238.0), 1.0, true, false, false]),
      (667, [.double(667.0 / 238.0), 1.0, true, false, true]),
    ]
    for (offset, expected) in positions {
      run(.tap(control: "offset", .double(offset)))
      let names = ["navAlpha", "titleAlpha", "statusBarLight", "statusBarHidden", "scrollToTopVisible"]
      #expect(names.map { run.value($0) } == expected)
    }
    run.tap("scrollToTop")
    #expect(run.value("offset") == 0.0)
    #expect(run.tap("scrollToTop").refusals == ["disabled, scrollToTopVisible is false"])
    for offset in [Double.nan, .infinity, -.infinity, 1e300] { run(.tap(control: "offset", .double(offset))) }
    #expect(run.effects.crashes.isEmpty)
  }
}

extension GalleryRun {
  /// Opens a machine and lets so many milliseconds pass.
  init(_ title: String, after milliseconds: Int) throws {
    try self.init(title)
    advance(milliseconds)
  }

  /// A named value of the machine.
  func sample(_ name: String) -> Value? { machine.samples.first { $0.name == name }?.value }

  /// Loads pages for as long as there seem to be more.
  mutating func pullUpToTheEnd() {
    while value("footerHidden") == false, rowCount < 1_000 {
      tap("pullUp")
      advance(1_000)
    }
  }

  var rowCount: Int { machine.screen(of: snapshot).controls.first { $0.name == "items" }?.rows.count ?? 0 }
  var pictureCount: Int {
    guard case .list(let pictures)? = shown("banners") else { return 0 }
    return pictures.count
  }

  func label(of control: String) -> String? {
    machine.screen(of: snapshot).controls.first { $0.name == control }?.label
  }
}

extension Effect {
  var isRequest: Bool { if case .requested = self { true } else { false } }
}

extension [Effect] {
  /// The values that a field became.
  func changes(of field: String) -> [Value] {
    compactMap { effect in
      guard case .set(field, let old, let new) = effect, old != new else { return nil }
      return new
    }
  }

  /// The requests that were answered.
  var replies: [String] {
    compactMap { if case .replied(let request, _, _) = $0 { request.text } else { nil } }
  }
}
