import Exploration
import Gallery
import Statecharts
import Testing
import ViewModels

/// Searches that leave fields out of what tells states apart.
@Suite("Leaving fields out")
struct ProjectionTests {
  private func machine(_ type: (some ViewModel).Type) -> Machine {
    Machine(type, name: "machine", variant: "one", summary: "A machine")
  }

  private func report(_ machine: Machine, leavingOut names: [String] = [], depth: Int = .max) -> SearchReport {
    var search = Search(machine, options(machine, leavingOut: names, depth: depth))
    search.run()
    return search.report
  }

  private func options(_ machine: Machine, leavingOut names: [String], depth: Int = .max) -> SearchOptions {
    var options = SearchOptions()
    (options.races, options.ties, options.depth, options.states) = (false, false, depth, 5_000)
    options.omitted = OmittedField.all(of: machine).filter { names.contains($0.name) }
    return options
  }

  @Test("a search that a counter made endless ends, with the oracle's states and verdicts")
  func counter() {
    let machine = machine(Doorbell.self)
    let bounded = report(machine, depth: 6)
    #expect(bounded.bound == .depth(6))
    let projected = report(machine, leavingOut: ["rings"])
    #expect(projected.isComplete && projected.omitted.map(\.title) == ["Doorbell.rings"])
    let oracle = Oracle(machine, options(machine, leavingOut: ["rings"]), leavingOut: ["rings"])
    #expect(projected.states == oracle.depths.count && projected.steps == oracle.steps)
    #expect(Set(projected.findings.map(\.name)) == Set(oracle.verdicts.keys))
  }

  @Test("what grows is named with the field that can be left out, and not when it is")
  func growth() {
    let lift = machine(Lift<Unguarded>.self)
    #expect(report(lift, depth: 20).growth.map(\.field?.title) == ["Lift.floor"])
    #expect(report(lift, leavingOut: ["floor"], depth: 2).growth.isEmpty)
    #expect(report(lift, leavingOut: ["floor"]).isComplete)
    #expect(report(machine(Stamped.self), depth: 10).growth.map(\.what) == ["the time, which code reads,"])
  }

  @Test("findings that do not depend on what is left out are the same, and none is invented")
  func findings() {
    let machine = machine(Doorbell.self)
    let all = report(machine, depth: 6).findings
    #expect(Set(all.map(\.name)) == ["it is never wide open", "it rings at most twice"])
    let projected = report(machine, leavingOut: ["rings"]).findings
    #expect(projected == all.filter { $0.name == "it is never wide open" })
  }

  @Test("what time alone goes round in is told where it comes back in what is left out, too")
  func unrest() {
    let endless = machine(Ticking<Unguarded>.self)
    #expect(report(endless, leavingOut: ["ticks"]).findings.isEmpty)
    let saturating = machine(Ticking<Sound>.self)
    #expect(report(saturating, leavingOut: ["ticks"]).findings.map(\.kind) == [.unrest])
    #expect(report(saturating).findings.map(\.kind) == [.unrest])
  }

  @Test("the script of what goes round leads once round, also in what is left out, and no such run comes to rest")
  func rounds() throws {
    let machine = machine(Ticking<Sound>.self)
    for names in [["ticks"], []] {
      let finding = try #require(report(machine, leavingOut: names).findings.first)
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
    }
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
    var options = options(mended, leavingOut: [])
    options.answerAtAnyTime(mended)
    var search = Search(mended, options)
    search.run()
    #expect(search.report.findings.isEmpty && search.report.isComplete)
  }

  @Test("an alert that a counter ends has a way out, be the counter left out")
  func alert() {
    let machine = machine(Nagging.self)
    #expect(report(machine, leavingOut: ["times"]).findings.isEmpty)
    #expect(report(machine, leavingOut: ["times"]).isComplete)
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

  @Test("rows that only a left out list keeps do not count")
  func rows() throws {
    let shelf = machine(Shelf.self)
    #expect(report(shelf, depth: 20).states == 21)
    #expect(report(shelf, leavingOut: ["size"], depth: 20).states == 21)
    #expect(report(shelf, leavingOut: ["books"]).isComplete && report(shelf, leavingOut: ["books"]).states == 1)
    let home = try #require(Gallery.machines.first { $0.title == "home@fixed" })
    #expect(report(home, depth: 20).bound != nil)
    #expect(report(home, leavingOut: ["totalNumber", "totalNumberLabel"]).isComplete)
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
