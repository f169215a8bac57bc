import Exploration
import Gallery
import SeededRandom
import Statecharts
import Testing
import ViewModels

/// What has to come, against an oracle that looks at all pairs of states.
@Suite("Promises")
struct PromiseTests {
  private func promise(
    _ premise: String, _ outcome: String, within limit: Int? = nil, of machine: Machine
  ) -> Promise {
    let stands = { (state: String) in
      { @Sendable (snapshot: Snapshot) in
        machine.regions(of: snapshot).contains { "\($0.region) = \($0.state)" == state }
      }
    }
    return Promise(
      "\(premise) leads to \(outcome)", holds: stands(premise), isKept: stands(outcome), within: limit)
  }

  private func options(races: Bool, depth: Int, _ promises: [Promise]) -> SearchOptions {
    var options = SearchOptions()
    (options.races, options.ties, options.depth, options.promises) = (races, races, depth, promises)
    return options
  }

  @Test("each is found broken or kept as the oracle finds it, with a stem and a round of its length", arguments: 1...30)
  func oracle(_ number: Int) {
    let machine = Generated<One>.machine(number)
    let races = number.isMultiple(of: 5)
    let depth = races ? 3 : 5
    let pairs = [
      ("walk = s0", "walk = s1"), ("walk = s1", "walk = s2"), ("walk = s2", "lamp = lit"),
      ("lamp = lit", "lamp = dark"),
      ("lamp = lit", "walk = s3"), ("walk = s3", "walk = s0"),
    ]
    let promises = pairs.flatMap { pair in
      [nil, 100, 300, 500].map { promise(pair.0, pair.1, within: $0, of: machine) }
    }
    let options = options(races: races, depth: depth, promises)
    let oracle = PromiseOracle(machine, options, depth: depth)
    for promise in promises {
      var single = options
      single.promises = [promise]
      var search = Search(machine, single)
      search.run()
      #expect(search.report.states == oracle.snapshots.count)
      let isSeen = oracle.snapshots.contains { promise.holds($0) }
      #expect(search.report.untried.laws.contains(promise.name) == !isSeen)
      let finding = search.report.findings.first { $0.kind == .unkept }
      let verdict = oracle.verdict(on: promise)
      let place = "\(machine.title): \(promise.name) within \(promise.limit ?? -1)"
      #expect(finding.map { $0.script.count - $0.roundLength } == verdict.stem, "\(place)")
      if let finding { check(finding, promise, verdict, oracle, place) }
    }
  }

  @Test(
    "one run is judged as a search judges it: what was found breaks its promise, and no walk breaks one that is kept",
    arguments: 1...30)
  func trials(_ number: Int) {
    let machine = Generated<One>.machine(number)
    let races = number.isMultiple(of: 5)
    for (premise, outcome) in [("walk = s0", "walk = s1"), ("walk = s2", "lamp = lit"), ("lamp = lit", "walk = s3")] {
      for limit in [nil, 100, 300] {
        let promise = promise(premise, outcome, within: limit, of: machine)
        var search = Search(machine, options(races: races, depth: races ? 3 : 5, [promise]))
        search.run()
        let finding = search.report.findings.first { $0.kind == .unkept }
        if let finding {
          #expect(isKept(promise, by: finding.script, of: machine) == false, "\(machine.title): \(promise.name)")
        } else if search.report.isComplete {
          for walk in walks(of: machine, seed: UInt64(number)) {
            #expect(isKept(promise, by: walk, of: machine) == true, "\(machine.title): \(promise.name)")
          }
        }
      }
    }
  }

  private func isKept(_ promise: Promise, by script: [DrivenStimulus], of machine: Machine) -> Bool? {
    var trial = RunTrial(of: .promise(promise), machine)
    var snapshot = machine.open().snapshot
    trial.visit(snapshot)
    for driven in script {
      _ = machine.step(&snapshot, driven.stimulus, isHeld: driven.isHeld)
      trial.visit(snapshot)
    }
    return trial.isKept(goingOnFrom: snapshot)
  }

  /// Commands one after another, as they can be made.
  private func walks(of machine: Machine, seed: UInt64) -> [[DrivenStimulus]] {
    var numbers = SplitMix64(seed: seed)
    return (0..<5).map { _ in
      var (snapshot, script) = (machine.open().snapshot, [DrivenStimulus]())
      for _ in 0..<8 {
        guard let move = machine.moves(of: snapshot).randomElement(using: &numbers) else { break }
        _ = machine.step(&snapshot, move.stimulus)
        script.append(DrivenStimulus(move.stimulus))
      }
      return script
    }
  }

