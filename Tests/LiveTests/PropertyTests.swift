import Console
import Observation
import Testing
import Traces
import ViewModels

@testable import Gallery
@testable import Live

/// What a page reads and sets.
@MainActor
@Suite("Live: properties and inputs")
struct PropertyTests {
  private let clock = ManualClock()

  private func login(_ desk: Desk<Credentials, LoginSession> = Desk()) -> Live<Login> {
    Live(machine("login@fixed"), clock: clock) { world in world.answer(\.authenticate) { try await desk.ask($0) } }
  }

  private func makeShelf() -> Live<Shelf> {
    Live(shelf, clock: clock) { world in world.answer(\.search) { [$0] } }
  }

  @Test("setting a text is its control's edit, which the chart's observers clean")
  func edit() throws {
    let login = login()
    login.name = "12aaaaaa!"
    #expect(login.name == "aaaaaa" && !login.isComplete)
    login[text: \.password] = "aaaaaa"
    #expect(login.password == "aaaaaa" && login.isComplete)
    #expect(try replayed(login, on: machine("login@fixed")).difference == nil)
    login[text: \.password] = "b"
    #expect(login[text: \.password] == "b" && !login.isComplete)
    // The simulator has another secret in its place, which is longer.
    let run = try replayed(login, on: machine("login@fixed"))
    #expect(run.difference == "turn 4, set password <secret> at 0 ms, has other effects")
  }

  @Test("each field is observed alone, and each change is seen once")
  func observed() {
    let shelf = makeShelf()
    var seen: [String] = []
    func watch(_ name: String, _ read: @escaping @MainActor () -> Void) {
      withObservationTracking(read) { MainActor.assumeIsolated { seen.append(name) } }
    }
    watch("title") { _ = shelf.title }
    watch("count") { _ = shelf.count }
    watch("isFull") { _ = shelf.isFull }
    watch("half") { _ = shelf.half }
    watch("words") { _ = shelf.words }
    watch("phase") { _ = shelf.phase(\.search) }
    shelf.title = "a b"
    #expect(seen.sorted() == ["title", "words"])
    #expect(shelf.title == "a b" && shelf.words == 2)
    seen = []
    shelf.add()
    #expect(seen == [], "nothing that is watched changed")
    shelf.start()
    clock.jump(100)
    shelf.keep()
    #expect(seen == ["count"] && shelf.count == 1)
    clock.jump(100)
    shelf.keep()
    #expect(seen == ["count", "half"], "one tracking sees one change")
    clock.jump(100)
    shelf.stop()
    #expect(seen == ["count", "half", "isFull"] && shelf.isFull)
    shelf.search()
    #expect(seen.last == "phase" && seen.count == 4 && shelf.phase(\.search) == .executing)
  }

  @Test("while an observer is told of a change, it reads the old value; then the new one")
  func order() {
    let shelf = makeShelf()
    var before: String?
    withObservationTracking {
      _ = shelf.title
    } onChange: {
      MainActor.assumeIsolated {
        before = shelf.title
        shelf.rename("from an observer")
      }
    }
    shelf.title = "typed"
    #expect(before == "")
    #expect(shelf.title == "from an observer", "an input during a step waits for its end")
  }

  @Test("a refused input says why, and changes nothing")
  func refused() throws {
    let login = login()
    #expect(login.canSend(\.login).refusal == "disabled, loginEnabled is false")
    login.login()
    #expect(login.phase(\.login) == .idle)
    (login.name, login.password) = ("aaaaaa", "aaaaaa")
    #expect(login.canSend(\.login).isEnabled)
    login.login()
    #expect(login.phase(\.login) == .executing && login.phase(of: "login") == .executing)
    #expect(login.canSend(\.login).refusal == "already executing")
    #expect(try replayed(login, on: machine("login@fixed")).difference == nil)
  }

  @Test("rows are live as long as they are rows; their inputs are the taps of their buttons")
  func rows() throws {
    let shelf = makeShelf()
    for _ in 0..<3 { shelf.add() }
    let rows = shelf.items
    #expect(rows.map(\.name) == ["item 1", "item 2", "item 3"])
    #expect(shelf.items[1] === rows[1], "one object for a row")
    var seen = 0
    withObservationTracking {
      _ = rows[1].likes
    } onChange: {
      MainActor.assumeIsolated { seen += 1 }
    }
    rows[0].like()
    #expect(seen == 0)
    rows[1].like()
    #expect(seen == 1 && rows.map(\.likes) == [1, 1, 0])
    shelf.dropFirst()
    #expect(!rows[0].isAlive && rows[0].name == "item 1" && shelf.items.map(\.name) == ["item 2", "item 3"])
    rows[0].like()
    #expect(rows[0].likes == 1, "a row that is gone does nothing")
    shelf.add()
    #expect(!rows[0].isAlive && rows[0].name == "item 1", "another row in its place is another row")
    #expect(shelf.items.map(\.name) == ["item 2", "item 3", "item 3"])
    let run = try replayed(shelf, on: LiveTests.shelf)
    #expect(run.difference == nil)
    #expect(run.text.contains("\n> tap items[1].like\n"))
  }

