import Testing
import ViewModels

@testable import Gallery

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

  @Test("HZ-H3: a number that was fixed before a refresh appends page 3 to page 1 in the original")
  func stalePage() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("pullUp")
      run.advance(1_000)
      run.tap("pullDown")
      run.advance(200)
      let second = run.tap("pullUp")
      #expect(run.advance(1_000).replies.count == (title == "goods@fixed" ? 2 : 3))
      #expect(run.value("loadedPages") == (title == "goods@fixed" ? [1] : [1, 3]))
      #expect(second.refusals.count == (title == "goods@fixed" ? 1 : 0))
      #expect(run.broken == (title == "goods@fixed" ? [] : ["the list is the pages 1 to n, once each"]))
    }
  }

  @Test("HZ-H1: when the second update of the footer comes first, the original ends at page 2")
  func reorderedFooter() throws {
    var run = try GalleryRun("goods@blocks", after: 1_000)
    run.tap("pullUp")
    run.advance(749)
    run(.advance(milliseconds: 1), isHeld: true)
    run(.fire(work: "reply requestGoods"), isHeld: true)
    run(.fire(work: "finish"))
    #expect(run.value("footerHidden") == true)
    #expect(run.tap("pullUp").refusals == ["hidden, footerHidden is true"])
    #expect(run.broken == ["the footer is hidden when the last page is there, and only then"])
  }

  @Test("HZ-H5: a page that there is not sets the original's counters to 0; the fixed variant tells and keeps its own")
  func missingPage() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      for control in ["pullUp", "pullDown"] {
        var run = try GalleryRun(title, after: 1_000)
        run.answer("requestGoods", .ok, .null)
        run.tap(control)
        let effects = run.advance(750)
        #expect(run.rowCount == (control == "pullUp" || title == "goods@fixed" ? 20 : 0))
        #expect(run.value("page") == (title == "goods@fixed" ? 1 : 0))
        #expect(run.value("footerHidden") == .bool(title == "goods@blocks"))
        #expect(effects.tips == (title == "goods@fixed" ? ["goods page: the answer is no record"] : []))
        #expect(run.broken.contains("the counters are never 0") == (title == "goods@blocks"))
      }
    }
  }

  @Test("HZ-H6: a first page that there is not empties the list of the version with signals")
  func missingFirstPage() throws {
    var run = try GalleryRun("goods@rac", after: 1_000)
    run.answer("requestGoods", .ok, .null)
    run.tap("pullDown")
    #expect(run.advance(750).crashes.isEmpty)
    #expect(run.rowCount == 0)
    #expect(run.value("sectionHeaderHeight") == 0.0001)
    #expect(run.broken.contains("the counters are never 0"))
  }

  @Test("a page that was not asked for is refused by the fixed variant")
  func otherPage() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.answer("requestGoods", .ok, run.sample("page3"))
    run.tap("pullUp")
    #expect(run.advance(750).tips == ["goods page: 'currentPage' is 3, not 2"])
    #expect(run.value("loadedPages") == [1])
    #expect(run.effects.broken.isEmpty)
  }

  @Test("HZ-H7: a like whose row was replaced tells of success and shows nothing in the originals")
  func likeLostOnRefresh() throws {
    for title in ["goods@blocks", "goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("items[0].like")
      run.tap("pullDown")
      let effects = run.advance(1_000)
      #expect(effects.tips == ["收藏商品成功"])
      #expect(run.value("items[0].isLike") == .bool(title == "goods@fixed"))
      let lost = "a tip of success means that a row of the list changed"
      #expect(effects.brokenProperties.contains(lost) == (title != "goods@fixed"))
    }
  }

  @Test("HZ-H7: an article that left the list while it was being liked is no longer told of in the fixed variant")
  func likeOfWhatLeft() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.tap("pullUp")
    run.advance(1_000)
    run.tap("items[25].like")
    run.tap("pullDown")
    let effects = run.advance(1_000)
    #expect(effects.replies == ["requestBanners", "requestGoods", "toggleLike"])
    #expect(effects.tips.isEmpty)
    #expect(run.hud == nil)
    #expect(run.effects.broken.isEmpty)
  }

  @Test("HZ-H8: two taps are two likes in the original; the others' button is disabled meanwhile")
  func doubleLike() throws {
    for title in ["goods@blocks", "goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("items[0].like")
      let second = run.tap("items[0].like")
      run.advance(1_000)
      let isDouble = title == "goods@blocks"
      #expect(second.refusals == (isDouble ? [] : ["disabled, thumbEnabled is false"]))
      #expect(second.brokenProperties == (isDouble ? ["one like of an article is under way"] : []))
      #expect(run.value("items[0].isLike") == .bool(!isDouble))
    }
  }

  @Test("HZ-H8, HZ-H11: an article that is being liked cannot be liked on another page either")
  func twinUnderWay() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.tap("items[5].like")
    run.answer("requestGoods", .ok, GoodsFixtures.page(16, as: 2))
    run.tap("pullUp")
    run.advance(750)
    #expect(run.tap("items[31].like").refusals == ["disabled, thumbEnabled is false"])
    #expect(run(.send(input: "items[31].like", nil)).refusals.count == 1)
    #expect(run.effects.broken.isEmpty)
    run.advance(250)
    #expect(run.value("items[31].isLike") == true)
    #expect(run.value("items[31].thumbEnabled") == true)
    run.tap("items[31].like")
    #expect(run.value("items[5].thumbEnabled") == false)
    #expect(run.advance(1_000).tips == ["取消收藏商品"])
    #expect(run.value("items[5].isLike") == false)
    #expect(run.effects.broken.isEmpty)
  }

  @Test(
    "HZ-H10: with signals the cell's button is disabled, whatever row it shows; in the fixed variant the row's own is")
  func reusedCell() throws {
    for title in ["goods@rac", "goods@fixed"] {
      var run = try GalleryRun(title, after: 1_000)
      run.tap("items[0].like")
      let effects = run(.tap(control: "offset", 1_500.0))
      let isDisabled = title == "goods@rac"
      #expect(run.tap("items[4].like").refusals == (isDisabled ? ["disabled, thumbEnabled is false"] : []))
      #expect(
        effects.brokenProperties == (isDisabled ? ["a disabled button is that of an article that is being liked"] : []))
      run.advance(1_000)
      #expect(run.value("items[4].thumbEnabled") == true)
      #expect(run.value("items[4].isLike") == .bool(!isDisabled))
      #expect(run.value("items[0].isLike") == true)
    }
  }

  @Test("HZ-H9: a like that fails keeps the originals busy for ever; the fixed variant tells and lets one try again")
  func failedLike() throws {
    for title in ["goods@blocks", "goods@rac", "goods@fixed"] {
      for outcome in [Outcome.fail, .error] {
        var run = try GalleryRun(title, after: 1_000)
        run.answer("toggleLike", outcome, "已下架")
        run.tap("items[0].like")
        let effects = run.advance(60_000)
        #expect(effects.tips == (title == "goods@fixed" ? ["已下架"] : []))
        #expect(
          effects.outputs.contains(Output(outcome == .fail ? "fail" : "error", "已下架")) == (title == "goods@fixed"))
        #expect(run.value("isLiking") == .bool(title != "goods@fixed"))
        #expect(run.broken == (title == "goods@fixed" ? [] : ["every like ends"]))
      }
    }
  }

  @Test("a like that nobody answers ends after ten seconds in the fixed variant")
  func silentLike() throws {
    var run = try GalleryRun("goods@fixed", after: 1_000)
    run.silence("toggleLike")
    run.tap("items[0].like")
    #expect(run.advance(9_999).tips.isEmpty)
    #expect(run.advance(1).tips == ["请求超时"])
    #expect(run.value("items[0].thumbEnabled") == true)
    #expect(run.effects.broken.isEmpty)
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
    #expect(run.effects.broken.isEmpty)
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

  @Test("HZ-H14, HZ-H15: nearly all is new in the originals, and the number 0 an address")
  func badgesAndAvatars() throws {
    for title in ["goods@blocks", "goods@rac", "goods@fixed"] {
      let run = try GalleryRun(title, after: 1_000)
      let new = (0..<20).filter { run.value("items[\($0)].isNew") == true }
      #expect(new == (title == "goods@fixed" ? [5] : Array(0..<20).filter { $0 != 17 }))
      #expect(run.value("items[3].avatar") == (title == "goods@fixed" ? .null : "0"))
    }
  }

  @Test("H.2: a number that is missing is '(null)' in the originals")
  func missingText() throws {
    for title in ["goods@blocks", "goods@fixed"] {
      var run = try GalleryRun(title)
      let page: Value = ["data": .list([["id": 1]]), "currentPage": 1, "lastPage": 20, "perPage": "20"]
      let effects = run(.reply(request: "requestGoods", .ok, page))
      #expect(run.value("items[0].number") == (title == "goods@fixed" ? .null : "数量 (null)"))
      #expect(effects.brokenProperties == (title == "goods@fixed" ? [] : ["what is missing is not said"]))
    }
  }

  @Test("HZ-H18: a tap on a row that the list lost before the table was reloaded crashes the original")
  func shrunkList() throws {
    for control in ["", ".like", ".avatarTap", ".locationTap", ".replyTap"] {
      var run = try GalleryRun("goods@blocks", after: 1_000)
      run.tap("pullUp")
      run.advance(1_000)
      run.tap("pullDown")
      run.advance(749)
      run(.advance(milliseconds: 1), isHeld: true)
      run(.fire(work: "reply requestGoods"), isHeld: true)
      #expect(run.rowCount == 40)
      #expect(run.tap("items[30]\(control)").crashes == ["index 30 is out of range: the list has 20 articles"])
    }
  }

  @Test("HZ-H18: before the table was reloaded a cell's tap is done to the row that stands there by then")
  func otherRow() throws {
    var run = try GalleryRun("goods@blocks", after: 1_000)
    run.answer("requestGoods", .ok, GoodsFixtures.page(3, as: 1))
    run.tap("pullDown")
    run.advance(749)
    run(.advance(milliseconds: 1), isHeld: true)
    run(.fire(work: "reply requestGoods"), isHeld: true)
    // The table still shows article 3233.
    #expect(run.tap("items[0].replyTap").outputs.last == Output("replies", "商品3273的评论列表"))
  }

  @Test("HZ-H19: a banner that is no page of the web opens one in the originals; the fixed variant says so")
  func bannerType() throws {
    for title in GoodsVectorTests.all {
      var run = try GalleryRun(title)
      run(.reply(request: "requestBanners", .ok, run.sample("otherType")))
      let effects = run.tap("banners[0]")
      #expect(effects.pushes == (title == "goods@fixed" ? [] : ["webPage"]))
      #expect(effects.tips == (title == "goods@fixed" ? ["暂不支持此类广告"] : []))
    }
  }

  @Test("fields that the program assigns do not stop the tool", arguments: GoodsVectorTests.all)
  func assigned(_ title: String) throws {
    var run = try GalleryRun(title, after: 1_000)
    run(.assign(field: "bannerURLs", .list([])))
    #expect(run.tap("banners[0]").crashes.count == (title == "goods@fixed" ? 0 : 1))
    #expect(run.effects.pushes.isEmpty)
  }

  @Test("counters that the server makes up do not stop the tool", arguments: GoodsVectorTests.all)
  func hugeCounters(_ title: String) throws {
    for number in [Int.max, .min] {
      var run = try GalleryRun(title)
      run(
        .reply(
          request: "requestGoods", .ok,
          ["data": .list([]), "currentPage": .int(number), "lastPage": .int(.max), "perPage": .int(number)]))
      run(.assign(field: "page", .int(number)))
      run(.send(input: "pullUp", nil))
      run.advance(1_000)
      run(.send(input: "select", .int(number)))
      #expect(run.effects.crashes.count == (title == "goods@fixed" ? 0 : 1))
    }
  }

  @Test("likes that are no number, or the largest one, are counted on", arguments: GoodsVectorTests.all)
  func oddLikes(_ title: String) throws {
    for (likes, next) in [("", "1"), ("很多", "1"), ("\(Int.max)", "\(Int.max)"), ("7人", "8")] {
      var run = try GalleryRun(title, after: 1_000)
      run(.assign(field: "items[0].likes", .string(likes)))
      run.tap("items[0].like")
      run.advance(1_000)
      #expect(run.value("items[0].likes") == .string(next))
    }
  }
}
