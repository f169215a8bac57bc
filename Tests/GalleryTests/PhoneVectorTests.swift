import Testing
import ViewModels

/// The vectors of the phone login.
@Suite("The phone login")
struct PhoneVectorTests {
  static let all = ["phone@fixed", "phone@blocks", "phone@properties", "phone@mvc"]
  static let url: Value = "https://example.org/avatars/1000.png"

  @Test("G1: nothing is stored: the button is disabled and there is no avatar", arguments: all)
  func empty(_ title: String) throws {
    let run = try GalleryRun(title)
    #expect(run.isEnabled("login") == false)
    #expect(run.value("avatarUrlString") == .null)
  }

  @Test("G2: both texts enable the button; a wrong phone is told by a tip, without a HUD", arguments: all)
  func wrongPhone(_ title: String) throws {
    var run = try GalleryRun(title)
    run.set("mobilePhone", "1")
    #expect(run.isEnabled("login") == false)
    run.set("verifyCode", "4")
    #expect(run.isEnabled("login") == true)
    let effects = run.tap("login")
    #expect(effects.tips == ["请输入正确的手机号码"])
    #expect(effects.huds.isEmpty)
    run.advance(999)
    #expect(run.tip != nil)
    run.advance(1)
    #expect(run.tip == nil)
  }

  @Test("G3: the avatar comes 750 ms after a valid phone", arguments: all)
  func avatar(_ title: String) throws {
    var run = try GalleryRun(title)
    run.advance(1_000)
    run.set("mobilePhone", "13874385438")
    run.advance(749)
    #expect(run.value("avatarUrlString") == .null)
    run.advance(1)
    #expect(run.value("avatarUrlString") == Self.url)
    #expect(run.shown("avatarUrlString") == Self.url)
  }

  @Test("G4, HZ-G1: a late avatar is shown for ten digits by the originals' view models", arguments: all)
  func lateAvatar(_ title: String) throws {
    let isLate = ["phone@blocks", "phone@properties"].contains(title)
    var run = try GalleryRun(title)
    run.set("mobilePhone", "13874385438")
    run.advance(200)
    run(.erase(control: "mobilePhone", count: 1))
    #expect(run.value("avatarUrlString") == .null)
    let effects = run.advance(550)
    #expect(run.value("avatarUrlString") == (isLate ? Self.url : .null))
    #expect(effects.brokenProperties.contains("an avatar is shown for a valid phone only") == isLate)
  }

  @Test("G.1: without a view model, the phone is looked at when the load ends: an invalid one has the placeholder")
  func invalidDuringLoad() throws {
    var run = try GalleryRun("phone@mvc")
    run.set("mobilePhone", "13874389438")
    run.advance(750)
    run.set("verifyCode", "3")
    run(.assign(field: "mobilePhone", "1387438943"))
    run.advance(749)
    #expect(run.shown("avatarUrlString") == Self.url)
    run.advance(1)
    #expect(run.shown("avatarUrlString") == .null)
  }

  @Test("G6, HZ-G7: wrong codes; the originals take full-width digits", arguments: all)
  func wrongCode(_ title: String) throws {
    for code in ["484", "48a8", "48488"] {
      #expect(try login(title, "13874385438", code).tips == ["验证码错误"])
    }
    let fullWidth = try login(title, "13874385438", "４８４８")
    #expect(fullWidth.tips == (title == "phone@fixed" ? ["验证码错误"] : []))
  }

  @Test("G7, HZ-G12: wrong phones; the fixed variant takes the prefixes of today", arguments: all)
  func wrongPhones(_ title: String) throws {
    for phone in ["12345678901", "138743854380", "1387438543 8", "1387438543"] {
      #expect(try login(title, phone, "4848").tips == ["请输入正确的手机号码"])
    }
    let new = try login(title, "19912345678", "4848")
    #expect(new.tips == (title == "phone@fixed" ? [] : ["请输入正确的手机号码"]))
  }

  @Test("G9: fill, tap: a HUD, after a second both are stored and the goods are pushed", arguments: all)
  func fill(_ title: String) throws {
    var run = try GalleryRun(title)
    let (phone, code, key) = title == "phone@mvc" ? ("13874389438", "3838", 0) : ("13874385438", "4848", 1)
    run.tap("fill")
    #expect(run.shown("mobilePhone") == .string(phone))
    #expect(run.shown("verifyCode") == .string(code))
    #expect(run.isEnabled("login") == true)
    #expect(run.tap("login").huds == ["Loading..."])
    #expect(run.hud == "Loading...")
    run.advance(999)
    #expect(run.pages == ["phone"])
    let effects = run.advance(1)
    let stored = [
      Member("SULoginPhoneKey\(key)", .string(phone)), Member("SULoginVerifyCodeKey\(key)", .string(code)),
    ]
    #expect(effects.stores == stored)
    #expect(run.hud == nil)
    #expect(run.pages == ["phone", "goods"])
  }

