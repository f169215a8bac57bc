import SeededRandom
import Testing

@testable import Statecharts

/// Stepping is a pure function, and what a normal form leaves out makes no difference.
struct DeterminismTests {
  /// What happened, with times relative to the beginning.
  private func trace(_ simulation: inout Simulation, from time: Int) -> [Turn] {
    defer { simulation.kernel.forgetTurns() }
    return simulation.kernel.turns.map { Turn(time: $0.time - time, cause: $0.cause, effects: $0.effects) }
  }

  @Test("the normal form commutes with stepping", arguments: WalkedMachine.all)
  func normalFormCommutes(machine: WalkedMachine) {
    for seed in 0..<8 {
      var random = SplitMix64(seed: seed)
      var simulation = machine.opened()
      let program = simulation.kernel.program
      for step in 0..<40 {
        simulation.kernel.forgetTurns()
        var normal = Simulation(program, from: simulation.kernel.snapshot.normalised(program))
        let start = simulation.kernel.snapshot.time
        let act = machine.choice(&random)
        act(&simulation)
        act(&normal)
        let place = "seed \(seed) step \(step)"
        #expect(trace(&simulation, from: start) == trace(&normal, from: 0), "\(place)")
        let bytes = simulation.kernel.snapshot.canonicalBytes(program)
        guard bytes == normal.kernel.snapshot.canonicalBytes(program) else {
          Issue.record(
            "\(place)\n\(simulation.kernel.snapshot.normalised(program).value(program).line)\n\(normal.kernel.snapshot.normalised(program).value(program).line)"
          )
          return
        }
      }
      #expect(simulation.kernel.snapshot.fault == nil)
      let normal = simulation.kernel.snapshot.normalised(program)
      #expect(normal.canonicalBytes(program) == simulation.kernel.snapshot.canonicalBytes(program))
      #expect(normal.normalised(program).value(program) == normal.value(program))
    }
  }

  @Test(
    "where instances stand in the table, and at what time, makes no difference to the normal form",
    arguments: WalkedMachine.all)
  func moved(machine: WalkedMachine) {
    for seed in 0..<6 {
      var random = SplitMix64(seed: seed)
      var simulation = machine.opened()
      let program = simulation.kernel.program
      for step in 0..<30 {
        var moved = Simulation(program, from: simulation.kernel.snapshot.moved(by: 12_345, program, &random))
        let bytes = simulation.kernel.snapshot.canonicalBytes(program)
        #expect(moved.kernel.snapshot.canonicalBytes(program) == bytes, "seed \(seed) step \(step)")
        let act = machine.choice(&random)
        act(&simulation)
        act(&moved)
        let after = simulation.kernel.snapshot.canonicalBytes(program)
        #expect(moved.kernel.snapshot.canonicalBytes(program) == after, "seed \(seed) step \(step)")
      }
    }
  }

  @Test("the same cause on the same snapshot gives the same turns and the same snapshot", arguments: WalkedMachine.all)
  func pure(machine: WalkedMachine) {
    var random = SplitMix64(seed: 7)
    var simulation = machine.opened()
    let program = simulation.kernel.program
    for _ in 0..<60 {
      let act = machine.choice(&random)
      var again = Simulation(program, from: simulation.kernel.snapshot)
      var unrecorded = again.copy
      unrecorded.kernel.isRecording = false
      let before = simulation.kernel.snapshot
      let beforeValue = before.value(program)
      simulation.kernel.forgetTurns()
      act(&simulation)
      #expect(before.value(program) == beforeValue)
      act(&again)
      act(&unrecorded)
      #expect(again.kernel.turns == simulation.kernel.turns)
      #expect(again.kernel.snapshot.value(program) == simulation.kernel.snapshot.value(program))
      #expect(unrecorded.kernel.snapshot.value(program) == simulation.kernel.snapshot.value(program))
      #expect(unrecorded.kernel.turns.isEmpty)
    }
  }

  @Test("a key says what canonical bytes say, whatever the maker saw before", arguments: WalkedMachine.all)
  func keys(machine: WalkedMachine) throws {
    var bytes: [Fingerprint: [UInt8]] = [:]
    for seed in 0..<6 {
      var random = SplitMix64(seed: seed)
      var simulation = machine.opened()
      let program = simulation.kernel.program
      var (maker, past) = (KeyMaker(program), [simulation.kernel.snapshot])
      for step in 0..<40 {
        // A search goes back to what it has seen.
        if Int.random(in: 0..<4, using: &random) == 0, let before = past.randomElement(using: &random) {
          simulation.kernel.begin(before)
        }
        machine.choice(&random)(&simulation)
        let snapshot = simulation.kernel.snapshot
        let (key, text) = (maker.key(of: snapshot), snapshot.canonicalBytes(program))
        #expect(key == snapshot.fingerprint(program), "seed \(seed) step \(step)")
        #expect(key == snapshot.normalised(program).fingerprint(program), "seed \(seed) step \(step)")
        #expect(bytes[key, default: text] == text, "seed \(seed) step \(step)")
        bytes[key] = text
        past.append(snapshot)
      }
    }
    #expect(Set(bytes.values).count == bytes.count)
  }

  @Test("copies do not influence each other")
  func copies() {
    var simulation = CellReuseTests.home(isCut: true)
    simulation.advance(to: 1500)
    var copy = simulation.copy
    copy.advance(to: 4000)
    let rows = simulation.read("rows").items.compactMap(\.target)
    #expect(simulation.kernel.snapshot.time == 1500)
    #expect(rows.map { simulation.kernel.read($0, port: 0) } == ["10", "22"])
    #expect(rows.map { copy.kernel.read($0, port: 0) } == ["12", "24"])
  }

  @Test("garbage that is still in the table makes no difference to the normal form")
  func gaps() {
    var simulation = LifetimeTests.page()
    let program = simulation.kernel.program
    // The list names the rows, so the new ones are called as the old ones were.
    simulation.act { turn, me in turn.set(me, "rows", .list((0..<2).map { _ in .reference(turn.make("row")) })) }
    let first = simulation.kernel.snapshot.canonicalBytes(program)
    simulation.act { turn, me in turn.set(me, "rows", .list((0..<2).map { _ in .reference(turn.make("row")) })) }
    #expect(simulation.read("rows") == [.reference(InstanceID(3)), .reference(InstanceID(4))])
    #expect(simulation.kernel.snapshot.canonicalBytes(program) == first)
  }
}

extension Snapshot {
  /// The same simulation later, with the instances but the first at other places, and gaps between them.
  fileprivate func moved(by time: Int, _ program: Program, _ random: inout SplitMix64) -> Snapshot {
    var padded = self
    for _ in 0..<instances.count + 2 { padded.instances.append(nil, ChartState(), .nowhere) }
    let places = [0] + (1..<padded.instances.count).shuffled(using: &random)
    var moved = padded.renumbered(places.map { InstanceID($0) }, program, laterBy: time)
    moved.instances.trim()
    return moved
  }
}
