import Console
import Observation
import Testing
import Traces
import ViewModels

@testable import Gallery
@testable import Live

/// Races of the real world, each with the transcript that it leaves.
@MainActor
@Suite("Live: races")
struct RaceTests {
  private let clock = ManualClock()
  private let desk = Desk<Credentials, LoginSession>()

  private func login(_ desk: Desk<Credentials, LoginSession>) -> Live<Login> {
    let login: Live<Login> = Live(machine("login@fixed"), clock: clock) { world in
      world.answer(\.authenticate) { try await desk.ask($0) }
    }
    (login.name, login.password) = ("aaaaaa", "aaaaaa")
    return login
  }

  private func makeShelf(_ search: Desk<String, [String]>) -> Live<Shelf> {
    Live(shelf, clock: clock) { world in world.answer(\.search) { try await search.ask($0) } }
  }

  /// The lines behind the last edit.
  private func steps<V>(of live: Live<V>, on machine: Machine, behind command: String) throws -> String {
    let run = try replayed(live, on: machine)
    #expect(run.difference == nil)
    let text = LiveTests.steps(run)
    let parts = text.split(separator: "> \(command)\n")
    return parts.count > 1 ? "> \(command)\n" + parts[parts.count - 1] : text
  }

  @Test("what is due comes before a stimulus, at its due time, although the timer fired late")
  func lateTimer() throws {
    let shelf = makeShelf(Desk())
    shelf.start()
    clock.jump(103)
    shelf.stop()
    #expect(shelf.count == 1)
    #expect(
      try steps(of: shelf, on: LiveTests.shelf, behind: "send start") == """
        > send start
        | timer off -> on
        | timer tick 100ms
        > advance 103ms
        | +100ms timer tick
        | +100ms count 0 -> 1
        > send stop
        | timer on -> off

        """)
  }

  @Test("an answer that arrives during a step waits for its end")
  func answerDuringStep() async throws {
    let login = login(desk)
    login.login()
    await eventually { desk.asked.count == 1 }
    // The main actor is busy while the answer comes.
    desk.answer(1, .success(LoginSession(name: "s-1")))
    clock.jump(5)
    login.name = "aaaaaaa"
    #expect(login.phase(\.login) == .executing)
    await eventually { login.phase(\.login) == .succeeded }
    #expect(
      try steps(of: login, on: machine("login@fixed"), behind: "tap login") == """
        > tap login
        | login idle -> validating -> executing
        | request authenticate {name: "aaaaaa", password: <secret>}
        > advance 5ms
        > set name "aaaaaaa"
        | name "aaaaaa" -> "aaaaaaa"
        > reply authenticate ok $session
        | login executing -> succeeded
        | success {session: "s-1"}
        | push home

        """)
  }

  @Test("a request that is cancelled while its answer is delivered drops the answer")
  func cancelledDuringDelivery() async throws {
    let search = Desk<String, [String]>(endsWhenCancelled: false)
    let shelf = makeShelf(search)
    shelf.title = "a"
    shelf.search()
    await eventually { search.asked == ["a"] }
    search.answer(1, .success(["late"]))
    shelf.search.cancel()
    await othersRun()
    #expect(shelf.found == [] && shelf.phase(\.search) == .idle)
    let text = try steps(of: shelf, on: LiveTests.shelf, behind: "send cancelSearch")
    #expect(text == "> send cancelSearch\n| cancelled searchCall\n| search executing -> idle\n")
  }

  @Test("a command that restarts asks again; the answer to the first request does not answer the second")
  func restarted() async throws {
    let search = Desk<String, [String]>(endsWhenCancelled: false)
    let shelf = makeShelf(search)
    shelf.title = "a"
    shelf.search()
    await eventually { search.asked == ["a"] }
    // The input is the same, so only the number of the request tells them apart.
    shelf.search()
    await eventually { search.asked == ["a", "a"] && search.cancelledCount == 1 }
    search.answer(1, .success(["first"]))
    await othersRun()
    #expect(shelf.found == [] && shelf.phase(\.search) == .executing)
    search.answer(2, .success(["second"]))
    await eventually { shelf.found == ["second"] }
    #expect(try replayed(shelf, on: LiveTests.shelf).difference == nil)
  }

  @Test("two inputs in one turn of the run loop are two steps, in order, at one time")
  func twoInputs() throws {
    let login = login(desk)
    login.login()
    login.login()
    #expect(
      try steps(of: login, on: machine("login@fixed"), behind: "set password $right") == """
        > set password $right
        | password <secret> changed
        | loginEnabled false -> true
        > tap login
        | login idle -> validating -> executing
        | request authenticate {name: "aaaaaa", password: <secret>}
        > tap login
        | refused login: already executing

        """)
  }

  @Test("inputs that come while due work runs keep their order")
  func duringDueWork() async throws {
    let shelf = makeShelf(Desk())
    shelf.start()
    await eventually { clock.sleeperCount == 1 }
    withObservationTracking {
      _ = shelf.count
    } onChange: {
      MainActor.assumeIsolated { (shelf.title, shelf.title) = ("first", "second") }
    }
    clock.jump(100)
    await eventually { shelf.count == 1 }
    #expect(shelf.title == "second")
  }

  @Test("a clock that jumps two minutes runs each piece of work at its due time; one that goes back loses nothing")
  func jump() async throws {
    let shelf = makeShelf(Desk())
    shelf.start()
    await eventually { clock.sleeperCount == 1 }
    clock.jump(120_000)
    await eventually { shelf.count == 1_200 }
    #expect(shelf.isFull)
    clock.jump(-100_000)
    shelf.stop()
    #expect(shelf.count == 1_200 && shelf.phase(of: "timer") == "off")
    clock.jump(100_050)
    shelf.start()
    clock.jump(100)
    await eventually { shelf.count == 1_201 }
  }

  @Test("a jump with more work than the limit ends there, and the app goes on")
  func longJump() async {
    let shelf = makeShelf(Desk())
    shelf.start()
    clock.jump(100 * LiveHost.mostCatchUpTurns + 600_000)
    shelf.keep()
    #expect(shelf.count >= LiveHost.mostCatchUpTurns && shelf.count < LiveHost.mostCatchUpTurns + 1_000)
    #expect(shelf.fault == nil)
    clock.jump(100)
    let count = shelf.count
    shelf.stop()
    #expect(shelf.count == count + 1)
  }

  @Test("a jump without work is one step, however long")
  func emptyJump() throws {
    let shelf = makeShelf(Desk())
    clock.jump(.max / 4)
    shelf.keep()
    let text = try steps(of: shelf, on: LiveTests.shelf, behind: "nothing")
    #expect(text.components(separatedBy: "> advance").count == 2)
  }

  @Test("an app that is released while a request is open cancels it, and its answer goes nowhere")
  func released() async {
    weak var host: LiveHost?
    do {
      let login = login(desk)
      login.login()
      await eventually { desk.asked.count == 1 }
      host = login.host
    }
    await eventually { host == nil && desk.cancelledCount == 1 }
    desk.answer(1, .success(LoginSession(name: "s-1")))
    await othersRun()
  }

  @Test("a service that throws a cancellation without being cancelled is an error")
  func throwsCancellation() async throws {
    let login = login(desk)
    login.login()
    await eventually { desk.asked.count == 1 }
    desk.answer(1, .failure(CancellationError()))
    await eventually { login.phase(\.login) == .error }
    #expect(
      try steps(of: login, on: machine("login@fixed"), behind: "reply authenticate error \"cancelled\"") == """
        > reply authenticate error "cancelled"
        | login executing -> error
        | error "cancelled"
        | alert "登录失败" "cancelled" ["确定"]

        """)
  }

  @Test("an answer after the time-out is dropped; the transcript has the time-out")
  func afterTimeout() async throws {
    let desk = Desk<Credentials, LoginSession>(endsWhenCancelled: false)
    let login = login(desk)
    login.login()
    await eventually { desk.asked.count == 1 && clock.sleeperCount == 1 }
    clock.jump(60_004)
    await eventually { login.phase(\.login) == .error }
    desk.answer(1, .success(LoginSession(name: "s-1")))
    await othersRun()
    #expect(desk.cancelledCount == 1 && login.phase(\.login) == .error)
    #expect(
      try steps(of: login, on: machine("login@fixed"), behind: "advance 60s") == """
        > advance 60s
        | +60000ms reply authenticate error "请求超时"
        | +60000ms login executing -> error
        | +60000ms error "请求超时"
        | +60000ms alert "登录失败" "请求超时" ["确定"]
        > advance 4ms

        """)
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
