import Testing
import ViewModels

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

  @Test(
    "N17, HZ-H17: a logout leads to the login page; the originals keep the credentials over a restart", arguments: all)
  func logout(_ title: String) throws {
    var run = try loggedIn(title)
    run.advance(1_000)
    run.tap("search")
    #expect(run(.dismiss(button: "取消")).pops.isEmpty)
    run.tap("search")
    #expect(run(.dismiss(button: "确定")).pops == ["goods"])
    #expect(run.pages == ["phone"])
    run.restart()
    #expect(run.shown("mobilePhone") == (title == "phone-app@fixed" ? "" : run.shown("mobilePhone")))
    #expect((run.shown("mobilePhone") == "") == (title == "phone-app@fixed"))
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
