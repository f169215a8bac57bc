import Testing
import ViewModels

/// The vectors of the home page, for both variants where the variant is not named.
@Suite("The home page")
struct HomeVectorTests {
  static let variants = ["home@original", "home@fixed"]

  /// The totals of the first and the last row; `nil` while there are no rows.
  private func totals(_ run: GalleryRun) -> [Value]? {
    guard run.value("rowCount") == 40 else { return nil }
    return [0, 39].map { run.value("dataArray[\($0)].totalNumber") ?? .null }
  }

  @Test(
    "H1 to H7: rows after half a second, totals after one, and one more every other second", arguments: variants)
  func timeline(_ title: String) throws {
    let table: [(Int, [Value]?)] = [
      (0, nil), (499, nil), (500, [.null, .null]), (999, [.null, .null]), (1_000, ["10", "49"]), (1_999, ["10", "49"]),
      (2_000, ["11", "50"]), (4_000, ["12", "51"]), (8_000, ["14", "53"]),
    ]
    var run = try GalleryRun(title)
    for (moment, expected) in table {
      run(.advance(milliseconds: moment - run.snapshot.time))
      #expect(totals(run) == expected, "at \(moment)")
    }
  }

  @Test("E.1: every row has its number, name and score", arguments: variants)
  func rows(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.advance(milliseconds: 500))
    for index in 0..<40 {
      #expect(run.value("dataArray[\(index)].number") == "10")
      #expect(run.value("dataArray[\(index)].name") == "小明")
      #expect(run.value("dataArray[\(index)].score") == "92")
    }
  }

  @Test("E.1: the view reloads at bind, and when the rows come", arguments: variants)
  func reloads(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(run.opening.outputs == [Output("reload", 0)])
    #expect(run(.advance(milliseconds: 500)).outputs.first == Output("reload", 40))
  }

  @Test("H8, HZ-E1: totals after 2500 ms; the original counts from nothing and is one behind for ever")
  func slow() throws {
    for (title, expected) in [
      ("home@original", [["1", "1"], ["10", "49"], ["11", "50"]]),
      ("home@fixed", [[.null, .null], ["10", "49"], ["11", "50"]]),
    ] as [(String, [[Value]])] {
      var run = try GalleryRun(title, [.service(name: "totals", ServiceBehaviour(delay: 2_500))])
      for (moment, totals) in zip([2_000, 2_500, 4_000], expected) {
        run(.advance(milliseconds: moment - run.snapshot.time))
        #expect(self.totals(run) == totals)
      }
      #expect(run.effects.broken == (title == "home@original" ? ["a tick makes no totals"] : []))
    }
  }

  @Test("E.2: totals that never come are made up in the original")
  func never() throws {
    var run = try GalleryRun("home@original", [.service(name: "totals", ServiceBehaviour(answer: .never))])
    run(.advance(milliseconds: 2_000))
    #expect(totals(run) == ["1", "1"])
    run(.advance(milliseconds: 2_000))
    #expect(totals(run) == ["2", "2"])
  }

  @Test("E.2: at a tie the answer, which was there first, goes first; the other order is another run")
  func tie() throws {
    for (firesTick, expected) in [(false, [["11", "50"], ["12", "51"]]), (true, [["10", "49"], ["11", "50"]])]
      as [(Bool, [[Value]])]
    {
      var run = try GalleryRun("home@original", [.service(name: "totals", ServiceBehaviour(delay: 2_000))])
      run(.advance(milliseconds: 2_000), isHeld: true)
      if firesTick {
        run(.fire(work: "tick"), isHeld: true)
        #expect(totals(run) == ["1", "1"])
      }
      run(.settle)
      #expect(totals(run) == expected[0])
      run(.advance(milliseconds: 2_000))
      #expect(totals(run) == expected[1])
    }
  }

  @Test("D < 500: totals that come before the list are shown with it", arguments: variants)
  func early(_ title: String) throws {
    var run = try GalleryRun(title, [.service(name: "totals", ServiceBehaviour(delay: 200))])
    run(.advance(milliseconds: 499))
    #expect(totals(run) == nil)
    run(.advance(milliseconds: 1))
    #expect(totals(run) == ["10", "49"])
    run(.advance(milliseconds: 1_500))
    #expect(totals(run) == ["11", "50"])
  }

  @Test("H12: before iOS 10 there is no timer at all", arguments: variants)
  func platform(_ title: String) throws {
    var run = try GalleryRun(title, [.assign(field: "systemVersion", 9)])
    run(.advance(milliseconds: 4_000))
    #expect(totals(run) == ["10", "49"])
    #expect(run.machine.work(of: run.snapshot).isEmpty)
  }

  @Test("E-T1, HZ-E2: a second load adds a timer in the original, and replaces it in the fixed variant")
  func timers() throws {
    for (title, total, broken) in [
      ("home@original", "14", ["no more than one timer runs"]), ("home@fixed", "12", []),
    ] as [(String, Value, [String])] {
      var run = try GalleryRun(title)
      run(.send(input: "getDatas", nil))
      run(.advance(milliseconds: 4_000))
      #expect(run.value("dataArray[0].totalNumber") == total)
      #expect(run.effects.broken == broken)
    }
  }

  @Test("E-T2, HZ-E3: ticks go on in the original when the page was left")
  func leaving() throws {
    for (title, total) in [("home@original", "12"), ("home@fixed", "10")] as [(String, Value)] {
      var run = try GalleryRun(title)
      run(.advance(milliseconds: 1_000))
      run(.send(input: "leave", nil))
      run(.advance(milliseconds: 3_000))
      #expect(run.value("dataArray[0].totalNumber") == total)
      #expect(run.machine.work(of: run.snapshot).isEmpty == (title == "home@fixed"))
    }
  }

  @Test("E-T3, HZ-E5: a reload blanks the totals in the original, and keeps them in the fixed variant")
  func reload() throws {
    for (title, blank) in [("home@original", .null), ("home@fixed", "11")] as [(String, Value)] {
      var run = try GalleryRun(title)
      run(.advance(milliseconds: 3_000))
      run(.send(input: "getDatas", nil))
      run(.advance(milliseconds: 500))
      #expect(run.value("table.cells[0].totalNumberLabel") == blank)
      run(.advance(milliseconds: 500))
      #expect(run.value("table.cells[0].totalNumberLabel") == "10")
    }
  }

  @Test("HZ-E6: a failure has an alert and a way out in the fixed variant, and nothing in the original")
  func failures() throws {
    for service in ["list", "totals"] {
      for outcome in [Outcome.fail, .error] {
        let answer = ServiceBehaviour(answer: .outcome(outcome, "原因"), isOnce: true)
        var original = try GalleryRun("home@original", [.service(name: service, answer)])
        #expect(original(.advance(milliseconds: 1_000)).outputs.allSatisfy { $0.subject == "reload" })
        var fixed = try GalleryRun("home@fixed", [.service(name: service, answer)])
        #expect(fixed(.advance(milliseconds: 1_000)).outputs.contains(Output(outcome.rawValue, "原因")))
        fixed(.dismiss(button: nil))
        fixed(.send(input: "getDatas", nil))
        fixed(.advance(milliseconds: 1_000))
        #expect(totals(fixed) == ["10", "49"])
      }
    }
  }

  @Test("HZ-E7: what is no number counts as nothing in the original, and is left alone in the fixed variant")
  func words() throws {
    let words: Value = ["abc", "12abc", "", " -3"]
    for (title, expected) in [
      ("home@original", ["1", "13", "1", "-2"]), ("home@fixed", ["abc", "12abc", "", " -3"]),
    ] as [(String, [Value])] {
      var run = try GalleryRun(title, [.service(name: "totals", ServiceBehaviour(answer: .outcome(.ok, words)))])
      run(.advance(milliseconds: 2_000))
      #expect((0..<4).map { run.value("dataArray[\($0)].totalNumber") } == expected)
    }
  }
}

