import Exploration
import Statecharts
import Testing
import ViewModels

/// What makes states endless, and what time alone does.
@Suite("Growth and time alone")
struct GrowthTests {
  private func machine(_ type: (some ViewModel).Type) -> Machine {
    Machine(type, name: "machine", variant: "one", summary: "A machine")
  }

  private func report(_ machine: Machine, depth: Int = .max) -> SearchReport {
    var search = Search(machine, options(depth: depth))
    search.run()
    return search.report
  }

  private func options(depth: Int = .max) -> SearchOptions {
    var options = SearchOptions()
    (options.races, options.ties, options.depth, options.states) = (false, false, depth, 5_000)
    return options
  }

  @Test("what grows is named")
  func growth() {
    #expect(report(machine(Lift<Unguarded>.self), depth: 20).growth.map(\.what) == ["'floor'"])
    #expect(report(machine(Stamped.self), depth: 10).growth.map(\.what) == ["the time, which code reads,"])
  }

  @Test("a search that a counter makes endless finds what is within its bound")
  func counter() {
    let bounded = report(machine(Doorbell.self), depth: 6)
    #expect(bounded.bound == .depth(6))
    #expect(Set(bounded.findings.map(\.name)) == ["it is never wide open", "it rings at most twice"])
  }

  @Test("the script of what goes round leads once round, and no such run comes to rest")
  func rounds() throws {
    let machine = machine(Ticking<Sound>.self)
    let findings = report(machine).findings
    #expect(findings.map(\.kind) == [.unrest])
    let finding = try #require(findings.first)
    var snapshots = [machine.open().snapshot]
    for driven in finding.script {
      snapshots.append(snapshots[snapshots.count - 1])
      _ = machine.step(&snapshots[snapshots.count - 1], driven.stimulus)
    }
    var keys = KeyMaker(machine.program)
    let end = snapshots.count - 1
    #expect(finding.roundLength > 0 && finding.script.count == 3 + finding.roundLength)
    #expect(keys.key(of: snapshots[end]) == keys.key(of: snapshots[end - finding.roundLength]))
    #expect(RunTrial(of: .rest, machine).isKept(goingOnFrom: snapshots[end]) == false)
    let endless = self.machine(Ticking<Unguarded>.self)
    #expect(RunTrial(of: .rest, endless).isKept(goingOnFrom: endless.open().snapshot) == nil)
    let beating = self.machine(Metronome<Sound>.self)
    #expect(RunTrial(of: .rest, beating).isKept(goingOnFrom: beating.open().snapshot) == true)
  }

  @Test("a repeating timer is declared to go round and is no unrest, a delay beside it is")
  func timers() {
    #expect(report(machine(Metronome<Sound>.self)).findings.isEmpty)
    let found = report(machine(Metronome<Unguarded>.self)).findings
    #expect(found.map(\.kind) == [.unrest] && found[0].name.contains("timer beat"), "\(found)")
  }

  @Test("what executes has something under way that ends it, whatever the user could do")
  func hang() throws {
    let found = report(machine(Spinner<Unguarded>.self)).findings
    #expect(found.map(\.kind) == [.hang] && found[0].name == "page = executing")
    let script: [Stimulus] = [.tap(control: "load", nil), .advance(milliseconds: nil)]
    #expect(found[0].script == script.map { DrivenStimulus($0) })
    let mended = machine(Spinner<Sound>.self)
    #expect(report(mended).findings.isEmpty)
    // Where answers are typed, one that did not come yet is under way.
    var options = options()
    options.answerAtAnyTime(mended)
    var search = Search(mended, options)
    search.run()
    #expect(search.report.findings.isEmpty && search.report.isComplete)
  }

  @Test("however many alerts wait, they have a way out")
  func pile() throws {
    let machine = machine(Nagging.self)
    var options = SearchOptions()
    options.preparation = Array(repeating: .send(input: "start", nil), count: 100)
    options.depth = 1
    var search = Search(machine, options)
    search.run()
    #expect(search.report.findings.isEmpty, "\(search.report.findings.map(\.kind))")
  }

  @Test("a timer whose time left differs all the way is named, with the times")
  func countdown() {
    let report = report(machine(Session.self), depth: 20)
    #expect(report.growth.isEmpty)
    #expect(report.countdowns.map(\.work) == ["valid"])
    let times = report.countdowns.first?.timesLeft ?? []
    #expect(times.count == 5 && times == times.sorted(by: >) && Set(times).count == 5)
  }
}
