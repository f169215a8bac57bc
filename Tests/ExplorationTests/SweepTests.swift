import Exploration
import Gallery
import SeededRandom
import Statecharts
import Testing
import ViewModels

/// Sweeps of recorded scripts: what each change shows, against scripts that are written down or driven plainly.
@Suite("Sweeping a recorded script")
struct SweepTests {
  private let machine = Ferry.machine

  private func sweep(_ stimuli: [Stimulus], runs: Int = 1_000) -> SweepReport {
    var sweep = Sweep(machine, stimuli.map { DrivenStimulus($0) }, runs: runs)
    sweep.run()
    return sweep.report
  }

  private func tap(_ control: String) -> Stimulus { .tap(control: control, nil) }
  private func advance(_ milliseconds: Int) -> Stimulus { .advance(milliseconds: milliseconds) }

  /// What is broken or crashes, by name.
  private func shown(_ script: [DrivenStimulus]) -> Set<String> {
    var snapshot = machine.open().snapshot
    let effects = script.flatMap { machine.step(&snapshot, $0.stimulus, isHeld: $0.isHeld) }.flatMap(\.effects)
    return Set(effects.compactMap { if case .broken(let name) = $0 { name.text } else { nil } })
  }

  /// What a report's cell shows, by name.
  private func names(_ cell: SweepReport.Cell, _ report: SweepReport) -> Set<String>? {
    switch cell {
    case .green: []
    case .red(let places): Set(places.map { report.findings[$0].finding.name })
    case .recorded, .impossible, .untried: nil
    }
  }

  @Test("each request is given each fault; what is found is told with the command that leads to it")
  func faults() throws {
    let report = sweep([tap("cross"), tap("post"), advance(800)])
    #expect(report.recorded.isEmpty && report.isComplete)
    #expect(report.requests.map(\.name) == ["cars", "mail"] && report.requests.map(\.command) == [1, 2])
    let cars = report.requests[0].cells.map { names($0, report) }
    let timedOut: Set<String> = ["it is not lost", "cars leave before the mail"]
    #expect(cars == [["it does not sink"], ["it is not lost"], timedOut, timedOut, []])
    let mail = report.requests[1].cells
    #expect(mail[3] == .impossible, "mail has no time-out behind which an answer is late")
    #expect(mail.filter { $0 != .impossible }.map { names($0, report) } == [[], [], ["mail arrives"], []])
  }

  @Test("behind a restart requests have faults like others; what was asked before has no answer any more")
  func restarted() {
    let report = sweep([tap("cross"), .restart, tap("cross"), advance(800)])
    #expect(report.requests.map(\.name) == ["cars", "cars"] && report.requests.map(\.command) == [1, 3])
    #expect(report.overlapping == 0, "no two of them are open at a time")
    #expect(names(report.requests[0].cells[0], report) == [])
    #expect(names(report.requests[1].cells[0], report) == ["it does not sink"])
  }

  @Test("a fault that was recorded is told as recorded, be it set or typed")
  func recordedFaults() {
    let set = ServiceBehaviour(answer: .outcome(.fail, nil), isOnce: true)
    let report = sweep([.service(name: "mail", set), tap("post"), advance(800)])
    #expect(report.requests[0].cells[0] == .recorded)
    let byHand = ServiceBehaviour(answer: .manual)
    let typed = sweep([
      .service(name: "cars", byHand), tap("cross"), .reply(request: "cars", .error, nil), tap("cross"),
    ])
    #expect(typed.requests[0].cells[1] == .recorded)
    #expect(names(typed.requests[0].cells[0], typed) == ["it does not sink"])
    #expect(names(typed.requests[0].cells[2], typed) == [], "a silent server is the recorded error, only later")
  }

  @Test("the fault is that of the one request, however many its service has")
  func oneOfSeveral() throws {
    let report = sweep([tap("cross"), advance(500), tap("cross"), advance(500), tap("cross"), advance(500)])
    #expect(report.requests.map(\.command) == [1, 3, 5])
    for (index, request) in report.requests.enumerated() {
      guard case .red(let places) = request.cells[0] else {
        Issue.record("no fault of request \(index)")
        continue
      }
      #expect(places.map { report.findings[$0].finding.name } == ["it does not sink"])
    }
    #expect(report.findings.filter { $0.finding.name == "it does not sink" }.count == 1)
  }

