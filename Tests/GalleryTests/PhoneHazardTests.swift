import Testing
import ViewModels

/// What is wrong in the originals holds in the fixed variant.
@Suite("The hazards of the phone login")
struct PhoneHazardTests {
  static let originals = ["phone@blocks", "phone@properties", "phone@mvc"]

  @Test("HZ-G2: an edit of the code loads the avatar again in the originals")
  func redundantLoads() throws {
    for title in Self.originals + ["phone@fixed"] {
      var run = try GalleryRun(title)
      run.set("mobilePhone", "13874385438")
      run.set("verifyCode", "4")
      run.set("verifyCode", "48")
      run.advance(750)
      #expect(run.effects.requests.count == (title == "phone@fixed" ? 1 : 3))
      let isBroken = run.effects.brokenProperties.contains("one avatar is loaded for each phone")
      #expect(isBroken == (title != "phone@fixed"))
    }
  }

  @Test("HZ-G3: the originals store what stands there when the answer comes", arguments: ["blocks", "fixed"])
  func lateRead(_ variant: String) throws {
    var run = try GalleryRun("phone@\(variant)")
    run.tap("fill")
    run.tap("login")
    run(.assign(field: "mobilePhone", "1"))
    run.advance(1_000)
    #expect(run.stored("SULoginPhoneKey1") == .string(variant == "fixed" ? "13874385438" : "1"))
    #expect(run.effects.brokenProperties.contains("what is stored is what was submitted") == (variant == "blocks"))
  }

  @Test("HZ-G4: the validity of the originals changes silently", arguments: ["blocks", "fixed"])
  func silentValidity(_ variant: String) throws {
    var run = try GalleryRun("phone@\(variant)")
    let effects = run.tap("fill")
    #expect(effects.values(of: "validLogin") == (variant == "fixed" ? [false, true] : []))
    #expect(effects.brokenProperties == (variant == "fixed" ? [] : ["a change of validity is told"]))
  }

  @Test("HZ-G5: two taps before the HUD are two logins and two pages in the originals", arguments: originals)
  func doubleLogin(_ title: String) throws {
    var run = try GalleryRun(title)
    run.tap("fill")
    run(.tap(control: "login", nil), isHeld: true)
    run.tap("login")
    run.advance(1_000)
    #expect(run.pages == ["phone", "goods", "goods'2"])
    #expect(run.effects.brokenProperties.contains("one login is in flight"))
  }

  @Test("HZ-G5: the fixed variant refuses the second tap")
  func oneLogin() throws {
    var run = try GalleryRun("phone@fixed")
    run.tap("fill")
    run(.tap(control: "login", nil), isHeld: true)
    #expect(run.tap("login").refusals == ["already executing"])
    run.advance(1_000)
    #expect(run.pages == ["phone", "goods"])
    #expect(run.effects.brokenProperties.isEmpty)
  }

  @Test("HZ-G6, HZ-G10, HZ-G11: a refusal is yellow, a breakdown red and never blank, and both let one try again")
  func failures() throws {
    var run = try GalleryRun("phone@fixed")
    run.tap("fill")
    run.answer("requestLogin", .fail, "验证码已过期")
    run.tap("login")
    #expect(run.advance(1_000).tips == ["验证码已过期"])
    #expect(run.state(of: "login") == "failed")
    run.answer("requestLogin", .error, "")
    run.tap("login")
    #expect(run.advance(1_000).tips == ["网络不可用"])
    #expect(run.state(of: "login") == "error")
    run.answer("requestLogin", .ok)
    run.tap("login")
    #expect(run.advance(1_000).pushes == ["goods"])
    #expect(run.effects.brokenProperties.isEmpty)
  }

  @Test("an avatar that does not come leaves the placeholder until the phone is another one")
  func avatarFailure() throws {
    var run = try GalleryRun("phone@fixed")
    run.answer("loadAvatar", .error, "offline")
    run.set("mobilePhone", "13874385438")
    run.advance(750)
    #expect(run.state(of: "avatar") == "unavailable")
    run.answer("loadAvatar", .ok)
    run.set("mobilePhone", "13874385439")
    run.advance(750)
    #expect(run.state(of: "avatar") == "shown")
  }

  @Test("the form says how far it is", arguments: [("", "empty"), ("1", "partial")])
  func form(_ phone: String, _ state: String) throws {
    var run = try GalleryRun("phone@fixed")
    run.set("mobilePhone", phone)
    #expect(run.state(of: "form") == state)
    run.set("verifyCode", "4848")
    #expect(run.state(of: "form") == (phone.isEmpty ? "partial" : "enterable"))
  }
}