  @Test("subjects of the page and of its rows are sequences, which end with the app")
  func values() async {
    var shelf: Live<Shelf>? = makeShelf()
    shelf?.add()
    let (added, liked) = (shelf!.values(\.added), shelf!.items[0].values(\.liked))
    shelf?.add()
    shelf?.items[0].like()
    shelf?.items[1].like()
    shelf?.add()
    shelf = nil
    var sent: [Int] = []
    for await count in added { sent.append(count) }
    #expect(sent == [2, 3])
    sent = []
    for await count in liked { sent.append(count) }
    #expect(sent == [1])
  }

  @Test("a page is pushed with its view model; the route goes back, and the instance is gone")
  func pages() async throws {
    let (desk, lists, totals) = (Desk<Credentials, LoginSession>(), Desk<Int, [HomeRecord]>(), Desk<Int, [String]>())
    let app: Live<Login> = Live(machine("login-app@fixed"), clock: clock) { world in
      world.answer(\.authenticate) { try await desk.ask($0) }
      world.answer(\Home.list) { try await lists.ask($0) }
      world.answer(\Home.totals) { try await totals.ask($0) }
    }
    var routes = 0
    withObservationTracking {
      _ = app.route
    } onChange: {
      MainActor.assumeIsolated { routes += 1 }
    }
    (app.name, app.password) = ("aaaaaa", "aaaaaa")
    app.login()
    #expect(app.route.pages == [] && routes == 0)
    await eventually { desk.asked.count == 1 }
    desk.answer(1, .success(LoginSession(name: "s-1")))
    await eventually { !app.route.pages.isEmpty }
    #expect(routes == 1 && app.route.pages.map(\.title) == ["首页"])
    let home = try #require(app.page(app.route.pages[0], as: Home.self))
    #expect(app.page(app.route.pages[0], as: Login.self) == nil)
    await eventually { lists.asked == [40] && totals.asked == [40] }
    clock.jump(700)
    totals.answer(1, .success(["5", "6"]))
    lists.answer(1, .success(HomeRecord.page(of: 2)))
    await eventually { home.dataArray.count == 2 }
    await eventually { home.dataArray[0].totalNumber == "5" }
    #expect(home.rowCount == 2 && home.phase(of: "home") == "live")
    clock.jump(2_000)
    await eventually { home.dataArray[0].totalNumber == "6" }
    home.scroll(40)
    #expect(app.canSend(\.login).refusal == "no transition in succeeded")
    app.route.pages.removeLast()
    #expect(app.route.pages == [] && !home.isAlive && app.phase(\.login) == .idle)
    let run = try replayed(app, on: machine("login-app@fixed"))
    #expect(run.difference == nil)
    #expect(run.text.contains("\n> back\n"))
  }

  @Test("an alert is part of the route; its buttons call their inputs")
  func alerts() async throws {
    let desk = Desk<Credentials, LoginSession>()
    let login = login(desk)
    (login.name, login.password) = ("aaaaaa", "bbbbbb")
    for (number, error) in ([Rejected("no"), Broken()] as [any Error]).enumerated() {
      login.login()
      await eventually { desk.asked.count == number + 1 }
      desk.answer(number + 1, .failure(error))
      await eventually { login.route.alert != nil }
      #expect(login.route.alert?.message == (number == 0 ? "no" : "the line is down"))
      #expect(login.phase(\.login) == (number == 0 ? .failed : .error))
      #expect(login.canSend(\.login).refusal == "covered by the alert '登录失败'")
      if number == 0 { login.dismiss("确定") } else { login.route.alert = nil }
      #expect(login.route.alert == nil && login.phase(\.login) == .idle)
    }
    #expect(try replayed(login, on: machine("login@fixed")).difference == nil)
  }

  @Test("children are live; the store is read at the start and written when it changes")
  func store() throws {
    let original: Live<LoginOriginal> = Live(machine("login@original"), clock: clock)
    original.name = "12aaaaaa"
    #expect(original.view.nameText == "aaaaaa")
    original.view.nameText = "bbbbbbb"
    #expect(original.name == "bbbbbbb")
    let kept = KeptStore()
    let first: Live<Shelf> = Live(shelf, store: kept, clock: clock) { $0.answer(\.search) { [$0] } }
    first.start()
    clock.jump(300)
    first.keep()
    #expect(kept.members == [Member("count", 3)] && kept.saves == 1)
    let second: Live<Shelf> = Live(shelf, store: kept, clock: clock) { $0.answer(\.search) { [$0] } }
    #expect(second.count == 3)
    first.restart()
    #expect(first.count == 3 && first.phase(of: "timer") == "off")
    #expect(try replayed(first, on: shelf).difference == nil)
  }

  @Test("weak references die when the scope ends, even with an alarm, a row and a reader")
  func released() async {
    weak var weakShelf: Live<Shelf>?
    weak var weakHost: LiveHost?
    weak var weakRow: Live<ShelfItem>?
    do {
      let shelf = makeShelf()
      shelf.add()
      shelf.start()
      let row = shelf.items[0]
      (weakShelf, weakHost, weakRow) = (shelf, shelf.host, row)
      _ = shelf.values(\.added)
      await eventually { clock.sleeperCount == 1 }
    }
    await eventually { weakShelf == nil && weakHost == nil && weakRow == nil && clock.sleeperCount == 0 }
  }
}

struct Broken: Error, CustomStringConvertible {
  var description: String { "the line is down" }
}

@MainActor
private final class KeptStore: LiveStore {
  var members: [Member] = []
  var saves = 0

  func load() -> [Member] { members }
  func save(_ members: [Member]) { (self.members, saves) = (members, saves + 1) }
}
