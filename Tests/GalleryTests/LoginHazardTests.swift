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

  @Test("HZ-D3: between the answer and the push, the fixed variant refuses a tap; back on the page it takes one")
  func tapBeforePush() throws {
    var run = try GalleryRun("login@fixed")
    run(.set(control: "name", "aaaaaa"))
    run(.set(control: "password", "aaaaaa"))
    run(.tap(control: "login", nil))
    run(.advance(milliseconds: nil), isHeld: true)
    run(.fire(work: "reply authenticate"), isHeld: true)
    #expect(run.state == "succeeded")
    #expect(run(.tap(control: "login", nil)).refusals == ["no transition in succeeded"])
    #expect(run.pages == ["login", "home"])
    run(.back)
    #expect(run.state == "idle")
    #expect(run(.tap(control: "login", nil)).states == ["validating", "executing"])
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

  @Test("HZ-D4: when observers are told in reverse order, the original's button is enabled by raw text; L17")
  func reversed() throws {
    for (title, broken) in [
      ("login@original", ["the button is enabled only by six clean characters"]), ("login@fixed", []),
    ] {
      var run = try GalleryRun(title)
      run.reverseObservers()
      run(.set(control: "password", "aaaaaa"))
      let effects = run(.paste(control: "name", "1a!2bc"))
      #expect(effects.broken == broken)
      #expect(run.value("name") == "a2bc")
      #expect(run.value("loginEnabled") == false)
    }
  }

  @Test(
    "HZ-D6: the text of an input method is rewritten while it is composed",
    arguments: ["login@original", "login@fixed"])
  func composing(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "name", "ni"))
    run(.set(control: "name", "ni\u{2006}hao"))
    #expect(run.shown("name") == "nihao")
    run(.set(control: "name", "你好"))
    #expect(run.shown("name") == "")
  }

  @Test("each hazard breaks its property in the original, none is broken in the fixed variant")
  func properties() throws {
    let expected = ["only a complete form is submitted", "one submission pushes one page"]
    for (title, broken) in [("login@original", expected), ("login@fixed", [])] {
      var run = try GalleryRun(title)
      run(.send(input: "login", nil))
      run(.dismiss(button: nil))
      run.doubleTap()
      #expect(run.effects.broken == broken)
    }
  }

  @Test("the original's button is grey while it is disabled")
  func titleColour() throws {
    var run = try GalleryRun("login@original")
    #expect(run.value("view.titleColour") == "gray")
    run(.set(control: "name", "aaaaaa"))
    run(.set(control: "password", "aaaaaa"))
    #expect(run.value("view.titleColour") == "cyan")
  }

  @Test("a server that never answers is an error after a minute, and the answer that comes later does not come")
  func silent() throws {
    for answer in [ServiceBehaviour.Answer.never, .defined] {
      var run = try GalleryRun("login@fixed")
      run(.service(name: "authenticate", ServiceBehaviour(delay: 90_000, answer: answer)))
      run(.set(control: "name", "aaaaaa"))
      run(.set(control: "password", "aaaaaa"))
      run(.tap(control: "login", nil))
      #expect(run(.advance(milliseconds: 60_000)).outputs == [Output("error", "请求超时")])
      #expect(run(.advance(milliseconds: 60_000)) == [])
    }
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
