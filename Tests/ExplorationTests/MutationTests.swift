import Differences
import Exploration
import Gallery
import SeededRandom
import Testing
import ViewModels

/// Mutants of charts, and the searches that tell them from their machines, against plain runs of both.
@Suite("Mutants of charts")
struct MutationTests {
  private func machine(_ title: String) throws -> Machine {
    if title == "ferry@one" { return Ferry.machine }
    if title == "well@one" { return Well.machine }
    if title == "lift@sound" { return Lift<Sound>.machine("sound") }
    return try #require(Gallery.machines.first { $0.title == title })
  }

  /// What driving a script does, turn by turn.
  private func turns(_ script: [DrivenStimulus], _ machine: Machine) -> [[Turn]] {
    var (snapshot, opening) = machine.open()
    return [opening] + script.map { machine.step(&snapshot, $0.stimulus, isHeld: $0.isHeld) }
  }

  private func effects(_ turns: [[Turn]]) -> [[Effect]] { turns.map { $0.flatMap(\.effects) } }

  @Test("a chart has a mutant for each transition, guard, target, action and delay, named as coverage names places")
  func names() throws {
    let machine = try machine("lift@sound")
    let names = machine.mutants.map { MutantName($0, of: machine) }
    #expect(
      names.map { "\($0.place) | \($0.change)" } == [
        "Lift: lift.idle: up [it is below the second floor] -> moving | without it",
        "Lift: lift.idle: up [it is below the second floor] -> moving | without its guard",
        "Lift: lift.idle: up [it is below the second floor] -> moving | guard negated",
        "Lift: lift.idle: up [it is below the second floor] -> moving | to lift.open",
        "Lift: lift.moving: motor.ok -> open | without it",
        "Lift: lift.moving: motor.ok -> open | to lift.stuck",
        "Lift: lift.moving: motor.ok -> open | without action",
        "Lift: lift.open: after 1000ms -> idle | without it",
        "Lift: lift.open: after 1000ms -> idle | to lift.moving",
        "Lift: lift.open: after 1000ms -> idle | after 2000ms",
        "Lift: lift.stuck: after 9000ms -> idle | without it",
        "Lift: lift.stuck: after 9000ms -> idle | to lift.moving",
        "Lift: lift.stuck: after 9000ms -> idle | after 18000ms",
      ], "\(names)")
  }

  @Test(
    "a mutant differs from its machine in one state or one transition", arguments: Gallery.machines.map(\.title.text))
  func small(_ title: String) throws {
    let machine = try machine(title)
    for mutant in machine.mutants {
      let charts = [machine, mutant.machine].compactMap { $0.program.templates[mutant.template].chart?.description }
      let (own, other) = (charts[0], charts[1])
      for (index, template) in machine.program.templates.enumerated() where index != mutant.template {
        #expect(mutant.machine.program.templates[index].chart?.description == template.chart?.description)
      }
      #expect(own.states.map(\.name) == other.states.map(\.name))
      if case .transitionDropped(let index) = mutant.change {
        var less = own.transitions
        less.remove(at: index)
        #expect(other.transitions == less)
        continue
      }
      let states = zip(own.states, other.states).count {
        $0.entryActions != $1.entryActions || $0.exitActions != $1.exitActions
      }
      let transitions = zip(own.transitions, other.transitions).count { $0 != $1 }
      #expect(own.transitions.count == other.transitions.count)
      if case .guardNegated = mutant.change {
        #expect(states + transitions == 0, "a negated guard keeps its name")
      } else {
        #expect(states + transitions == 1, "\(mutant.change)")
      }
      #expect(mutant.machine.title == machine.title && mutant.machine.parts.count == machine.parts.count)
    }
  }

  @Test(
    "what a search says tells a mutant apart does, and what it says is equal behaves alike on random walks",
    arguments: ["lift@sound", "ferry@one", "well@one", "login@fixed", "purchase@fixed", "follow@original"])
  func told(_ title: String) throws {
    let machine = try machine(title)
    var differing = 0
    for mutant in machine.mutants {
      let name = MutantName(mutant, of: machine)
      let search = DistinctionSearch(Sides(a: machine, b: mutant.machine), pairs: 300)
      switch search.verdict {
      case .differs(let script, _):
        differing += 1
        let (own, other) = (effects(turns(script, machine)), effects(turns(script, mutant.machine)))
        #expect(own != other, "\(name): \(script)")
        #expect(own.last != other.last, "the last command tells: \(name): \(script)")
      case .equal:
        for seed in 1...10 { #expect(alike(machine, mutant.machine, seed: seed), "\(name)") }
      case .undecided(let bound): #expect(bound == .states(300), "\(name)")
      }
    }
    #expect(differing * 3 > machine.mutants.count * 2, "most are told apart: \(differing) of \(machine.mutants.count)")
  }

  /// Whether both do the same on a random walk that goes through the screen and past it.
  private func alike(_ machine: Machine, _ mutant: Machine, seed: Int) -> Bool {
    var random = SplitMix64(seed: seed)
    var (own, other) = (machine.open().snapshot, mutant.open().snapshot)
    var domain = MoveDomain()
    domain.answersRequests = seed.isMultiple(of: 2)
    domain.isPastTheScreen = seed.isMultiple(of: 3)
    for _ in 0..<40 {
      let moves = machine.moves(of: own, in: domain)
      guard !moves.isEmpty else { return true }
      let stimulus = random.pick(moves).stimulus
      let turns = (machine.step(&own, stimulus), mutant.step(&other, stimulus))
      guard turns.0.flatMap(\.effects) == turns.1.flatMap(\.effects) else { return false }
    }
    return true
  }

  @Test("a dead transition is equal, and one beyond the bound is undecided")
  func equal() throws {
    let machine = try machine("lift@sound")
    let stuck = machine.mutants.filter { MutantName($0, of: machine).place.hasPrefix("Lift: lift.stuck") }
    #expect(stuck.count == 3)
    for mutant in stuck {
      let search = DistinctionSearch(Sides(a: machine, b: mutant.machine), pairs: 10_000)
      guard case .equal = search.verdict else {
        Issue.record("nothing leads to 'stuck': \(search.verdict)")
        continue
      }
      let bounded = DistinctionSearch(Sides(a: machine, b: mutant.machine), pairs: 3)
      guard case .undecided(.states(3)) = bounded.verdict else {
        Issue.record("three pairs are not all: \(bounded.verdict)")
        continue
      }
    }
  }
}