/// The cells of the home page's table.
@Suite("The home page's cells")
struct HomeCellTests {
  private func labels(_ effects: [Effect]) -> [Value] { effects.values(of: "table.cells[0].totalNumberLabel") }

  /// Row 12 gets the first cell at 500 ms, row 0 at 1500 ms: what the cell's label is assigned at five moments.
  private func script(_ run: inout GalleryRun) -> [[Value]] {
    run(.advance(milliseconds: 500))
    run(.tap(control: "offset", 44.0))
    var result = [labels(run(.advance(milliseconds: 500)))]
    run(.advance(milliseconds: 500))
    result.append(labels(run(.tap(control: "offset", 0.0))))
    result.append(labels(run(.advance(milliseconds: 500))))
    result.append(labels(run(.advance(milliseconds: 2_000))))
    return result
  }

  @Test("E-C1: with takeUntil a label shows only its current row", arguments: HomeVectorTests.variants)
  func cut(_ title: String) throws {
    var run = try GalleryRun(title)
    #expect(script(&run) == [["22"], ["10"], ["11"], ["12"]])
    #expect(run.effects.broken == [])
  }

  @Test("E-C1, HZ-E4: without takeUntil the row that was bound before goes on writing, and the highest wins")
  func leaking() throws {
    var run = try GalleryRun("home@original")
    run(.assign(field: "takesUntil", false))
    #expect(script(&run) == [["10", "22"], ["10"], ["11", "11", "23"], ["12", "12", "24"]])
    #expect(run.effects.broken == ["table.cells[0]: a label shows the total of the cell's present row"])
  }

  @Test("E-C2: row 0 has the cell again before its total comes", arguments: HomeVectorTests.variants)
  func back(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.advance(milliseconds: 500))
    run(.tap(control: "offset", 44.0))
    run(.tap(control: "offset", 0.0))
    #expect(labels(run(.advance(milliseconds: 500))) == ["10"])
  }

  @Test("E-C3: a row that goes cuts the observation, too: the cell's reference becomes nil")
  func gone() throws {
    var run = try GalleryRun("home@fixed")
    run(.advance(milliseconds: 1_000))
    run(.service(name: "list", ServiceBehaviour(answer: .outcome(.ok, []))))
    run(.send(input: "getDatas", nil))
    run(.advance(milliseconds: 500))
    #expect(run.value("table.cells[0].row") == .null)
    #expect(run.value("table.cells[0].totalNumberLabel") == "10")
  }

  @Test("E-C4: a cell that was bound n times is written n times at a tick without takeUntil, once with it")
  func writes() throws {
    for (takesUntil, count) in [(true, 1), (false, 5)] {
      var run = try GalleryRun("home@original")
      run(.assign(field: "takesUntil", .bool(takesUntil)))
      run(.advance(milliseconds: 1_000))
      for offset in [44.0, 0, 44, 0] { run(.tap(control: "offset", .double(offset))) }
      #expect(labels(run(.advance(milliseconds: 1_000))).count == count)
    }
  }

  @Test("the table shows twelve rows at a time, the last ones at its end", arguments: HomeVectorTests.variants)
  func ends(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.advance(milliseconds: 1_000))
    run(.tap(control: "offset", 10_000.0))
    let labels = (0..<12).map { run.value("table.cells[\($0)].totalNumberLabel") }
    let rows = Array(36..<40) + Array(28..<36)
    #expect(labels == rows.map { .string(String($0 + 10)) })
  }
}
