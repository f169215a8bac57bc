import Testing
import ViewModels

/// The vectors of the goods' page.
@Suite("The goods' page")
struct GoodsVectorTests {
  static let all = ["goods@fixed", "goods@blocks"]

  @Test("N1: the page loads by itself: five banners after 500 ms, twenty articles after 750", arguments: all)
  func load(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(run.value("footerHidden") == true)
    #expect(run.value("isRefreshing") == true)
    run.advance(500)
    #expect(run.pictureCount == 5)
    #expect(run.rowCount == 0)
    run.advance(250)
    #expect(run.rowCount == 20)
    #expect(run.value("footerHidden") == false)
    #expect(run.value("isRefreshing") == false)
    #expect(run.value("sectionHeaderHeight") == 53.0)
  }

  @Test("N2, HZ-H1: with blocks the footer flickers at the second page, in the fixed variant it does not")
  func flicker() throws {
    for (title, flicker) in [("goods@blocks", [true, false] as [Value]), ("goods@fixed", [])] {
      var run = try GalleryRun(title, after: 1_000)
      let start = run.effects.count
      run.tap("pullUp")
      run.advance(750)
      #expect(run.rowCount == 40)
      #expect(run.value("page") == 2)
      let changes = run.effects[start...].compactMap { effect -> Value? in
        guard case .set("footerHidden", let old, let new) = effect, old != new else { return nil }
        return new
      }
      #expect(changes == flicker)
    }
  }

  @Test("N3: pulled up until the footer is hidden: pages 1 to 20, 400 articles", arguments: all)
  func allPages(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    while run.value("footerHidden") == false, run.rowCount < 1_000 {
      run.tap("pullUp")
      run.advance(1_000)
    }
    #expect(run.rowCount == 400)
    #expect(run.value("page") == 20)
    #expect(run.value("loadedPages") == .list((1...20).map { .int($0) }))
    #expect(run.tap("pullUp").refusals == ["hidden, footerHidden is true"])
  }

  @Test("N10, N12: likes take a second each and run beside each other", arguments: all)
  func likes(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.tap("items[0].like")
    run.advance(200)
    run.tap("items[1].like")
    #expect(run.advance(800).tips == ["收藏商品成功"])
    #expect(run.value("items[0].isLike") == true)
    #expect(run.value("items[0].likes") == "24")
    #expect(run.value("items[1].isLike") == false)
    #expect(run.advance(200).tips == ["收藏商品成功"])
    #expect(run.value("items[1].isLike") == true)
    run.tap("items[0].like")
    #expect(run.advance(1_000).tips == ["取消收藏商品"])
    #expect(run.value("items[0].likes") == "23")
  }

  @Test("N13, HZ-H12: taking back a like of nobody gives -1 in the originals", arguments: all)
  func negativeLikes(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run(.assign(field: "items[0].likes", "0"))
    run(.assign(field: "items[0].isLike", true))
    run.tap("items[0].like")
    let effects = run.advance(1_000)
    #expect(run.value("items[0].likes") == (title == "goods@fixed" ? "0" : "-1"))
    #expect(effects.brokenProperties.isEmpty == (title == "goods@fixed"))
  }

  @Test("N15, HZ-H11: an article on two pages is liked on both in the fixed variant only", arguments: all)
  func twins(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.tap("items[5].like")
    run.advance(1_000)
    for _ in 2...16 {
      run.tap("pullUp")
      run.advance(1_000)
    }
    #expect(run.value("items[311].goodsId") == "3238")
    #expect(run.value("items[311].isLike") == .bool(title == "goods@fixed"))
    #expect(run.broken == (title == "goods@fixed" ? [] : ["an article has one like state"]))
  }

  @Test("N17: the search bar asks to log out; one stays with 取消 and leaves with 确定", arguments: all)
  func logout(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run.tap("search")
    #expect(run.alert?.title == "确定要注销当前用户吗?")
    #expect(run.alert?.buttons == ["确定", "取消"])
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

  @Test("N23: without banners the header is hidden; a banner without a picture is an empty text", arguments: all)
  func banners(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.reply(request: "requestBanners", .ok, .list([])))
    #expect(run.value("bannerHidden") == true)
    run = try GalleryRun(title)
    run(.reply(request: "requestBanners", .ok, .list([["url": "https://example.org"]])))
    #expect(run.value("banners") == .list([""]))
  }

  @Test("what follows from the scroll position", arguments: all)
  func scroll(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    let positions: [(Double, [Value])] = [
      (0, [0.0, 1.0, false, false, false]), (238, [1.0, 1.0, true, false, false]),
      (476, [2.0, 1.0, true, false, false]),
      (-119, [-0.5, 0.0, false, true, false]), (667, [.double(667.0 / 238.0), 1.0, true, false, true]),
    ]
    for (offset, expected) in positions {
      run(.tap(control: "offset", .double(offset)))
      let names = ["navAlpha", "titleAlpha", "statusBarLight", "statusBarHidden", "scrollToTopVisible"]
      #expect(names.map { run.value($0) } == expected)
    }
    run.tap("scrollToTop")
    #expect(run.value("offset") == 0.0)
    #expect(run.tap("scrollToTop").refusals == ["disabled, scrollToTopVisible is false"])
  }
}

