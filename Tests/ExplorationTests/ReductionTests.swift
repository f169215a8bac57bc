import Exploration
import Gallery
import Testing
import ViewModels

/// The figures of Documentation/Exploration.md about steps that a reduction could leave out.
@Suite("What a reduction could save")
struct ReductionTests {
  /// How many steps sleep sets leave out at most: the last step of each square of two commands that lead to one state in either
  /// order and break the same.
  private func saved(_ graph: SearchedGraph) -> Int {
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
            after.target == other.target, after.findings == second.findings, other.findings == first.findings
          else { continue }
          saved.insert(Edge(state: second.target, command: first.command))
        }
      }
    }
    return saved.count
  }

  @Test(
    "of login's steps a seventh at most, and without races a fifth", arguments: [(true, 440, 64), (false, 168, 32)])
  func login(_ races: Bool, _ steps: Int, _ most: Int) throws {
    var options = SearchOptions()
    (options.races, options.keepsSteps) = (races, true)
    var search = Search(try #require(Gallery.machines.first { $0.title == "login@fixed" }), options)
    search.run()
    let searched = search.searchedGraph
    let graph = try #require(searched)
    #expect(graph.stepCount == steps && saved(graph) == most)
  }
}
