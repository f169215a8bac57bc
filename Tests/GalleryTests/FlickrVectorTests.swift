import Testing
import ViewModels

/// The vectors of the photo search, for all variants where the variant is not named.
@Suite("The photo search")
struct FlickrVectorTests {
  static let variants = ["flickr@fixed", "flickr@original", "flickr@first"]
  static let originals = ["flickr@original", "flickr@first"]

  private func searched(_ title: String, _ text: Value = "cats", _ answer: ServiceBehaviour? = nil) throws -> GalleryRun
  {
    var run = try GalleryRun(title)
    if let answer { run(.service(name: "search", answer)) }
    run.search(text)
    return run
  }

  private func answer(_ name: String) throws -> ServiceBehaviour {
    let samples = try GalleryRun("flickr@fixed").machine.samples
    let value = try #require(samples.first { $0.name == name && $0.owner == "search" }?.value)
    return ServiceBehaviour(answer: .outcome(.ok, value), isOnce: true)
  }

  @Test("F1: at the start the button is disabled, and the log says so", arguments: variants)
  func start(_ title: String) throws {
    let run = try GalleryRun(title)
    #expect(run.machine.screen(of: run.snapshot).title == "Flickr Search")
    #expect(run.isEnabled("execute") == false)
    #expect(run.opening.logs == ["search text is valid 0"])
  }

  @Test("F2, F3: an edge is logged once, when the validity changes", arguments: variants)
  func edges(_ title: String) throws {
    var run = try GalleryRun(title)
    for text: Value in ["cat", "cats", "catsy", "cat"] { run(.set(control: "searchText", text)) }
    #expect(run.effects.logs == ["search text is valid 1", "search text is valid 0"])
  }

