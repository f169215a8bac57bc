import Testing
import ViewModels

@testable import Gallery

/// The whole app: login, goods, their pages, and out again.
@Suite("The phone app")
struct PhoneAppTests {
  static let all = ["phone-app@fixed", "phone-app@blocks", "phone-app@rac"]

  private func loggedIn(_ title: String) throws -> GalleryRun {
    var run = try GalleryRun(title)
    run.tap("fill")
    run.advance(750)
    run.tap("login")
    run.advance(1_000)
    return run
  }

  @Test("a login leads to the goods, which load by themselves, and their pages lead back", arguments: all)
  func throughTheApp(_ title: String) throws {
    var run = try loggedIn(title)
    #expect(run.pages == ["phone", "goods"])
    #expect(run.rowCount == 0)
    run.advance(1_000)
    #expect(run.rowCount == 20)
    #expect(run.pictureCount == 5)
    #expect(run.value("goods.page") == 1)
    #expect(run.tap("items[0]").pushes == ["detailPage"])
    #expect(run.tap("items[0]").refusals == ["not on the page detailPage"])
    run(.back)
    #expect(run.tap("banners[0]").pushes == ["webPage"])
    run(.back)
    run.tap("items[0].like")
    #expect(run.advance(1_000).tips == ["收藏商品成功"])
    #expect(run.value("goods.items[0].isLike") == true)
  }

  @Test("N22: each page of the goods stands above them, and has its title", arguments: all)
  func pages(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    let taps = [
      ("items[0].avatarTap", "profilePage", "用户0"), ("items[0].locationTap", "locationPage", "杭州"),
      ("items[0].replyTap", "repliesPage", "商品3233的评论列表"), ("items[0]", "detailPage", "商品详情"),
      ("banners[4]", "webPage", "https://example.org/banners/5"),
    ]
    for (control, page, shown) in taps {
      #expect(run.tap(control).pushes == [page])
      #expect(run.pages == ["phone", "goods", page])
      #expect(run.machine.screen(of: run.snapshot).title == shown)
      #expect(run(.back).pops == [page])
      #expect(run.machine.screen(of: run.snapshot).title == "商品首页")
    }
  }

  @Test(
    "N17, G18, HZ-H17: a logout leads past the goods to the login page; the originals keep the credentials over a restart",
    arguments: all)
  func logout(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    run.tap("search")
    #expect(run(.dismiss(button: "取消")).pops.isEmpty)
    #expect(run.pages == ["phone", "goods"])
    run.tap("search")
    #expect(run(.dismiss(button: "确定")).pops == ["goods"])
    #expect(run.pages == ["phone"])
    run.restart()
    run.advance(1_000)
    let phones: [String: Value] = [
      "phone-app@fixed": "", "phone-app@blocks": "13874385438", "phone-app@rac": "13874389438",
    ]
    let codes: [String: Value] = ["phone-app@fixed": "", "phone-app@blocks": "4848", "phone-app@rac": "5858"]
    #expect(run.shown("mobilePhone") == phones[title])
    #expect(run.shown("verifyCode") == codes[title])
    #expect(run.isEnabled("login") == (title != "phone-app@fixed"))
    #expect((run.shown("avatarUrlString") == .string(PhoneAccount.only.avatarURL)) == (title != "phone-app@fixed"))
  }

  @Test("HZ-H2: the pages that the app loads are those of its goods' page", arguments: all)
  func loads(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    for _ in 0..<2 {
      run.tap("pullUp")
      run.advance(1_000)
    }
    #expect(run.value("goods.loadedPages") == (title == "phone-app@rac" ? [1, 2, 4] : [1, 2, 3]))
    #expect(run.effects.broken.contains("goods: the list is the pages 1 to n, once each") == (title == "phone-app@rac"))
  }

  @Test("a logout while an article is being liked closes the HUD; what comes later is shown by nothing", arguments: all)
  func logoutWhileLiking(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    run.tap("items[0].like")
    #expect(run.hud == "Loading...")
    run.tap("search")
    run(.dismiss(button: "确定"))
    #expect(run.hud == nil)
    let effects = run.advance(1_000)
    #expect(effects.replies == ["toggleLike"])
    #expect(effects.tips.isEmpty)
    #expect(run.tip == nil)
  }

  @Test("after a logout one can log in again, to a list of its own", arguments: all)
  func again(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    run.tap("pullUp")
    run.advance(1_000)
    run.tap("search")
    run(.dismiss(button: "确定"))
    run.tap("fill")
    run.tap("login")
    run.advance(2_000)
    #expect(run.pages == ["phone", "goods"])
    #expect(run.rowCount == 20)
    #expect(run.value("goods.isRefreshing") == false)
  }

  @Test("after a logout the fixed variant's login page is empty")
  func emptied() throws {
    var run = try loggedIn("phone-app@fixed")
    run.advance(1_000)
    run.tap("search")
    run(.dismiss(button: "确定"))
    #expect(run.shown("mobilePhone") == "")
    #expect(run.isEnabled("login") == false)
  }

  @Test("G19, HZ-G6: a login that fails or is not answered has a way out in the fixed variant only", arguments: all)
  func failedLogin(_ title: String) throws {
    var run = try GalleryRun(title)
    run.silence("requestLogin")
    run.tap("fill")
    run.tap("login")
    let effects = run.advance(60_000)
    #expect(effects.tips == (title == "phone-app@fixed" ? ["请求超时"] : []))
    #expect(run.hud == (title == "phone-app@fixed" ? nil : "Loading..."))
    #expect(run.pages == ["phone"])
  }

  @Test("the goods that were left are gone; an answer that comes late touches nothing", arguments: all)
  func left(_ title: String) throws {
    var run = try loggedIn(title)
    run(.back)
    let effects = run.advance(60_000)
    #expect(effects.tips.isEmpty)
    #expect(run.pages == ["phone"])
    #expect(run.value("goods.page") == nil)
  }

  @Test("HZ-G5: two taps before the HUD are two goods' pages in the version with blocks, each with its own list")
  func twoPages() throws {
    var run = try GalleryRun("phone-app@blocks")
    run.tap("fill")
    run(.tap(control: "login", nil), isHeld: true)
    run.tap("login")
    run.advance(3_000)
    #expect(run.pages == ["phone", "goods", "goods'2"])
    run.tap("pullUp")
    run.advance(1_000)
    #expect(run.rowCount == 40)
    run(.back)
    #expect(run.rowCount == 20)
  }
}
