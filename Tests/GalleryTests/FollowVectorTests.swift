import Testing
import ViewModels

/// The vectors of the block command, for both variants where the variant is not named.
@Suite("The follow list")
struct FollowVectorTests {
  static let variants = ["follow@original", "follow@fixed"]
  static let found: Value = ["error": .null, "content": "kFollowExpertSearchSucceedSignal"]

  private func results(_ effects: [Effect]) -> [Value] { effects.values(of: "followCommand.result") }
  private func executing(_ effects: [Effect]) -> [Value] { effects.values(of: "followCommand.executing") }

  @Test(
    "M1: executing rises at once; after a second the list is there, the result, and executing drops",
    arguments: variants)
  func run(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(executing(run(.tap(control: "follow", "a"))) == [true])
    let effects = run(.advance(milliseconds: 1_000))
    #expect(results(effects) == [Self.found])
    #expect(executing(effects) == [false])
    #expect(run.value("userCount") == 3)
    #expect(run.value("usersToFollow[0].name") == "小红")
  }

  @Test("M1: in the original an observer of the result still sees executing")
  func order() throws {
    var run = try GalleryRun("follow@original")
    run(.tap(control: "follow", "a"))
    let fields = run(.advance(milliseconds: 1_000)).compactMap { effect -> String? in
      guard case .set(let field, _, _) = effect, field.text.hasPrefix("followCommand") else { return nil }
      return field.text
    }
    #expect(fields == ["followCommand.result", "followCommand.executing"])
  }

  @Test("M2, HZ-C6: a second execute runs nothing; only the fixed variant says so")
  func busy() throws {
    for (title, refusals, broken) in [
      ("follow@original", [], ["whoever executes is answered"]), ("follow@fixed", ["already executing"], []),
    ] as [(String, [String], [String])] {
      var run = try GalleryRun(title)
      run(.tap(control: "follow", "a"))
      run(.advance(milliseconds: 500))
      #expect(run(.tap(control: "follow", "b")).refusals == refusals)
      run(.advance(milliseconds: 500))
      #expect(run.effects.requests == ["getFollowList"])
      #expect(results(run.effects) == [Self.found])
      #expect(run.effects.broken == broken)
    }
  }

