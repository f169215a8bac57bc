import Testing
import ViewModels

/// The vectors of the login page, for both variants where the variant is not named.
@Suite("The login page")
struct LoginVectorTests {
  static let variants = ["login@original", "login@fixed"]
  static let message: Value = "用户名或密码错误"

  @Test("L1: bound, both texts are empty and the button is disabled", arguments: variants)
  func bound(_ title: String) throws {
    let run = try GalleryRun(title)
    #expect(run.value("name") == "")
    #expect(run.value("password") == .secret(""))
    #expect(run.value("loginEnabled") == false)
    #expect(run.isEnabled("login") == false)
    #expect(run.state == "idle")
  }

  @Test("L2: typed characters are cleaned one by one", arguments: variants)
  func typed(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.type(control: "name", "a1!b_2"))
    #expect(run.value("name") == "a1b2")
  }

  @Test(
    "L3, L5, L7: pasted text is cleaned",
    arguments: [
      ("12ab34", "ab34"), ("123456", ""), ("a a a", "aaa"), ("a-b_c", "abc"), ("é", ""), ("ａｂｃ", ""), ("😀a", "a"),
      ("中a1文2", "a12"), ("00a", "a"),
    ])
  func pasted(_ text: String, _ kept: String) throws {
    for title in Self.variants {
      var run = try GalleryRun(title)
      run(.paste(control: "name", text))
      #expect(run.value("name") == .string(kept))
    }
  }

  @Test("L4: a typed digit does not stay in front", arguments: variants)
  func digit(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(run(.type(control: "name", "1")).values(of: "name") == ["1", ""])
  }

  @Test("L8: six characters each enable the button, five do not", arguments: variants)
  func enabling(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "password", "aaaaaa"))
    run(.set(control: "name", "abcde"))
    #expect(run.isEnabled("login") == false)
    run(.type(control: "name", "f"))
    #expect(run.isEnabled("login") == true)
    run(.erase(control: "password", count: 1))
    #expect(run.isEnabled("login") == false)
  }

  @Test("L8: lengths are counted in UTF-16", arguments: variants)
  func lengths(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "name", "abcdef"))
    run(.set(control: "password", "😀😀a"))
    #expect(run.value("loginEnabled") == false)
    run(.set(control: "password", "😀😀😀"))
    #expect(run.value("loginEnabled") == true)
  }

  @Test("L10: the known credentials lead home", arguments: variants)
  func success(_ title: String) throws {
    var run = try GalleryRun(title)
    let effects = try run.submitted("aaaaaa", "aaaaaa")
    #expect(effects.outputs.map(\.subject) == ["success"])
    #expect(run.state == "succeeded")
    #expect(run.pages == ["login", "home"])
  }

  @Test("L11: letters count as typed; an alert says so", arguments: variants)
  func failure(_ title: String) throws {
    var run = try GalleryRun(title)
    let effects = try run.submitted("AAAAAA", "aaaaaa")
    #expect(effects.outputs == [Output("fail", Self.message)])
    #expect(run.state == "failed")
    let alert = try #require(run.alert)
    #expect([alert.title, alert.message] + alert.buttons == ["登录失败", "用户名或密码错误", "确定"])
  }

  @Test("L12: the alert's button leads back to idle, the form as it was", arguments: variants)
  func dismissed(_ title: String) throws {
    var run = try GalleryRun(title)
    _ = try run.submitted("AAAAAA", "aaaaaa")
    run(.dismiss(button: "确定"))
    #expect(run.state == "idle")
    #expect(run.alert == nil)
    #expect(run.value("name") == "AAAAAA")
    #expect(run.isEnabled("login") == true)
  }

  @Test("L13: a tap on the disabled button does nothing but tell why")
  func disabled() throws {
    for (title, field) in [("login@original", "buttonEnabled"), ("login@fixed", "loginEnabled")] {
      var run = try GalleryRun(title)
      #expect(run(.tap(control: "login", nil)) == [.refused(name: "login", reason: "disabled, \(field) is false")])
    }
  }

  @Test("L14: called without a name, the original fails")
  func unbound() throws {
    var run = try GalleryRun("login@original")
    run(.assign(field: "name", .null))
    #expect(run(.send(input: "login", nil)).outputs == [Output("fail", Self.message)])
    #expect(run.state == "failed")
  }

  @Test("L16: one unclean paste assigns the original's flag twice, and the text field shows what is clean")
  func reentrancy() throws {
    var run = try GalleryRun("login@original")
    run(.set(control: "password", "aaaaaa"))
    let effects = run(.paste(control: "name", "1a!2bcdef"))
    #expect(effects.values(of: "name") == ["1a!2bcdef", "a2bcdef"])
    #expect(effects.values(of: "loginEnabled") == [true, true])
    #expect(run.shown("name") == "a2bcdef")
  }

  @Test("L18: a clean paste assigns everything once")
  func clean() throws {
    var run = try GalleryRun("login@original")
    run(.set(control: "password", "aaaaaa"))
    let effects = run(.paste(control: "name", "abcdef"))
    #expect(effects.values(of: "name") == ["abcdef"])
    #expect(effects.values(of: "loginEnabled") == [true])
    #expect(run.shown("name") == "abcdef")
  }

  @Test("L18: in the fixed variant a clean paste assigns the name once")
  func cleanFixed() throws {
    var run = try GalleryRun("login@fixed")
    run(.set(control: "password", "aaaaaa"))
    #expect(run(.paste(control: "name", "abcdef")).values(of: "name") == ["abcdef"])
    #expect(run.value("loginEnabled") == true)
  }
}

extension GalleryRun {
  /// Fills the form, taps and waits for an answer: what happened since the tap.
  mutating func submitted(_ name: String, _ password: String) throws -> [Effect] {
    self(.set(control: "name", .string(name)))
    self(.set(control: "password", .string(password)))
    try #require(isEnabled("login") == true)
    return self(.tap(control: "login", nil)) + self(.advance(milliseconds: 1_000))
  }
}
