import Testing
import ViewModels

/// The vectors and hazards of the sign-in.
@Suite("The sign-in")
struct UserVectorTests {
  static let variants = ["user@original", "user@fixed"]
  static let account: Value = .list(["abcd", .secret("wxyz")])

  @Test("U1: bound, the form is not valid", arguments: variants)
  func bound(_ title: String) throws {
    let run = try GalleryRun(title)
    #expect(run.value("user.name") == "")
    #expect(run.value("loginBtnIsValid") == false)
    #expect(run.isEnabled("login") == false)
  }

  @Test("U2, U3: at least four characters each", arguments: variants)
  func validity(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "user.name", "abc"))
    run(.set(control: "user.pwd", "abcd"))
    #expect(run.value("loginBtnIsValid") == false)
    run(.set(control: "user.name", "abcd"))
    #expect(run.value("loginBtnIsValid") == true)
    #expect(run.isEnabled("login") == true)
  }

  @Test("U5, HZ-F1: the original sends all three outcomes in one turn, in this order")
  func allOutcomes() throws {
    var run = try GalleryRun("user@original")
    run.fillUser()
    var snapshot = run.snapshot
    let turns = run.machine.step(&snapshot, .tap(control: "login", nil), isHeld: true)
    #expect(turns.count == 1)
    #expect(
      turns[0].effects.outputs == [
        Output("success", Self.account), Output("fail", "认证失败"), Output("error", "登录失败"),
      ])
    #expect(turns[0].effects.states == ["executing", "succeeded", "failed", "error"])
  }

  @Test("U8, HZ-F2: the original crashes on a name that was never bound")
  func unbound() throws {
    var run = try GalleryRun("user@original")
    run(.assign(field: "user.name", .null))
    let fault = "nil was put into an array: the name or the password was never bound"
    #expect(run(.send(input: "login", nil)).crashes == [fault])
    #expect(run(.send(input: "login", nil)).refusals == ["the model crashed: \(fault)"])
  }

  @Test(
    "U8: in the fixed variant what was never bound is a failure that says so", arguments: ["user.name", "user.pwd"])
  func missing(_ field: String) throws {
    var run = try GalleryRun("user@fixed")
    run(.assign(field: field, .null))
    let effects = run(.send(input: "login", nil))
    #expect(effects.outputs == [Output("fail", "missing")])
    #expect(effects.requests.isEmpty && run.state == "failed" && run.broken.isEmpty)
    #expect(run.alert?.message == "missing")
    run(.dismiss(button: nil))
    #expect(run.state == "idle")
  }

  @Test("HZ-F6: the fixed variant checks the form itself")
  func gate() throws {
    var run = try GalleryRun("user@fixed")
    let effects = run(.send(input: "login", nil))
    #expect(effects.states == ["validating", "idle"])
    #expect(effects.requests.isEmpty)
  }

  @Test("HZ-F6: the original submits whatever the form holds")
  func noGate() throws {
    var run = try GalleryRun("user@original")
    #expect(run(.send(input: "login", nil)).outputs.map(\.subject) == ["success", "fail", "error"])
  }

  @Test("U9: each answer of the fixed variant's service is exactly one outcome", arguments: Outcome.allCases)
  func oneOutcome(_ outcome: Outcome) throws {
    var run = try GalleryRun("user@fixed")
    run.fillUser()
    run(.service(name: "authenticate", ServiceBehaviour(answer: .outcome(outcome, outcome == .ok ? nil : "原因"))))
    run(.tap(control: "login", nil))
    let expected =
      switch outcome {
      case .ok: Output("success", Self.account)
      case .fail: Output("fail", "原因")
      case .error: Output("error", "原因")
      }
    #expect(run(.advance(milliseconds: 1_000)).outputs == [expected])
  }

  @Test("U11, HZ-F5: two taps are six outcomes in the original, one request in the fixed variant")
  func doubleTap() throws {
    for (title, outputs, requests) in [("user@original", 6, 0), ("user@fixed", 1, 1)] {
      var run = try GalleryRun(title)
      run.fillUser()
      run(.tap(control: "login", nil), isHeld: true)
      run(.tap(control: "login", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.effects.outputs.count == outputs)
      #expect(run.effects.requests.count == requests)
    }
  }

  @Test("F.1: the original logs the tap, the request and each value of the validity, be it equal")
  func logged() throws {
    var run = try GalleryRun("user@original")
    #expect(run.opening.logs == ["loginBtnIsValid 0"])
    #expect(run(.set(control: "user.name", "abcd")).logs == ["loginBtnIsValid 0"])
    #expect(run(.set(control: "user.name", "abcd")).logs == ["loginBtnIsValid 0"])
    #expect(run(.set(control: "user.pwd", "wxyz")).logs == ["loginBtnIsValid 1"])
    #expect(run(.tap(control: "login", nil)).logs == ["点击登录按钮", "网络请求"])
  }

  @Test("F.1: all outcomes are re-enterable", arguments: Outcome.allCases)
  func reentered(_ outcome: Outcome) throws {
    var run = try GalleryRun("user@fixed")
    run.fillUser()
    run(
      .service(
        name: "authenticate", ServiceBehaviour(answer: .outcome(outcome, outcome == .ok ? nil : "原因"), isOnce: true)))
    run(.send(input: "login", nil))
    run(.advance(milliseconds: 1_000))
    run(.back)
    #expect(run(.send(input: "login", nil)).states == ["validating", "executing"])
    #expect(run(.advance(milliseconds: 1_000)).outputs == [Output("success", Self.account)])
  }

  @Test(
    "U6, HZ-F3: who subscribes after the login hears nothing in the original, the last outcome in the fixed variant")
  func late() throws {
    let law = "who subscribes late hears the last outcome"
    for (title, heard, broken) in [
      ("user@original", [], [law]), ("user@fixed", ["success"], [String]()),
    ] as [(String, [Value], [String])] {
      var run = try GalleryRun(title)
      run.fillUser()
      run(.tap(control: "login", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run(.send(input: "subscribe", nil)).broken == broken)
      #expect(run.value("heard") == .list(heard))
    }
  }

  @Test("HZ-F3: who subscribes before hears what comes")
  func early() throws {
    for (title, heard) in [
      ("user@original", ["success", "fail", "error"]), ("user@fixed", ["success"]),
    ] as [(String, [Value])] {
      var run = try GalleryRun(title)
      run(.send(input: "subscribe", nil))
      run.fillUser()
      run(.tap(control: "login", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.value("heard") == .list(heard))
    }
  }

  @Test("HZ-F4: the path follows a replaced user, the original's text fields do not")
  func replaced() throws {
    var run = try GalleryRun("user@original")
    run.fillUser()
    run(.send(input: "replaceUser", nil))
    #expect(run.value("loginBtnIsValid") == false)
    #expect(run.shown("user.name") == "abcd")
    #expect(run(.set(control: "user.name", "abcde")).broken == ["an edit reaches the present user"])
    #expect(run.value("user'2.name") == .null)
    #expect(run(.send(input: "login", nil)).crashes.count == 1)
  }

  @Test("HZ-F4: in the fixed variant the fields show the present user")
  func replacedFixed() throws {
    var run = try GalleryRun("user@fixed")
    run.fillUser()
    run(.send(input: "replaceUser", nil))
    #expect(run.shown("user.name") == "")
    #expect(run(.set(control: "user.name", "abcde")).broken == [])
    #expect(run.value("user.name") == "abcde")
  }

  @Test("HZ-F7: the original's button turns pink with the first value, whatever it is")
  func colour() throws {
    let run = try GalleryRun("user@original")
    #expect(run.value("loginBtnIsValid") == false)
    #expect(run.value("view.buttonColour") == "systemPink")
  }

  @Test("a server that never answers is an error after a minute")
  func silent() throws {
    var run = try GalleryRun("user@fixed")
    run.fillUser()
    run(.service(name: "authenticate", ServiceBehaviour(answer: .never)))
    run(.tap(control: "login", nil))
    #expect(run(.advance(milliseconds: 59_999)) == [])
    #expect(run(.advance(milliseconds: 1)).outputs == [Output("error", "请求超时")])
  }

  @Test("each hazard breaks its property in the original, none is broken in the fixed variant")
  func properties() throws {
    let expected = [
      "only a valid form is submitted", "a submission has exactly one outcome",
      "who subscribes late hears the last outcome", "an edit reaches the present user",
    ]
    for (title, broken) in [("user@original", expected), ("user@fixed", [])] {
      var run = try GalleryRun(title)
      run(.send(input: "login", nil))
      run.fillUser()
      run(.tap(control: "login", nil))
      run(.advance(milliseconds: 1_000))
      run(.send(input: "subscribe", nil))
      run(.send(input: "replaceUser", nil))
      run(.dismiss(button: nil))
      run(.dismiss(button: nil))
      run(.dismiss(button: nil))
      run(.dismiss(button: nil))
      while run.pages.count > 1 { run(.back) }
      run(.set(control: "user.name", "abcde"))
      #expect(Set(run.effects.broken) == Set(broken))
    }
  }
}

extension GalleryRun {
  mutating func fillUser() {
    self(.set(control: "user.name", "abcd"))
    self(.set(control: "user.pwd", "wxyz"))
  }
}
