import Exploration
import Statecharts
import Testing
import ViewModels

/// A page that loads as soon as it opens, counts how often the app was opened, and breaks when it was for the third
/// time.
private struct Foyer: ViewModel {
  struct Model: ModelType, Hashable {
    var visits = 0
  }

  let visits = Field(\.visits)
  let load = Service<Int, Int>(after: .seconds(1)) { .ok($0) }
  let retry = Input()

  var chart: Chart {
    SetUp { me in
      me.visits = (me.stored("visits") ?? 0) + 1
      me.store("visits", me.visits)
    }
    Region("foyer") {
      State("loading") {
        Invoke(load) { $0.visits }
        On(load.succeeded, to: "shown")
        On(load.failed, to: "lost")
      }
      State("shown") {
        On(retry, to: "loading")
        After(.seconds(3), to: "loading")
      }
      State("lost") { On(retry, to: "loading") }
    }
  }

  var laws: Chart {
    Invariant("what is asked for first comes") { !$0.isIn("lost") }
    Invariant("nobody comes a third time") { $0.visits < 3 }
  }

  var screen: Screen {
    Screen("Foyer") {
      Label(visits, "Visits")
      Button(retry, "Again")
    }
  }

  static var machine: Machine { Machine(Self.self, name: "foyer", variant: "fixed", summary: "A page that loads") }
}

/// A door that closes for ever.
private struct Trapdoor: ViewModel {
  struct Model: ModelType, Hashable {}

  let fall = Input()

  var chart: Chart {
    Region("door") {
      State("closed") { On(fall, to: "below") }
      State("below")
    }
  }

  var screen: Screen { Screen("Trapdoor") { Button(fall, "Fall") } }

  static var machine: Machine { Machine(Self.self, name: "door", variant: "fixed", summary: "A door to nowhere") }
}

/// The app ends and is opened again, once or at any time.
@Suite("Searching over restarts")
struct RestartTests {
  private func report(_ machine: Machine = Foyer.machine, _ change: (inout SearchOptions) -> Void) -> SearchReport {
    var options = SearchOptions()
    options.races = false
    change(&options)
    var search = Search(machine, options)
    search.run()
    return search.report
  }

  private static let fails: Stimulus = .service(name: "load", ServiceBehaviour(answer: .outcome(.fail, nil)))

  @Test("what a machine asks for when it opens is answered as services are set, if it is opened again behind that")
  func first() throws {
    #expect(report { ($0.preparation, $0.depth) = ([Self.fails], 1) }.findings.isEmpty)
    let found = report { ($0.preparation, $0.depth) = ([Self.fails, .restart], 1) }.findings
    #expect(found.map(\.name) == ["what is asked for first comes"])
    #expect(found.map(\.script) == [[Self.fails, .restart, .advance(milliseconds: nil)].map { DrivenStimulus($0) }])
  }

  @Test("at any time, what was stored comes back; the script is a shortest one, and replays")
  func any() throws {
    let report = report { ($0.domain.restarts, $0.depth) = (true, 3) }
    let broken = report.findings.filter { $0.kind == .broken }
    let found = try #require(broken.first)
    #expect(broken.count == 1 && found.name == "nobody comes a third time")
    #expect(found.script == [.restart, .restart].map { DrivenStimulus($0) })
    var run = ScriptRun(Foyer.machine)
    run.drive(found.script)
    #expect(run.findings.map(\.name) == [found.name])
  }

  @Test("time that went by before a restart counts for what is promised", arguments: [(1_500, false), (2_000, true)])
  func promised(_ limit: Int, _ isKept: Bool) {
    let machine = Foyer.machine
    let promise = Promise(
      "the second visit shows it", holds: { _ in true },
      isKept: { machine.field(at: "visits", of: $0)?.value == 2 && machine.regions(of: $0)[0].state == "shown" },
      within: limit)
    var trial = RunTrial(of: .promise(promise), machine)
    var snapshot = machine.open().snapshot
    trial.visit(snapshot)
    for stimulus: Stimulus in [.advance(milliseconds: 800), .restart, .advance(milliseconds: nil)] {
      _ = machine.step(&snapshot, stimulus)
      trial.visit(snapshot)
    }
    #expect(trial.isKept(goingOnFrom: snapshot) == isKept)
  }

  @Test("a promise that is kept without restarts is found broken by one")
  func brokenPromise() {
    let machine = Foyer.machine
    let isFirst: @Sendable (Snapshot) -> Bool = { machine.field(at: "visits", of: $0)?.value == 1 }
    let stands: @Sendable (String, Snapshot) -> Bool = { machine.regions(of: $1)[0].state == $0 }
    let promise = Promise(
      "what is shown is loaded again for the same visitor",
      holds: { isFirst($0) && stands("shown", $0) }, isKept: { isFirst($0) && stands("loading", $0) }, within: 5_000)
    let found = [false, true].map { restarts in
      report { ($0.domain.restarts, $0.depth, $0.promises) = (restarts, 7, [promise]) }.findings
        .filter { $0.kind == .unkept }.map(\.script)
    }
    let waits = Array(repeating: Stimulus.advance(milliseconds: nil), count: 4)
    #expect(found == [[], [([waits[0], .restart] + waits).map { DrivenStimulus($0) }]])
  }

  @Test("a restart that is held is none; recorded in pieces or at once it says the same")
  func held() {
    let machine = Foyer.machine
    var (whole, held) = (machine.open().snapshot, machine.open().snapshot)
    let turns = machine.step(&whole, .restart)
    #expect(machine.step(&held, .restart, isHeld: true) == turns)
    #expect(held.canonicalBytes(machine.program) == whole.canonicalBytes(machine.program))
    #expect(turns[0].effects.contains(.set(field: "visits", old: 1, new: 0)))
  }

  @Test("a sweep gives what the app asks for when it is opened again each fault, and a script that leads there")
  func swept() throws {
    let script = [.restart, .advance(milliseconds: nil)].map { DrivenStimulus($0) }
    var sweep = Sweep(Foyer.machine, script, runs: 100)
    sweep.run()
    let report = sweep.report
    #expect(report.requests.map(\.name) == ["load", "load"] && report.requests.map(\.command) == [nil, 1])
    #expect(report.requests[0].cells.allSatisfy { $0 == .impossible })
    #expect(report.requests[1].cells[0] == .red([0]))
    let finding = try #require(report.findings.first?.finding)
    #expect(finding.name == "what is asked for first comes")
    let once = ServiceBehaviour(answer: .outcome(.fail, nil), isOnce: true)
    #expect(finding.script == [DrivenStimulus(.service(name: "load", once))] + script)
    #expect(report.instants.map(\.offset) == [1_000])
  }

  @Test("that the app can be restarted is no way out of a page on which nothing can be done")
  func trap() {
    let alone = report(Trapdoor.machine) { _ in }
    #expect(alone.findings.map(\.kind) == [.trap] && alone.steps == 1)
    let restarting = report(Trapdoor.machine) { $0.domain.restarts = true }
    #expect(restarting.findings == alone.findings && restarting.steps == 3)
  }
}
