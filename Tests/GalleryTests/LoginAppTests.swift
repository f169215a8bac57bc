import Testing
import ViewModels

/// The login and the home page as one app.
@Suite("The app of seed 000")
struct LoginAppTests {
  private func loggedIn(_ title: String, isDouble: Bool = false) throws -> GalleryRun {
    var run = try GalleryRun(title)
    run(.set(control: "name", "aaaaaa"))
    run(.set(control: "password", "aaaaaa"))
    if isDouble { run(.tap(control: "login", nil), isHeld: true) }
    run(.tap(control: "login", nil))
    while run.pages.count == 1 { run(.advance(milliseconds: nil)) }
    return run
  }

  @Test("a login leads to the ranking, which loads by itself", arguments: ["login-app@original", "login-app@fixed"])
  func session(_ title: String) throws {
    var run = try loggedIn(title)
    #expect(run.pages == ["login", "home"])
    run(.advance(milliseconds: 1_000))
    #expect(run.value("home.rowCount") == 40)
    #expect(run.value("home.dataArray[39].totalNumber") == "49")
    #expect(run.machine.screen(of: run.snapshot).title == "首页")
    run(.back)
    #expect(run.pages == ["login"])
    #expect(run.isEnabled("login") == true)
  }

  @Test("HZ-E3: the page that was left goes on ticking in the original; in the fixed variant nothing of it is left")
  func left() throws {
    for (title, isStill) in [("login-app@original", false), ("login-app@fixed", true)] {
      var run = try loggedIn(title)
      run(.advance(milliseconds: 1_000))
      run(.back)
      #expect(run.machine.work(of: run.snapshot).isEmpty == isStill)
      #expect((run.value("home.rowCount") == nil) == isStill)
    }
  }

  @Test("HZ-D3, HZ-E2: a double tap opens two rankings with a timer each in the original")
  func double() throws {
    for (title, pages) in [("login-app@original", 3), ("login-app@fixed", 2)] {
      var run = try loggedIn(title, isDouble: true)
      run(.advance(milliseconds: 1_000))
      #expect(run.pages.count == pages)
      #expect(run.machine.work(of: run.snapshot).count == pages - 1)
    }
  }

  @Test("a page that was left and opened again begins anew")
  func again() throws {
    var run = try loggedIn("login-app@fixed")
    run(.advance(milliseconds: 3_000))
    run(.back)
    run(.tap(control: "login", nil))
    run(.advance(milliseconds: 1_500))
    #expect(run.value("home.dataArray[0].totalNumber") == .null)
    run(.advance(milliseconds: 500))
    #expect(run.value("home.dataArray[0].totalNumber") == "10")
  }
}