  @Test("F4: the dummy completes after two seconds and sends nothing", arguments: originals)
  func dummy(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.assign(field: "usesDummy", true))
    run(.set(control: "searchText", "cats"))
    let start = run(.tap(control: "execute", nil))
    #expect(start.logs.count == 1)
    #expect(start.values(of: "executing") == [true])
    #expect(run(.advance(milliseconds: 1_999)) == [])
    let end = run(.advance(milliseconds: 1))
    #expect(end.logs.count == 1)
    #expect(end.values(of: "executing") == [false])
    #expect(run.isEnabled("execute") == true)
    #expect(run.pages == ["search"])
  }

  @Test("F5: while one runs, the button takes no second one", arguments: variants)
  func busy(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "searchText", "cats"))
    run(.tap(control: "execute", nil))
    #expect(run(.tap(control: "execute", nil)).refusals == ["disabled, canSearch is false"])
    run(.send(input: "execute", nil))
    #expect(run.effects.requests.count == 1)
  }

  @Test(
    "F7, HZ-C6: executed too short, nothing is asked; only the fixed variant shows that it looked", arguments: variants)
  func short(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.set(control: "searchText", "cat"))
    let effects = run(.send(input: "execute", nil))
    #expect(effects.requests.isEmpty && run.alert == nil)
    #expect(effects.states == (title == "flickr@fixed" ? ["validating", "idle"] : []))
  }

  @Test("F8: after a second the results are pushed, with three rows, and noted", arguments: variants)
  func results(_ title: String) throws {
    var run = try searched(title)
    run(.advance(milliseconds: 999))
    #expect(run.pages == ["search"])
    run(.advance(milliseconds: 1))
    #expect(run.pages == ["search", "results"])
    #expect(run.machine.screen(of: run.snapshot).title == "cats")
    #expect(run.value("results.searchResults[2].title") == "photo 3")
    #expect(run.value("results.searchResults[0].url") == "http://farm9.static.flickr.com/7/p1_s_m.jpg")
    #expect(run.value("historyCount") == 1)
    #expect(run.value("executing") == false)
    run(.back)
    #expect(run.shown("searchText") == "cats")
  }

  @Test("F9, HZ-J8: an answer for another text navigates in the originals", arguments: variants)
  func late(_ title: String) throws {
    var run = try searched(title)
    run(.advance(milliseconds: 500))
    run(.set(control: "searchText", "dogs"))
    run(.advance(milliseconds: 500))
    let isFixed = title == "flickr@fixed"
    #expect(run.pages == (isFixed ? ["search"] : ["search", "results"]))
    #expect(run.value("historyCount") == 1)
    #expect(run.effects.broken == (isFixed ? [] : ["results are shown for the text that is shown"]))
    if !isFixed { #expect(run.machine.screen(of: run.snapshot).title == "cats") }
  }

  @Test(
    "F10: an error is an alert, nothing is noted, and the next search goes on",
    arguments: ["flickr@fixed", "flickr@original"])
  func error(_ title: String) throws {
    var run = try searched(title, "cats", ServiceBehaviour(answer: .outcome(.error, "timeout"), isOnce: true))
    run(.advance(milliseconds: 1_000))
    #expect(run.alert?.title == "Connection Error")
    #expect(run.pages == ["search"])
    #expect(run.value("historyCount") == 0)
    run(.dismiss(button: "OK"))
    run(.tap(control: "execute", nil))
    run(.advance(milliseconds: 1_000))
    #expect(run.pages == ["search", "results"])
  }

  @Test("F11: a failure in the envelope is the original's connection error, and yellow in the fixed variant")
  func failure() throws {
    for (title, alert, message) in [
      ("flickr@original", "Connection Error", "There was a problem reaching Flickr."),
      ("flickr@fixed", "Search Failed", "3: Parameterless searches have been disabled"),
    ] {
      var run = try searched(title, "cats", answer("disabled"))
      run(.advance(milliseconds: 1_000))
      #expect(run.alert?.title == alert)
      #expect(run.alert?.message == message)
    }
  }

  @Test("F12: a total may be a text, or nothing that counts", arguments: variants)
  func totals(_ title: String) throws {
    for (sample, text) in [("many", "1,234"), ("words", "0"), ("none", "0")] as [(String, Value)] {
      var run = try searched(title, "cats", answer(sample))
      run(.advance(milliseconds: 1_000))
      run(.back)
      #expect(run.value("previousSearches[0].totalText") == text)
    }
  }

  @Test("F13: no photos are an empty page, and a history row without a thumbnail", arguments: variants)
  func none(_ title: String) throws {
    var run = try searched(title, "cats", answer("none"))
    run(.advance(milliseconds: 1_000))
    #expect(run.pages == ["search", "results"])
    #expect(run.value("results.searchResults[0].title") == nil)
    #expect(run.value("previousSearches[0].thumbnail") == .null)
  }

  @Test("F14: the history keeps the last ten searches", arguments: variants)
  func history(_ title: String) throws {
    var run = try GalleryRun(title)
    for index in 1...11 {
      run.search(.string("search \(index)"))
      run(.advance(milliseconds: 1_000))
      run(.back)
    }
    #expect(run.value("historyCount") == 10)
    #expect(run.texts.first == "search 11")
    #expect(!run.texts.contains("search 1"))
  }

  @Test("HZ-J7: the originals note the same words twice, and never refresh; the fixed variant does both")
  func unique() throws {
    for (title, texts, total) in [
      ("flickr@original", ["cats", "cats"], "3"), ("flickr@fixed", ["cats"], "1,234"),
    ] as [(String, [String], Value)] {
      var run = try searched(title)
      run(.advance(milliseconds: 1_000))
      run(.back)
      run(.service(name: "search", try answer("many")))
      run(.tap(control: "execute", nil))
      run(.advance(milliseconds: 1_000))
      run(.back)
      #expect(run.value("previousSearches[0].totalText") == total)
      #expect(run.effects.broken == (title == "flickr@fixed" ? [] : ["the history begins with what was found last"]))
      run.search("cats")
      run(.advance(milliseconds: 1_000))
      run(.back)
      #expect(run.texts == texts)
    }
  }

  @Test("F25, HZ-J4: the first version executes for ever when the transport breaks")
  func stuck() throws {
    var run = try searched("flickr@first", "cats", ServiceBehaviour(answer: .outcome(.error, "timeout")))
    run(.advance(milliseconds: 60_000))
    #expect(run.value("executing") == true)
    #expect(run.isEnabled("execute") == false)
    #expect(run.effects.broken == ["a search ends"])
  }

  @Test("F27, HZ-J9: services that were released leave a nil signal", arguments: originals)
  func released(_ title: String) throws {
    var run = try GalleryRun(title)
    run(.send(input: "releaseServices", nil))
    run.search("cats")
    #expect(run.effects.crashes == ["the signal of the command is nil"])
  }

  @Test("F28, HZ-J10: a view model without a page crashes the originals, and is an error in the fixed variant")
  func unknown() throws {
    var original = try GalleryRun("flickr@original")
    #expect(original(.send(input: "pushUnknown", nil)).crashes == ["an unknown ViewModel was pushed!"])
    var fixed = try GalleryRun("flickr@fixed")
    #expect(fixed(.send(input: "pushUnknown", nil)).outputs == [Output("error", "an unknown ViewModel was pushed!")])
  }

  @Test(
    "HZ-J12: blanks are a text in the originals and an ideograph is none; in the fixed variant it is the other way round"
  )
  func blanks() throws {
    for title in Self.variants {
      for (text, isValid) in [("    ", false), ("猫", true)] as [(Value, Bool)] {
        var run = try GalleryRun(title)
        run(.set(control: "searchText", text))
        #expect(run.isEnabled("execute") == (isValid == (title == "flickr@fixed")))
      }
    }
  }
}

