import Differences
import Testing
import ViewModels

@testable import Exploration

/// All mutants of three machines: what the search says of each, against every script up to a length.
@Suite("Mutants, by trying every script")
struct MutantBruteForceTests {
  private static let machines = [Ferry.machine, Well.machine, Lift<Sound>.machine("sound")]
  private static let length = 4

  /// Two machines where a script led, each with the turns of a held command, which count with those of the next.
  private struct Pair {
    var snapshots: Sides<Snapshot>
    var held: Sides<[Turn]>?
  }

  /// The least number of commands after which two machines did not do the same; nil when that is none up to the length.
  private func shortest(_ machines: Sides<Machine>, _ way: SearchWay) -> Int? {
    var base = SearchOptions()
    base.domain.isPastTheScreen = true
    let options = way.options(base, machines.a)
    let scope = ComparisonScope(machines.map(\.parts))
    let snapshots = machines.map { machine in
      var snapshot = machine.open().snapshot
      for stimulus in options.preparation { _ = machine.step(&snapshot, stimulus) }
      return snapshot
    }
    var level = [Pair(snapshots: snapshots)]
    for depth in 1...Self.length {
      var next: [Pair] = []
      for pair in level {
        for driven in commands(at: pair, machines, options) {
          var reached = pair.snapshots
          let turns = Sides(
            a: (pair.held?.a ?? []) + machines.a.step(&reached.a, driven.stimulus, isHeld: driven.isHeld),
            b: (pair.held?.b ?? []) + machines.b.step(&reached.b, driven.stimulus, isHeld: driven.isHeld))
          if driven.isHeld {
            next.append(Pair(snapshots: reached, held: turns))
          } else if StepDifference(turns, in: scope) != nil {
            return depth
          } else {
            next.append(Pair(snapshots: reached))
          }
        }
      }
      level = next
    }
    return nil
  }

  /// What either can be given, and the next instant of either.
  private func commands(at pair: Pair, _ machines: Sides<Machine>, _ options: SearchOptions) -> [DrivenStimulus] {
    var stimuli: [Stimulus] = []
    for side in DiffSide.allCases {
      for move in machines[side].moves(of: pair.snapshots[side], in: options.domain) {
        if case .advance = move.stimulus { continue }
        if !stimuli.contains(move.stimulus) { stimuli.append(move.stimulus) }
      }
    }
    let acts = stimuli.flatMap { stimulus in
      [DrivenStimulus(stimulus)] + (options.races && pair.held == nil ? [DrivenStimulus(stimulus, isHeld: true)] : [])
    }
    let waits = DiffSide.allCases.compactMap { side in
      pair.snapshots[side].nextDue.map { max(0, $0 - pair.snapshots[side].time) }
    }
    guard pair.held == nil, let first = waits.min() else { return acts }
    return acts + [DrivenStimulus(.advance(milliseconds: first))]
  }

  @Test(
    "a mutant is told apart by a script that is as short as any, or nothing up to four commands tells it apart",
    arguments: machines.map(\.title.text))
  func agrees(_ title: String) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    var base = SearchOptions()
    base.domain.isPastTheScreen = true
    var (told, equal) = (0, 0)
    for mutant in machine.mutants {
      let machines = Sides(a: machine, b: mutant.machine)
      let name = "\(MutantName(mutant, of: machine))"
      let found = SearchWay.allCases.lazy.filter { $0.isAllowed(base) }.compactMap { way in
        shortest(machines, way).map { $0 + way.options(base, machine).preparation.count }
      }.first
      switch DistinctionSearch(machines, pairs: 3_000).verdict {
      case .differs(let script, _):
        told += 1
        // One that only a longer script tells apart in an earlier search is not tried here.
        #expect(
          found.map { $0 == script.count } ?? (script.count > Self.length) || script.count > Self.length, "\(name)")
      case .equal:
        equal += 1
        #expect(found == nil, "\(name)")
      case .undecided(let bound):
        #expect(bound == .states(3_000) && found == nil, "\(name)")
      }
    }
    #expect(told > 0, "\(told) told apart, \(equal) equal, of \(machine.mutants.count)")
  }
}