extension GalleryRun {
  /// Opens a machine and lets so many milliseconds pass.
  init(_ title: String, after milliseconds: Int) throws {
    try self.init(title)
    advance(milliseconds)
  }

  var rowCount: Int { list("items") }
  var pictureCount: Int {
    guard case .list(let pictures)? = shown("banners") else { return 0 }
    return pictures.count
  }

  private func list(_ name: String) -> Int {
    machine.screen(of: snapshot).controls.first { $0.name == name }?.rows.count ?? 0
  }
}

/// The goods' page with signals.
@Suite("The goods' page with signals")
struct GoodsSignalsTests {
  @Test("N1, N4, HZ-H2: pages 1, 2, 4, ..., 20: 220 articles; the second pull-up skips a page")
  func everyOtherPage() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    #expect(run.rowCount == 20)
    #expect(run.pictureCount == 5)
    #expect(run.value("footerHidden") == false)
    run.tap("pullUp")
    run.advance(1_000)
    #expect(run.broken.isEmpty)
    run.tap("pullUp")
    run.advance(1_000)
    #expect(run.broken == ["the list is the pages 1 to n, once each"])
    while run.value("footerHidden") == false, run.rowCount < 1_000 {
      run.tap("pullUp")
      run.advance(1_000)
    }
    #expect(run.rowCount == 220)
    #expect(run.value("page") == 21)
    #expect(run.value("loadedPages") == .list([1] + stride(from: 2, through: 20, by: 2).map { Value.int($0) }))
  }

  @Test("H.4: what is loaded when there are so many pages", arguments: [(1, [1]), (2, [1, 2]), (3, [1, 2])])
  func fewPages(_ lastPage: Int, _ loaded: [Int]) throws {
    var run = try GalleryRun("goods@rac")
    run(.reply(request: "requestGoods", .ok, run.sample("page1of\(lastPage)") ?? run.sample("onlyPage")))
    if lastPage > 1 {
      run.tap("pullUp")
      run(.reply(request: "requestGoods", .ok, run.sample("page2of\(lastPage)")))
    }
    #expect(run.value("footerHidden") == true)
    #expect(run.value("loadedPages") == .list(loaded.map { .int($0) }))
    #expect(run.broken.isEmpty == (lastPage < 3))
  }

  @Test("N8, HZ-H6: pulled past the end: nil is appended")
  func pastTheEnd() throws {
    var run = try GalleryRun("goods@rac")
    run(.reply(request: "requestGoods", .ok, run.sample("page1of2")))
    run.tap("pullUp")
    run(.reply(request: "requestGoods", .ok, run.sample("page2of2")))
    run.answer("requestGoods", .ok, .null)
    run(.send(input: "pullUp", nil))
    #expect(run.effects.requests == ["requestGoods", "requestGoods"])
    #expect(run.advance(1_000).crashes == ["nil was appended to the list: page 4 was not there"])
  }

  @Test("N9, HZ-H16: a refresh while a page loads is refused and ends at once; its banners come all the same")
  func refusedRefresh() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    run.tap("pullUp")
    run.advance(200)
    let effects = run.tap("pullDown")
    #expect(effects.requests == ["requestBanners"])
    #expect(run.value("isRefreshing") == false)
    run.advance(550)
    #expect(run.value("loadedPages") == [1, 2])
  }

  @Test("N12: two likes run beside each other, and each enables its button")
  func likes() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    run.tap("items[0].like")
    #expect(run.tap("items[0].like").refusals == ["disabled, thumbEnabled is false"])
    run.advance(200)
    run.tap("items[1].like")
    #expect(run.advance(800).tips == ["收藏商品成功"])
    #expect(run.value("items[0].likes") == "24")
    #expect(run.value("items[0].thumbEnabled") == true)
    #expect(run.value("items[1].thumbEnabled") == false)
    #expect(run.advance(200).tips == ["收藏商品成功"])
    #expect(run.value("items[1].isLike") == true)
  }

  @Test("N24, HZ-H9: a like that fails disables its button for ever, under the HUD")
  func failedLike() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    run.answer("toggleLike", .fail, "已下架")
    run.tap("items[0].like")
    #expect(run.advance(60_000).tips.isEmpty)
    #expect(run.hud == "Loading...")
    #expect(run.tap("items[0].like").refusals == ["disabled, thumbEnabled is false"])
    #expect(run.broken == ["every like ends"])
  }
}

extension GalleryRun {
  /// A named value of the machine.
  func sample(_ name: String) -> Value? { machine.samples.first { $0.name == name }?.value }
}