  @Test("a script goes on a millisecond before, at and after what comes due")
  func edges() throws {
    let report = sweep([tap("light"), advance(3_000), tap("light")])
    let instant = try #require(report.instants.first)
    #expect(report.instants.count == 1 && instant.command == 2 && instant.offset == 1_000)
    #expect(instant.cells.map { names($0, report) } == [["the lamp is whole"], ["the lamp is whole"], [], []])
    let alone = sweep([tap("light"), .advance(milliseconds: nil), tap("light")])
    #expect(alone.instants.map(\.offset) == [1_000])
    #expect(alone.instants[0].cells[2] == .recorded)
  }

  @Test("requests that are open at once are answered in every order")
  func orders() {
    let both = sweep([tap("cross"), tap("post"), advance(900)])
    #expect(both.overlapping == 2 && both.orders == 2 && both.redOrders == 1)
    #expect(
      both.findings.contains {
        $0.finding.name == "cars leave before the mail" && $0.change == .order(["mail", "cars"])
      })
    let apart = sweep([tap("cross"), advance(500), tap("post"), advance(800)])
    #expect(apart.overlapping == 0 && apart.orders == 0)
    // The cars, then mail or cars again; and the mail first, then the cars, which may cross again.
    let chain = sweep([tap("post"), tap("cross"), advance(500), tap("cross"), advance(500)])
    #expect(chain.overlapping == 3 && chain.orders == 3)
  }

  @Test("what the recorded script shows makes no cell red")
  func baseline() {
    let report = sweep([tap("light"), tap("light"), tap("cross"), advance(500)])
    #expect(report.recorded.map(\.name) == ["the lamp is whole"])
    #expect(report.requests[0].cells[4] == .green)
  }

  @Test("a bound leaves what it hides untried, and is named")
  func bound() {
    let report = sweep([tap("cross"), tap("post"), advance(800)], runs: 3)
    #expect(report.bound == .runs(3) && report.runs == 3)
    #expect(report.requests[0].cells.filter { $0 == .untried }.count == 2)
    #expect(sweep([tap("cross")], runs: 5).isComplete, "what was the last one is no bound")
  }

  @Test("what comes due is what a walk of one millisecond after another meets", arguments: 1..<40)
  func instants(_ seed: Int) {
    var random = SplitMix64(seed: seed)
    let script = (0..<8).map { _ in random.pick(["cross", "post", "light", "", ""]) }.map { name in
      name.isEmpty ? advance(random.pick([100, 499, 500, 800, 1_000])) : tap(name)
    }
    let report = sweep(script)
    var met: [[Int]] = []
    var snapshot = machine.open().snapshot
    for (index, stimulus) in script.enumerated() {
      guard case .advance(let time?) = stimulus else {
        _ = machine.step(&snapshot, stimulus)
        continue
      }
      for offset in 1...time {
        let sources = machine.step(&snapshot, .advance(milliseconds: 1)).map(\.cause.source)
        if sources.contains(where: { [.delay, .reply].contains($0) }) { met.append([index + 1, offset]) }
      }
    }
    #expect(report.instants.map { [$0.command, $0.offset] } == met)
    let recorded = shown(script.map { DrivenStimulus($0) } + [DrivenStimulus(advance(60_000))])
    for instant in report.instants {
      for (cell, (time, isHeld)) in zip(instant.cells, [(-1, false), (0, true), (0, false), (1, false)]) {
        var changed = script.map { DrivenStimulus($0) }
        changed[instant.command - 1] = DrivenStimulus(advance(instant.offset + time), isHeld: isHeld)
        if instant.offset + time == 0 { changed.remove(at: instant.command - 1) }
        let plain = shown(changed + [DrivenStimulus(advance(60_000))]).subtracting(recorded)
        if let names = names(cell, report) { #expect(names.isSuperset(of: plain), "\(instant) \(time): \(plain)") }
      }
    }
  }

  @Test("what is found is found again by its script, in which nothing is refused unheard")
  func replayed() throws {
    for name in ["purchase@original", "login@original", "phone@blocks", "follow@original"] {
      let machine = try #require(Gallery.machines.first { $0.title == name })
      var search = Search(machine, SearchOptions.shallow)
      search.run()
      for script in search.report.findings.map(\.script).prefix(3) {
        var sweep = Sweep(machine, script + [DrivenStimulus(.advance(milliseconds: 5_000))], runs: 200)
        sweep.run()
        for (finding, _) in sweep.report.findings {
          var run = ScriptRun(machine)
          run.drive(finding.script)
          #expect(run.script == finding.script)
          #expect(finding.kind == .trap || run.findings.contains { $0.group == finding.group }, "\(finding)")
        }
      }
    }
  }
}

extension SearchOptions {
  fileprivate static var shallow: SearchOptions {
    var options = SearchOptions()
    options.depth = 4
    options.states = 2_000
    return options
  }
}
