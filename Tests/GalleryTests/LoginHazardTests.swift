import Testing
import ViewModels

/// What is wrong in the original holds in the fixed variant.
@Suite("The hazards of the login page")
struct LoginHazardTests {
  @Test("HZ-D2: called past the screen, the original submits an incomplete form")
  func uncheckedOriginal() throws {
    var run = try GalleryRun("login@original")
    #expect(run(.send(input: "login", nil)).states == ["validating", "executing", "failed"])
  }

  @Test("HZ-D2: the fixed variant falls back from validating to idle")
  func checkedFixed() throws {
    var run = try GalleryRun("login@fixed")
    let effects = run(.send(input: "login", nil))
    #expect(effects.states == ["validating", "idle"])
    #expect(effects.requests.isEmpty)
  }

  @Test("HZ-D3: two taps before the push push two homes in the original, one in the fixed variant")
  func doublePush() throws {
    for (title, pushes) in [("login@original", ["home", "home'2"]), ("login@fixed", ["home"])] {
      var run = try GalleryRun(title)
      run.doubleTap()
      #expect(run.effects.pushes == pushes)
      #expect(run.pages == ["login"] + pushes)
    }
  }

  @Test("HZ-D3: the second tap of the fixed variant is refused and starts no request")
  func secondTap() throws {
    var run = try GalleryRun("login@fixed")
    run.doubleTap()
    #expect(run.effects.requests == ["authenticate"])
    #expect(run.effects.refusals == ["already executing"])
  }

  @Test(
    "HZ-D4: the button is never enabled by text that will be cleaned away",
    arguments: ["login@original", "login@fixed"])
  func flicker(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "password", "aaaaaa"))
    let effects = run(.paste(control: "name", "1a!2bc"))
    #expect(run.value("name") == "a2bc")
    #expect(effects.values(of: "loginEnabled").allSatisfy { $0 == false })
  }

  @Test("HZ-D5: only the fixed variant can tell of a network failure, and has a way out of it")
  func networkFailure() throws {
    #expect(try GalleryRun("login@original").machine.services(of: GalleryRun("login@original").snapshot).isEmpty)
    var run = try GalleryRun("login@fixed")
    run(.service(name: "authenticate", ServiceBehaviour(answer: .outcome(.error, "连接超时"))))
    #expect(try run.submitted("aaaaaa", "aaaaaa").outputs == [Output("error", "连接超时")])
    #expect(run.state == "error")
    #expect(run.alert?.message == "连接超时")
    run(.dismiss(button: nil))
    #expect(run.state == "idle")
  }

  @Test("HZ-D7: binding assigns the empty text of the fields to the original's model")
  func binding() throws {
    let run = try GalleryRun("login@original")
    #expect(run.opening.values(of: "name").last == "")
    #expect(run.opening.values(of: "password").last == .secret(""))
  }
}

extension GalleryRun {
  /// The second tap comes before anything that the first one left waiting.
  mutating func doubleTap() {
    self(.set(control: "name", "aaaaaa"))
    self(.set(control: "password", "aaaaaa"))
    self(.tap(control: "login", nil), isHeld: true)
    self(.tap(control: "login", nil))
    self(.advance(milliseconds: 1_000))
  }
}