/// The version with signals: its command, and what it does with errors.
@Suite("The phone login with signals")
struct PhoneSignalsTests {
  @Test("G1, G2: a wrong phone: a HUD, then the tip; one error, and it executes no more")
  func wrongPhone() throws {
    var run = try GalleryRun("phone@rac")
    #expect(run.isEnabled("login") == false)
    run.set("mobilePhone", "1")
    run.set("verifyCode", "4")
    #expect(run.isEnabled("login") == true)
    let effects = run.tap("login")
    #expect(effects.huds == ["Loading..."])
    #expect(effects.tips == ["请输入正确的手机号码"])
    #expect(effects.values(of: "executing") == [true, false])
    #expect(effects.outputs.map(\.subject) == ["keyboardDown", "fail"])
    #expect(run.hud == nil)
    run.advance(1_000)
    #expect(run.tip == nil)
  }

  @Test("G9, G15: fill, tap, execute again at 300: one login, the second is not enabled and nobody hears of it")
  func login() throws {
    var run = try GalleryRun("phone@rac")
    run.tap("fill")
    #expect(run.shown("mobilePhone") == "13874389438")
    #expect(run.shown("verifyCode") == "5858")
    run.tap("login")
    #expect(run.hud == "Loading...")
    run.advance(300)
    #expect(run(.send(input: "submit", nil)).isEmpty)
    #expect(run.advance(699).stores.isEmpty)
    let effects = run.advance(1)
    #expect(effects.stores.map(\.name) == ["SULoginPhoneKey2", "SULoginVerifyCodeKey2"])
    #expect(run.effects.requests == ["requestLogin"])
    #expect(run.pages == ["phone", "goods"])
    #expect(run.hud == nil)
    #expect(run.value("executing") == false)
    #expect(run.effects.brokenProperties.isEmpty)
  }

  @Test("G16: the avatar comes and goes with the phone, at once")
  func avatar() throws {
    var run = try GalleryRun("phone@rac")
    run.set("mobilePhone", "13874385438")
    #expect(run.value("avatarUrlString") == PhoneVectorTests.url)
    run(.erase(control: "mobilePhone", count: 1))
    #expect(run.value("avatarUrlString") == .null)
    #expect(run.effects.brokenProperties.isEmpty)
  }

  @Test("G18: restarted after a login, both texts and the avatar are there")
  func restart() throws {
    var run = try GalleryRun("phone@rac")
    run.tap("fill")
    run.tap("login")
    run.advance(1_000)
    run.restart()
    #expect(run.shown("mobilePhone") == "13874389438")
    #expect(run.isEnabled("login") == true)
    #expect(run.value("avatarUrlString") == PhoneVectorTests.url)
  }

  @Test("HZ-G3: what stands there when the answer comes is stored")
  func lateRead() throws {
    var run = try GalleryRun("phone@rac")
    run.tap("fill")
    run.tap("login")
    run(.assign(field: "mobilePhone", "1"))
    #expect(run.advance(1_000).stores.first == Member("SULoginPhoneKey2", "1"))
    #expect(run.effects.brokenProperties == ["what is stored is what was submitted"])
  }

  @Test("HZ-G10, HZ-G11: a breakdown comes as business, anything else as an empty text")
  func errors() throws {
    var run = try GalleryRun("phone@rac")
    run.tap("fill")
    run.answer("requestLogin", .error, "offline")
    run.tap("login")
    #expect(run.advance(1_000).tips == ["呜呜，服务器不给力呀..."])
    #expect(run.effects.outputs.last?.subject == "fail")
    run.answer("requestLogin", .fail, "no")
    run.tap("login")
    #expect(run.advance(1_000).tips == [""])
    #expect(run.effects.brokenProperties == ["a breakdown is told in words"])
  }

  @Test("G19, HZ-G6, HZ-C7: a login that never ends keeps the command executing and the HUD up")
  func silence() throws {
    var run = try GalleryRun("phone@rac")
    run.silence("requestLogin")
    run.tap("fill")
    run.tap("login")
    #expect(run.advance(60_000).brokenProperties == [])
    #expect(run.effects.brokenProperties == ["every login ends"])
    #expect(run.value("executing") == true)
    #expect(run.tap("login").refusals == ["covered by the HUD 'Loading...'"])
  }
}