/// The items of the results.
@Suite("The photos of a search")
struct FlickrItemTests {
  private func shown(_ title: String) throws -> GalleryRun {
    var run = try GalleryRun(title)
    run.search("cats")
    run(.advance(milliseconds: 1_000))
    return run
  }

  @Test(
    "F16, HZ-J3: seen for a second, the metadata is asked for and comes; in the first version crossed",
    arguments: FlickrVectorTests.variants)
  func seen(_ title: String) throws {
    var run = try shown(title)
    run(.tap(control: "searchResults[0].appear", nil))
    #expect(run(.advance(milliseconds: 999)).requests == [])
    #expect(run(.advance(milliseconds: 1)).requests == ["favorites", "info"])
    run(.advance(milliseconds: 300))
    #expect(run.value("results.searchResults[0].favourites") == 12)
    #expect(run.value("results.searchResults[0].comments") == (title == "flickr@first" ? 12 : 5))
  }

  @Test("F17: hidden before the second is over, nothing is asked for", arguments: FlickrVectorTests.variants)
  func hidden(_ title: String) throws {
    var run = try shown(title)
    run(.tap(control: "searchResults[0].appear", nil))
    run(.advance(milliseconds: 500))
    run(.tap(control: "searchResults[0].disappear", nil))
    #expect(run(.advance(milliseconds: 5_000)).requests == [])
  }

  @Test("I.4a: when the results are left, nothing is asked for and no cell changes", arguments: [500, 1_000, 1_100])
  func left(_ milliseconds: Int) throws {
    var run = try shown("flickr@fixed")
    run(.tap(control: "searchResults[0].appear", nil))
    run(.advance(milliseconds: milliseconds))
    let effects = run(.back)
    #expect(effects.contains { if case .cancelled("info") = $0 { true } else { false } } == (milliseconds > 999))
    #expect(run.machine.work(of: run.snapshot).isEmpty && run.machine.requests(of: run.snapshot).isEmpty)
    #expect(run(.advance(milliseconds: 120_000)) == [])
    #expect(run.effects.broken == [])
  }

  @Test("F20, HZ-J1: hidden once, the original's item never asks again", arguments: FlickrVectorTests.variants)
  func dead(_ title: String) throws {
    var run = try shown(title)
    run(.tap(control: "searchResults[0].disappear", nil))
    run(.tap(control: "searchResults[0].appear", nil))
    let isFixed = title == "flickr@fixed"
    #expect(run(.advance(milliseconds: 2_000)).requests == (isFixed ? ["favorites", "info"] : []))
    #expect(run.effects.broken.isEmpty == isFixed)
  }

