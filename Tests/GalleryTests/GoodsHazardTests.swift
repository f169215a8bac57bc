import Testing
import ViewModels

/// What is wrong in the originals holds in the fixed variant.
@Suite("The hazards of the goods' page")
struct GoodsHazardTests {
  @Test("HZ-H3, HZ-H4: two pulls in a row load page 2 twice in the original, and are refused in the fixed variant")
  func duplicatePage() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("pullUp")
      let second = run.tap("pullUp")
      run.advance(1_000)
      #expect(run.value("loadedPages") == (title == "goods@fixed" ? [1, 2] : [1, 2, 2]))
      #expect(second.refusals.count == (title == "goods@fixed" ? 1 : 0))
      #expect(run.broken == (title == "goods@fixed" ? [] : ["the list is the pages 1 to n, once each"]))
    }
  }

  @Test("HZ-H5: a page that there is not sets the original's counters to 0; the fixed variant tells and keeps its own")
  func missingPage() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.answer("requestGoods", .ok, .null)
      run.tap("pullUp")
      let effects = run.advance(750)
      #expect(run.rowCount == 20)
      #expect(run.value("page") == (title == "goods@fixed" ? 1 : 0))
      #expect(effects.tips == (title == "goods@fixed" ? ["goods page: the answer is no record"] : []))
      #expect(run.broken.contains("the counters are never 0") == (title == "goods@blocks"))
    }
  }

  @Test("a page that was not asked for is refused by the fixed variant")
  func otherPage() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.answer("requestGoods", .ok, run.sample("page3"))
    run.tap("pullUp")
    #expect(run.advance(750).tips == ["goods page: 'currentPage' is 3, not 2"])
    #expect(run.value("loadedPages") == [1])
    #expect(run.broken.isEmpty)
  }

  @Test("HZ-H7: a like whose row was replaced tells of success and shows nothing in the original")
  func likeLostOnRefresh() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("items[0].like")
      run.tap("pullDown")
      let effects = run.advance(1_000)
      #expect(effects.tips == ["收藏商品成功"])
      #expect(run.value("items[0].isLike") == .bool(title == "goods@fixed"))
      let lost = "a tip of success means that a row of the list changed"
      #expect(effects.brokenProperties == (title == "goods@fixed" ? [] : [lost]))
    }
  }

  @Test("HZ-H8: two taps are two likes in the original; the fixed variant's button is disabled meanwhile")
  func doubleLike() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("items[0].like")
      let second = run.tap("items[0].like")
      run.advance(1_000)
      #expect(second.refusals == (title == "goods@fixed" ? ["disabled, thumbEnabled is false"] : []))
      #expect(run.value("items[0].isLike") == .bool(title == "goods@fixed"))
    }
  }

  @Test("HZ-H9: a like that fails keeps the original busy for ever; the fixed variant tells and lets one try again")
  func failedLike() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      for outcome in [Outcome.fail, .error] {
        var run = try GalleryRun(title, after: 1_000)
        run.answer("toggleLike", outcome, "已下架")
        run.tap("items[0].like")
        let effects = run.advance(60_000)
        #expect(effects.tips == (title == "goods@fixed" ? ["已下架"] : []))
        #expect(run.value("isLiking") == .bool(title == "goods@blocks"))
        #expect(run.broken == (title == "goods@fixed" ? [] : ["every like ends"]))
      }
    }
  }

  @Test("every failure of a load ends it, keeps the list, and says why", arguments: [Outcome.fail, .error])
  func failedLoads(_ outcome: Outcome) throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.answer("requestGoods", outcome, "稍后再试")
    run.answer("requestBanners", outcome, "没有广告")
    run.tap("pullDown")
    #expect(run.advance(1_000).tips == ["没有广告", "稍后再试"])
    #expect(run.value("isRefreshing") == false)
    #expect(run.rowCount == 20)
    run.tap("pullUp")
    #expect(run.advance(1_000).tips == ["稍后再试"])
    run.silence("requestGoods")
    run.tap("pullUp")
    #expect(run.advance(10_000).tips == ["请求超时"])
    #expect(run.broken.isEmpty)
  }

  @Test("HZ-H16: a refused refresh asks for no banners either in the fixed variant")
  func partialRefresh() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.tap("pullUp")
    let effects = run.tap("pullDown")
    #expect(effects.refusals.count == 1)
    #expect(effects.requests.isEmpty)
  }

  @Test("HZ-H17: the original keeps the credentials at logout, the fixed variant forgets them")
  func credentials() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("search")
      let effects = run(.dismiss(button: "确定"))
      #expect(effects.stores.map(\.value) == (title == "goods@fixed" ? [.null, .null] : []))
      #expect(effects.brokenProperties == (title == "goods@fixed" ? [] : ["a logout forgets the credentials"]))
    }
  }

  @Test("HZ-H18: a tap on a row that the list lost before the table was reloaded crashes the original")
  func shrunkList() throws {
    var run = try GalleryRun("goods@blocks", after: 1_000)
    run.tap("pullUp")
    run.advance(1_000)
    run.tap("pullDown")
    run.advance(749)
    run(.advance(milliseconds: 1), isHeld: true)
    run(.fire(work: "reply requestGoods"), isHeld: true)
    #expect(run.rowCount == 40)
    #expect(run.tap("items[30]").crashes == ["index 30 is out of range: the list has 20 articles"])
  }

  @Test("HZ-H19: a banner that is no page of the web opens one in the original")
  func bannerType() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title)
      run(.reply(request: "requestBanners", .ok, .list([["type": 3, "url": "https://example.org"]])))
      #expect(run.tap("banners[0]").pushes == (title == "goods@fixed" ? [] : ["webPage"]))
    }
  }
}