  @Test("G13: called past the controller, the original logs in with nothing", arguments: ["blocks", "properties"])
  func unchecked(_ variant: String) throws {
    var run = try GalleryRun("phone@\(variant)")
    run(.send(input: "submit", nil))
    #expect(run.advance(1_000).pushes == ["goods"])
  }

  @Test("G13: the fixed variant checks by itself")
  func checked() throws {
    var run = try GalleryRun("phone@fixed")
    #expect(run(.send(input: "login", nil)).tips == ["请输入正确的手机号码"])
  }

  @Test("G18: restarted after a login, both texts are there and the avatar comes after 750 ms", arguments: all)
  func restart(_ title: String) throws {
    var run = try GalleryRun(title)
    run.tap("fill")
    run.tap("login")
    run.advance(1_000)
    let phone = run.shown("mobilePhone") ?? run.value("mobilePhone")
    run.restart()
    #expect(run.shown("mobilePhone") == phone ?? .string("13874385438"))
    #expect(run.isEnabled("login") == true)
    #expect(run.value("avatarUrlString") == .null)
    run.advance(750)
    #expect(run.value("avatarUrlString") == Self.url)
  }

  @Test("G.1: each text is filled in with what was stored for it, whatever the other one is", arguments: all)
  func storedAlone(_ title: String) throws {
    let machine = try GalleryRun(title).machine
    let number = title == "phone@mvc" ? 0 : 1
    for (phone, code) in [("", "4848"), ("13874385438", ""), ("", "")] as [(Value, Value)] {
      let store = [Member("SULoginPhoneKey\(number)", phone), Member("SULoginVerifyCodeKey\(number)", code)]
      let screen = machine.screen(of: machine.open(store: store).snapshot)
      #expect(screen.controls.filter { $0.kind == .text }.map(\.value) == [phone, code])
      #expect(screen.controls.first { $0.name == "login" }?.isEnabled == false)
    }
  }

  @Test("G.1: a page that is loaded feeds its view model, also when nothing is stored", arguments: all)
  func fed(_ title: String) throws {
    let run = try GalleryRun(title)
    #expect(run.value("mobilePhone") == "" && run.value("verifyCode") == "")
  }

  @Test("G19, HZ-G6: a login that is never answered keeps the HUD for ever, or for ten seconds", arguments: all)
  func silence(_ title: String) throws {
    var run = try GalleryRun(title)
    run.silence("requestLogin")
    run.tap("fill")
    run.tap("login")
    let effects = run.advance(60_000)
    #expect(run.tap("login").refusals == (title == "phone@fixed" ? [] : ["covered by the HUD 'Loading...'"]))
    #expect(effects.tips == (title == "phone@fixed" ? ["请求超时"] : []))
    #expect(effects.brokenProperties.contains("every login ends") == (title != "phone@fixed"))
  }

  @Test("G21, HZ-G8: bound, the three properties call all three blocks, two of them with nothing")
  func bind() throws {
    let run = try GalleryRun("phone@properties")
    #expect(
      run.opening.outputs == [
        Output("executingSeen", false), Output("responseSeen", .null), Output("errorSeen", .null),
      ])
    #expect(run.broken == [] || run.opening.brokenProperties == ["no outcome is handled at bind"])
    #expect(try GalleryRun("phone@fixed").opening.brokenProperties.isEmpty)
  }

  @Test("G.5: the three properties tell of a failure: the error first, then executing drops; and one may try again")
  func failure() throws {
    for (outcome, state) in [(Outcome.fail, "failed"), (.error, "error")] {
      var run = try GalleryRun("phone@properties")
      run.answer("requestLogin", outcome, "原因")
      run.tap("fill")
      run.tap("login")
      let effects = run.advance(1_000)
      #expect(
        effects.outputs == [Output("errorSeen", "原因"), Output("fail", "原因"), Output("executingSeen", false)])
      #expect(run.value("error") == "原因" && run.hud == nil && run.tip == "原因" && run.state == state)
      #expect(effects.stores == [] && effects.pushes == [])
      run.answer("requestLogin", .ok)
      let again = run.tap("login")
      #expect(again.changes(of: "error") == [.null])
      #expect(run.advance(1_000).pushes == ["goods"])
      #expect(!run.effects.brokenProperties.contains("every login ends"))
    }
  }

  private func login(_ title: String, _ phone: String, _ code: String) throws -> [Effect] {
    var run = try GalleryRun(title)
    run.set("mobilePhone", phone)
    run.set("verifyCode", code)
    return run.tap("login")
  }
}

extension GalleryRun {
  /// Ends the app and opens it again with what it stored.
  mutating func restart() { snapshot = machine.open(store: snapshot.store).snapshot }
}
