import Gallery
import Testing
import ViewModels

@testable import Exploration
@testable import Statecharts

/// The steps that a reduction (sleep sets) could leave out: too few to be worth one.
@Suite("What a reduction could save")
struct ReductionTests {
  /// How many steps sleep sets leave out at most: the last step of each square of two commands that lead to one
  /// state in either order and break the same.
  ///
  /// - Parameter areIndependent: Whether two commands of a state are known to have nothing to do with each other.
  private func saved(_ graph: SearchedGraph, _ areIndependent: (Int, Int, Int) -> Bool = { _, _, _ in true }) -> Int {
    struct Edge: Hashable {
      let state: Int
      let command: Int
    }
    var saved: Set<Edge> = []
    for (state, steps) in graph.steps.enumerated() {
      for (index, first) in steps.enumerated() where first.target != state {
        for second in steps[(index + 1)...] where second.target != state {
          guard let after = graph.steps[first.target].first(where: { $0.command == second.command }),
            let other = graph.steps[second.target].first(where: { $0.command == first.command }),
            after.target == other.target, after.findings == second.findings, other.findings == first.findings,
            areIndependent(state, first.command, second.command)
          else { continue }
          saved.insert(Edge(state: second.target, command: first.command))
        }
      }
    }
    return saved.count
  }

  /// Which instances each step out of a state changes; nil for one that lets time pass.
  private func written(_ search: borrowing Search, _ graph: SearchedGraph, at state: Int) -> [Int: Set<Int>?] {
    guard let start = search.way(to: state)?.snapshot else { return [:] }
    let program = search.machine.program
    let before = start.instances.indices.map { start.value(of: InstanceID($0), program) }
    var result: [Int: Set<Int>?] = [:]
    for step in graph.steps[state] {
      let driven = graph.commands[step.command]
      var stepper = Stepper(search.machine, from: start)
      stepper.step(driven.stimulus, isHeld: driven.isHeld)
      let end = stepper.snapshot
      if end.time != start.time {
        result[step.command] = .some(nil)
        continue
      }
      let changed = (0..<max(before.count, end.instances.count)).filter { place in
        let after = place < end.instances.count ? end.value(of: InstanceID(place), program) : nil
        return after != (place < before.count ? before[place] : nil)
      }
      result[step.command] = .some(Set(changed))
    }
    return result
  }

  /// The steps of a machine, those that any reduction could leave out, and those of them where the two commands
  /// change different instances and let no time pass. Those of the page's other machines are taken with 6,000
  /// states.
  private func figures(_ title: String, races: Bool, states: Int) throws -> [Int] {
    var options = SearchOptions()
    (options.races, options.keepsSteps, options.states) = (races, true, states)
    var search = Search(try #require(Gallery.machines.first { $0.title == title }), options)
    search.run()
    let searched = search.searchedGraph
    let graph = try #require(searched)
    var known: [Int: [Int: Set<Int>?]] = [:]
    let apart = saved(graph) { state, first, second in
      if known[state] == nil { known[state] = written(search, graph, at: state) }
      guard let one = known[state]?[first] ?? nil, let other = known[state]?[second] ?? nil else { return false }
      return one.isDisjoint(with: other)
    }
    return [graph.stepCount, saved(graph), apart]
  }

  @Test(
    "of login's steps a seventh at most, and without races a fifth; where different instances change, next to none",
    arguments: [(true, [440, 64, 0]), (false, [168, 32, 0])])
  func login(_ races: Bool, _ figures: [Int]) throws {
    #expect(try self.figures("login@fixed", races: races, states: .max) == figures)
  }
}