  @Test("HZ-J5: seen twice, the original asks twice")
  func double() throws {
    for (title, count) in [("flickr@original", 4), ("flickr@fixed", 2)] {
      var run = try shown(title)
      run(.tap(control: "searchResults[0].appear", nil))
      run(.tap(control: "searchResults[0].appear", nil))
      #expect(run(.advance(milliseconds: 1_000)).requests.count == count)
      #expect(run.effects.broken.isEmpty == (title == "flickr@fixed"))
    }
  }

  @Test("F21: hidden just when the second is over, either may be first", arguments: FlickrVectorTests.variants)
  func tie(_ title: String) throws {
    for isHiddenFirst in [true, false] {
      var run = try shown(title)
      run(.tap(control: "searchResults[0].appear", nil))
      run(.advance(milliseconds: 1_000), isHeld: isHiddenFirst)
      run(.tap(control: "searchResults[0].disappear", nil))
      run(.advance(milliseconds: 1_000))
      #expect(run.effects.requests.dropFirst().isEmpty == isHiddenFirst)
    }
  }

  @Test("F23, HZ-J2: one error reaches all that wait in the original, one response in the first version")
  func crossed() throws {
    for (title, outcome, other) in [
      ("flickr@original", Outcome.error, Value.null), ("flickr@first", .ok, 99), ("flickr@fixed", .error, 12),
    ] as [(String, Outcome, Value)] {
      var run = try shown(title)
      run(.tap(control: "searchResults[0].appear", nil))
      run(.tap(control: "searchResults[1].appear", nil))
      run(.advance(milliseconds: 1_000))
      run(.reply(request: "favorites", outcome, outcome == .ok ? 99 : "网络错误"))
      run(.advance(milliseconds: 300))
      #expect(run.value("results.searchResults[1].favourites") == other)
      #expect(run.effects.broken.isEmpty == (title == "flickr@fixed"))
    }
  }

  @Test("HZ-J6: a cell that is used again goes on showing its first photo's numbers in the original")
  func reused() throws {
    for (title, label) in [("flickr@original", 12), ("flickr@fixed", .null)] as [(String, Value)] {
      var run = try GalleryRun(title)
      run(.service(name: "search", ServiceBehaviour(answer: .outcome(.ok, try sixPhotos))))
      run.search("cats")
      run(.advance(milliseconds: 1_000))
      run(.tap(control: "searchResults[0].appear", nil))
      run(.advance(milliseconds: 1_000))
      run(.tap(control: "offset", 44))
      #expect(run.value("results.cells[0].titleLabel") == "photo 5")
      run(.advance(milliseconds: 300))
      #expect(run.value("results.searchResults[4].favourites") == .null)
      #expect(run.value("results.cells[0].favouritesLabel") == label)
      #expect(run.effects.broken.isEmpty == (title == "flickr@fixed"))
    }
  }

  private var sixPhotos: Value {
    get throws {
      let samples = try GalleryRun("flickr@fixed").machine.samples
      return try #require(samples.first { $0.name == "six" && $0.owner == "search" }?.value)
    }
  }

  @Test("F26, HZ-J11: what never comes is never told in the original, and after a minute in the fixed variant")
  func silent() throws {
    for (title, problem) in [("flickr@original", .null), ("flickr@fixed", "请求超时")] as [(String, Value)] {
      var run = try shown(title)
      run(.service(name: "info", ServiceBehaviour(answer: .never)))
      run(.tap(control: "searchResults[0].appear", nil))
      run(.advance(milliseconds: 61_000))
      #expect(run.value("results.searchResults[0].problem") == problem)
      #expect(run.value("results.searchResults[0].comments") == .null)
    }
  }
}

extension GalleryRun {
  mutating func search(_ text: Value) {
    self(.set(control: "searchText", text))
    self(.tap(control: "execute", nil))
  }

  /// The texts of the history, the newest first.
  var texts: [String] {
    let rows = machine.screen(of: snapshot).controls.first { $0.name == "previousSearches" }?.rows ?? []
    return rows.compactMap { row in row.first.flatMap { String($0.value) } }
  }
}

extension [Effect] {
  /// The lines that were logged.
  var logs: [String] {
    compactMap { if case .logged(let text, _) = $0 { text } else { nil } }
  }
}