  /// Drives what was found, and looks whether it shows what it says.
  private func check(
    _ finding: Finding, _ promise: Promise, _ verdict: PromiseOracle.Verdict, _ oracle: PromiseOracle, _ place: String
  ) {
    var snapshot = oracle.machine.open().snapshot
    var run = [snapshot]
    for driven in finding.script {
      let turns = oracle.machine.step(&snapshot, driven.stimulus, isHeld: driven.isHeld)
      if case .refused? = turns.first?.effects.first { Issue.record("\(place): refused \(driven.stimulus)") }
      run.append(snapshot)
    }
    let stem = finding.script.count - finding.roundLength
    let kept = run.lastIndex { promise.isKept($0) } ?? -1
    let made = run.indices.first { $0 > kept && promise.holds(run[$0]) }
    switch finding.cause {
    case "nothing more happens automatically":
      #expect(made != nil && snapshot.nextDue == nil && finding.roundLength == 0, "\(place)")
    case "it repeats for ever":
      let ends = [run[stem], run[run.count - 1]]
      #expect(Set(ends.map { oracle.number(of: $0) }).count == 1, "\(place)")
      #expect(made != nil && made ?? .max <= stem && ends[0].time < ends[1].time, "\(place)")
      #expect(oracle.number(of: ends[0]).flatMap { verdict.rounds[$0] } == finding.roundLength, "\(place)")
    default:
      let before = run.dropLast()
      let kept = before.lastIndex { promise.isKept($0) } ?? -1
      let made = before.indices.first { $0 > kept && promise.holds(before[$0]) }
      #expect(made.map { snapshot.time - run[$0].time > promise.limit ?? .max } ?? false, "\(place)")
    }
  }

  @Test("a crash is told as what it is, and breaks no promise")
  func crash() {
    let machine = Machine(Spinning.self, name: "spinning", variant: "one", summary: "A machine that crashes")
    let promises = [
      promise("spin = waiting", "spin = done", of: machine),
      promise("spin = waiting", "spin = done", within: 500, of: machine),
    ]
    var search = Search(machine, options(races: false, depth: 5, promises))
    search.run()
    let found = search.report.findings.filter { $0.kind != .trap }
    #expect(search.report.isComplete && found.map(\.kind) == [.limit, .unkept], "\(found)")
    #expect(found.last?.cause == "more time passes")
  }

  @Test("one run keeps a promise when what is due brings it, and not when it crashes before")
  func crashedRun() {
    let machine = Machine(Spinning.self, name: "spinning", variant: "one", summary: "A machine that crashes")
    var snapshot = machine.open().snapshot
    var trial = RunTrial(of: .promise(promise("spin = waiting", "spin = done", of: machine)), machine)
    trial.visit(snapshot)
    #expect(trial.isKept(goingOnFrom: snapshot) == true)
    _ = machine.step(&snapshot, .tap(control: "go", nil))
    trial.visit(snapshot)
    #expect(snapshot.fault != nil && trial.isKept(goingOnFrom: snapshot) == false)
    #expect(RunTrial(of: .rest, machine).isKept(goingOnFrom: snapshot) == false)
  }

  @Test(
    "a delay is put off for ever where a command comes before what is due, and not by commands at once",
    arguments: [true, false])
  func putOff(_ races: Bool) {
    let machine = Machine(Delayed.self, name: "delayed", variant: "one", summary: "A delay that each tap begins anew")
    let promises = [nil, 300].map { promise("delay = waiting", "delay = done", within: $0, of: machine) }
    var search = Search(machine, options(races: races, depth: .max, promises))
    search.run()
    let found = search.report.findings.filter { $0.kind == .unkept }
    #expect(search.report.isComplete)
    guard races else { return #expect(found.isEmpty) }
    let putOff = [
      DrivenStimulus(.advance(milliseconds: nil), isHeld: true), DrivenStimulus(.tap(control: "touch", nil)),
    ]
    #expect(found.first?.cause == "it repeats for ever" && found.first?.script.suffix(2) == putOff[...])
  }

  @Test("the generated machines break promises in every way, and keep some")
  func sorts() {
    var causes: [String: Int] = [:]
    for number in 1...60 {
      let machine = Generated<One>.machine(number)
      let promises =
        ["s1", "s2", "s3"].flatMap { state in
          [nil, 300].map { promise("lamp = lit", "walk = \(state)", within: $0, of: machine) }
        } + [promise("lamp = lit", "lamp = dark", of: machine)]
      var search = Search(machine, options(races: false, depth: 5, promises))
      search.run()
      for finding in search.report.findings where finding.kind == .unkept { causes[finding.cause, default: 0] += 1 }
      causes["kept", default: 0] += promises.count - search.report.findings.count { $0.kind == .unkept }
    }
    for cause in ["nothing more happens automatically", "it repeats for ever", "more time passes", "kept"] {
      #expect(causes[cause, default: 0] > 10, "\(causes)")
    }
  }
}

/// A delay that each tap begins anew.
private struct Delayed: ViewModel {
  struct Model: ModelType, Hashable {}

  let touch = Input()

  var chart: Chart {
    Region("delay") {
      State("waiting") {
        On(touch, to: "waiting")
        After(.milliseconds(300), to: "done")
      }
      State("done") { On(touch, to: "waiting") }
    }
  }

  var screen: Screen { Screen("Delayed") { Button(touch, "Touch") } }
}

/// Leads to its end by itself, unless it is made to go round within a turn.
private struct Spinning: ViewModel {
  struct Model: ModelType, Hashable {}

  let go = Input()

  var chart: Chart {
    Region("spin") {
      State("waiting") {
        On(go, to: "here")
        After(.seconds(1), to: "done")
      }
      State("here") { Always(to: "there") }
      State("there") { Always(to: "here") }
      State("done")
    }
  }

  var screen: Screen { Screen("Spinning") { Button(go, "Go") } }
}
