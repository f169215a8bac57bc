import Testing
import ViewModels

/// The table and the vectors of the purchase, for both variants where the variant is not named.
@Suite("The purchase")
struct PurchaseVectorTests {
  static let variants = ["purchase@original", "purchase@fixed"]

  private func bought(_ title: String, realName: Bool, bankCard: Bool) throws -> GalleryRun {
    var run = try GalleryRun(title)
    run(.assign(field: "realName", .bool(realName)))
    run(.assign(field: "bankCard", .bool(bankCard)))
    run(.tap(control: "buy", nil))
    run(.advance(milliseconds: 1_000))
    return run
  }

  @Test("P1, P2, F.3: the route of each row of the table", arguments: variants)
  func table(_ title: String) throws {
    let rows: [(realName: Bool, bankCard: Bool, state: String, output: Output, page: String)] = [
      (true, true, "succeeded", Output("success", ["order": "o-1"]), "payment"),
      (false, true, "failed", Output("fail", "needRealName"), "real-name"),
      (true, false, "failed", Output("fail", "needBankCard"), "bank-card"),
      (false, false, "failed", Output("fail", "needRealName"), "real-name"),
    ]
    for row in rows {
      let run = try bought(title, realName: row.realName, bankCard: row.bankCard)
      #expect(run.state == row.state)
      #expect(run.effects.outputs == [row.output])
      #expect(run.pages == ["purchase", row.page])
      #expect(run.effects.broken == [])
    }
  }

  @Test("P2: what is missing is completed one by one, then the payment comes", arguments: variants)
  func completing(_ title: String) throws {
    var run = try bought(title, realName: false, bankCard: false)
    for page in ["bank-card", "payment"] {
      run(.tap(control: "complete", nil))
      #expect(run.pages == ["purchase"])
      run(.tap(control: "buy", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.pages == ["purchase", page])
    }
    #expect(run.value("realName") == true)
    #expect(run.value("bankCard") == true)
  }

  @Test("F.3: a flow that is abandoned changes nothing, and leads back to idle")
  func abandoned() throws {
    var run = try bought("purchase@fixed", realName: false, bankCard: true)
    run(.back)
    #expect(run.state == "idle")
    #expect(run.value("realName") == false)
    run(.tap(control: "buy", nil))
    run(.advance(milliseconds: 1_000))
    #expect(run.pages == ["purchase", "real-name"])
  }

  @Test("P5: a transport error shows its message and pushes nothing; the next purchase goes on", arguments: variants)
  func transport(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.assign(field: "realName", true))
    run(.assign(field: "bankCard", true))
    run(.service(name: "check", ServiceBehaviour(answer: .outcome(.error, "网络异常"), isOnce: true)))
    run(.tap(control: "buy", nil))
    run(.advance(milliseconds: 1_000))
    #expect(run.alert?.message == "网络异常")
    #expect(run.pages == ["purchase"])
    run(.dismiss(button: nil))
    run(.tap(control: "buy", nil))
    run(.advance(milliseconds: 1_000))
    #expect(run.pages == ["purchase", "payment"])
  }

  @Test("P7: while a flow is shown, no request is under way and none can be started")
  func still() throws {
    var run = try bought("purchase@fixed", realName: false, bankCard: false)
    #expect(run.machine.requests(of: run.snapshot).isEmpty)
    #expect(run(.send(input: "buy", nil)).refusals == ["no transition in failed"])
  }

  @Test("HZ-F5: two taps are two requests and two pages in the original, one of each in the fixed variant")
  func doubleTap() throws {
    for (title, requests, broken) in [
      (
        "purchase@original", ["check", "check'2"], ["a purchase has exactly one outcome", "a purchase pushes one page"]
      ),
      ("purchase@fixed", ["check"], []),
    ] {
      var run = try GalleryRun(title)
      run(.assign(field: "realName", true))
      run(.assign(field: "bankCard", true))
      run(.tap(control: "buy", nil))
      run(.tap(control: "buy", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.effects.requests == requests)
      #expect(run.pages.count == requests.count + 1)
      #expect(Set(run.effects.broken) == Set(broken))
    }
  }

  @Test("a reason without a flow is a red light in the fixed variant, and nothing at all in the original")
  func unknown() throws {
    for (title, state, alert) in [
      ("purchase@original", "failed", nil), ("purchase@fixed", "error", "无法购买：needAge"),
    ] as [(String, String, String?)] {
      var run = try GalleryRun(title)
      run(.service(name: "check", ServiceBehaviour(answer: .outcome(.fail, "needAge"))))
      run(.tap(control: "buy", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.state == state)
      #expect(run.alert?.message == alert)
      #expect(run.pages == ["purchase"])
    }
  }

  @Test("what a flow completed is there after a restart", arguments: variants)
  func stored(_ title: String) throws {
    var run = try bought(title, realName: false, bankCard: true)
    run(.tap(control: "complete", nil))
    #expect(run.machine.open(store: run.snapshot.store).snapshot.store == run.snapshot.store)
    var again = run.snapshot
    _ = run.machine.step(&again, .restart)
    #expect(run.machine.fields(of: again).first { $0.path == "realName" }?.value == true)
  }
}