  @Test("M3: a handler that answers in no time: executing, result, executing in one step", arguments: variants)
  func synchronous(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.service(name: "getFollowList", ServiceBehaviour(delay: 0)))
    let effects = run(.tap(control: "follow", "a"))
    #expect(executing(effects) == [true, false])
    #expect(results(effects) == [Self.found])
  }

  @Test("M4: a handler that fails leaves an error and no content", arguments: variants)
  func failing(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.tap(control: "follow", ""))
    #expect(results(run(.advance(milliseconds: 1_000))) == [["error": "没有用户", "content": .null]])
    #expect(run.value("followCommand.executing") == false)
    #expect(run.alert?.message == "没有用户")
  }

  @Test("M5, HZ-C1: after a cancel the original's result still comes, the fixed variant's does not")
  func cancelled() throws {
    for (title, expected, broken) in [
      (
        "follow@original", [Self.found],
        ["no result comes after a cancel", "an execution has one end, of its own"]
      ), ("follow@fixed", [], []),
    ] as [(String, [Value], [String])] {
      var run = try GalleryRun(title)
      run(.tap(control: "follow", "a"))
      run(.advance(milliseconds: 300))
      let effects = run(.tap(control: "cancel", nil))
      #expect(effects.outputs == [Output("cancelled", .null)])
      #expect(executing(effects) == [false])
      #expect(results(run(.advance(milliseconds: 700))) == expected)
      #expect(run.effects.broken == broken)
    }
  }

  @Test(
    "M6, HZ-C4: a cancel while nothing runs calls the original's cancel handler, and is refused in the fixed variant")
  func idle() throws {
    var original = try GalleryRun("follow@original")
    let effects = original(.tap(control: "cancel", nil))
    #expect(effects.outputs == [Output("cancelled", .null)])
    #expect(executing(effects) == [false])
    #expect(effects.broken.contains("only what runs is cancelled"))
    var fixed = try GalleryRun("follow@fixed")
    #expect(fixed(.tap(control: "cancel", nil)) == [.refused(name: "cancel", reason: "no transition in idle")])
  }

  @Test("HZ-C2: a cancel frees the original while its request goes on, and the old request ends the new execution")
  func overlapping() throws {
    for (title, requests, early) in [
      ("follow@original", ["getFollowList", "getFollowList'2"], true),
      ("follow@fixed", ["getFollowList", "getFollowList"], false),
    ] {
      var run = try GalleryRun(title)
      run(.tap(control: "follow", "a"))
      run(.advance(milliseconds: 300))
      run(.tap(control: "cancel", nil))
      run(.tap(control: "follow", "b"))
      run(.advance(milliseconds: 700))
      #expect(run.effects.requests == requests)
      #expect((run.value("followCommand.executing") == false) == early)
      run(.advance(milliseconds: 300))
      #expect(run.effects.broken.isEmpty == (title == "follow@fixed"))
    }
  }

  @Test("M8, HZ-C2: the turn says it in which a second execution begins beside the first")
  func overlap() throws {
    var run = try GalleryRun("follow@original")
    let law = "one execution runs at a time"
    run(.tap(control: "follow", "a"))
    run(.advance(milliseconds: 300))
    run(.tap(control: "cancel", nil))
    run(.advance(milliseconds: 200))
    run(.tap(control: "follow", "b"))
    // The answer to what was cancelled ends the execution of b, which goes on.
    run(.advance(milliseconds: 600))
    #expect(!run.effects.broken.contains(law) && run.value("followCommand.executing") == false)
    #expect(run(.tap(control: "follow", "c")).broken.contains(law))
    #expect(run.snapshot.time == 1_100)
    #expect(!run(.advance(milliseconds: 1_000)).broken.contains(law))
  }

  @Test("M9: done twice is two results in the original, one in the fixed variant")
  func twice() throws {
    var original = try GalleryRun("follow@original")
    original(.tap(control: "follow", "a"))
    original(.advance(milliseconds: 1_000))
    let again = original(.send(input: "done", Self.found))
    #expect(results(again) == [Self.found])
    #expect(executing(again) == [false])
    #expect(again.broken == ["an execution has one end, of its own"])
    var fixed = try GalleryRun("follow@fixed")
    fixed(.service(name: "getFollowList", ServiceBehaviour(answer: .twice(.ok, []))))
    fixed(.tap(control: "follow", "a"))
    #expect(results(fixed(.advance(milliseconds: 1_000))) == [Self.found])
  }

  @Test("M10, HZ-C3: what never answers executes for ever in the original, until a cancel")
  func never() throws {
    var original = try GalleryRun("follow@original")
    original(.service(name: "getFollowList", ServiceBehaviour(answer: .never)))
    let broken = ["an execution has one end, of its own", "who executes ends"]
    #expect(original(.tap(control: "follow", "a")).broken == broken)
    original(.advance(milliseconds: 60_000))
    #expect(original.value("followCommand.executing") == true)
    #expect(original(.tap(control: "follow", "b")).requests == [])
    original(.tap(control: "cancel", nil))
    #expect(original(.tap(control: "follow", "c")).requests == ["getFollowList'2"])
  }

  @Test("M10: in the fixed variant the transport gives up after a minute")
  func timeout() throws {
    var run = try GalleryRun("follow@fixed")
    run(.service(name: "getFollowList", ServiceBehaviour(answer: .never)))
    run(.tap(control: "follow", "a"))
    #expect(run(.advance(milliseconds: 60_000)).outputs == [Output("error", "请求超时")])
    #expect(run.value("followCommand.executing") == false)
  }

  @Test("M11, HZ-A3: the observer with Initial and New is told of nil once, and does nothing with it")
  func initial() throws {
    let run = try GalleryRun("follow@original")
    #expect(run.value("followCommand.result") == .null)
    #expect(run.opening.outputs == [])
    let notified = run.opening.filter { if case .notified = $0 { true } else { false } }
    #expect(
      notified == [
        .notified(field: "followCommand.result", change: [Member("kind", 1), Member("new", .null)])
      ])
  }

  @Test("M14, HZ-C5: an error with a content, and neither, are taken as they are")
  func ambiguous() throws {
    for result: Value in [["error": "错误", "content": "内容"], ["error": .null, "content": .null]] {
      var run = try GalleryRun("follow@original")
      run(.tap(control: "follow", "a"))
      let effects = run(.send(input: "done", result))
      #expect(results(effects) == [result])
      #expect(effects.broken == ["a result is an error or a content"])
    }
  }
}
