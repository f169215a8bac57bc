import Gallery
import Statecharts
import Testing
import ViewModels

@testable import Exploration

/// What searches and runs take, against an oracle that reads every step's effects.
@Suite("Coverage")
struct CoverageTests {
  static let machines: [(machine: Machine, depth: Int)] =
    ["login@fixed", "login@original", "user@fixed", "user@original"].map { title in
      (Gallery.machines.first { $0.title == title }!, 5)
    } + [(Lift<Sound>.machine("sound"), 7), (Lift<Elsewhere>.machine("elsewhere"), 7)]

  private func options(_ depth: Int, races: Bool = false) -> SearchOptions {
    var options = SearchOptions()
    (options.races, options.ties, options.depth, options.measures) = (races, races, depth, true)
    return options
  }

  @Test("each shortest script has the oracle's length", arguments: machines.indices, [false, true])
  func oracle(_ index: Int, _ races: Bool) {
    let (machine, depth) = Self.machines[index]
    let bound = races ? min(depth, 4) : depth
    let options = options(bound, races: races)
    let oracle = TakenOracle(machine, options, depth: bound)
    var search = Search(machine, options)
    search.run()
    let coverage = search.coverage
    var compared = 0
    for (index, item) in coverage.items.enumerated() {
      guard let fact = TakenOracle.fact(of: item, among: coverage.items) else { continue }
      compared += 1
      #expect(search.script(taking: index)?.count == oracle.depths[fact], "\(machine.title): \(item.title), \(fact)")
    }
    #expect(compared > 6)
  }

  private func coverage(of script: some Sequence<DrivenStimulus>, on machine: Machine) -> Coverage {
    var coverage = Coverage(of: machine)
    let opened = machine.openMeasured()
    coverage.add(opened.step)
    var stepper = Stepper(machine, from: opened.snapshot)
    stepper.isTallying = true
    for driven in script { coverage.add(stepper.measure(driven.stimulus, isHeld: driven.isHeld)) }
    return coverage
  }

  @Test("a script takes what it was found for, and less of it does not", arguments: machines.indices)
  func scripts(_ index: Int) {
    let (machine, depth) = Self.machines[index]
    var search = Search(machine, options(depth, races: true))
    search.run()
    for index in search.coverage.items.indices {
      guard let script = search.script(taking: index) else { continue }
      #expect(coverage(of: script, on: machine).isTaken(index), "\(search.coverage.items[index].title)")
      guard !script.isEmpty else { continue }
      #expect(!coverage(of: script.dropLast(), on: machine).isTaken(index), "\(search.coverage.items[index].title)")
    }
  }

  @Test("what a search looks for is found whatever services answer, and time-outs too")
  func everyWay() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "login@fixed" })
    var options = SearchOptions()
    options.domain.isPastTheScreen = true
    options.states = 500
    let search = CoverageSearch(machine, lacking: Coverage(of: machine), options)
    #expect(search.missing.isEmpty && search.scripts.count == search.coverage.items.count)
    for (index, script) in search.scripts { #expect(coverage(of: script, on: machine).isTaken(index)) }
    var bounded = SearchOptions()
    bounded.states = 2
    let short = CoverageSearch(machine, lacking: Coverage(of: machine), bounded)
    #expect(!short.missing.isEmpty && short.bound == .states(2))
  }

  @Test("where any answer may come, each outcome does and the time-out, too")
  func anyAnswer() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "login@fixed" })
    var options = options(6)
    options.answerAtAnyTime(machine)
    var search = Search(machine, options)
    search.run()
    let taken = search.coverage.items.indices.filter { search.coverage.isTaken($0) }.map {
      search.coverage.items[$0].name.text
    }
    for outcome in ["ok", "fail", "error", "time-out"] { #expect(taken.contains("authenticate \(outcome)")) }
  }

  @Test("what no run can take is excused with its reason, and not counted")
  func excuses() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "login@original" })
    let coverage = Coverage(of: machine)
    let excused = coverage.excused.map { coverage.items[$0] }
    #expect(excused.map(\.title) == ["Login: login.error"])
    #expect(excused[0].excuse?.hasPrefix("no transition reaches it; accepted: as written, ") ?? false)
    #expect(coverage.count(.state) == Coverage.Count(taken: 0, all: 5, excused: 1))
    let dead = Coverage(of: Machine(Dead.self, name: "dead", variant: "draft", summary: "Dead ends"))
    #expect(
      dead.excused.map { "\(dead.items[$0].title): \(dead.items[$0].excuse ?? "")" } == [
        "Dead: dead.never: no transition reaches it",
        "Dead: dead.idle: go -> b: another transition of its state always wins",
        "Dead: dead.never: go -> idle: its state cannot be reached",
        "Dead: dead.never: after 5ms -> idle: its state cannot be reached",
        "ask error: no transition handles this answer", "Dead: dead.never after 5ms: no transition reaches it",
      ])
  }
}

/// A view model with whatever cannot be taken.
struct Dead: ViewModel {
  struct Model: ModelType, Hashable {}

  let go = Input()
  let ask = Service<Int, Int>(after: .milliseconds(1)) { .ok($0) }

  var chart: Chart {
    Region("dead") {
      State(.idle) {
        On(go, to: "a")
        On(go, to: "b")
      }
      State("a") {
        Invoke(ask) { _ in 1 }
        On(ask.succeeded, to: "b")
        On(ask.failed, to: "b")
      }
      State("b")
      State("never") {
        On(go, to: .idle)
        After(.milliseconds(5), to: .idle)
      }
    }
  }

  var screen: Screen { Screen("Dead") { Button(go, "Go") } }
}
