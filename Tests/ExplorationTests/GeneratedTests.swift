import Exploration
import Statecharts
import Testing
import ViewModels

/// The search against the oracle, on machines that seeds make up.
@Suite("Searching machines that are generated")
struct GeneratedTests {
  private static let machinesOfCase = 100

  @Test(
    "thousands have the oracle's states and steps, and its verdicts of every kind at its lengths", arguments: 0..<20)
  func oracle(_ hundred: Int) {
    var (broken, kinds) = (0, Set<Finding.Kind>())
    for number in (1...Self.machinesOfCase).map({ $0 + hundred * Self.machinesOfCase }) {
      let machine = Generated<One>.machine(number)
      var options = SearchOptions()
      (options.races, options.ties) = (number.isMultiple(of: 5), number.isMultiple(of: 2))
      if options.races, number.isMultiple(of: 3) { options.between = 1 }
      options.domain.restarts = number.isMultiple(of: 7)
      options.depth = options.races ? 2 : 3
      options.workers = 1 + number % 2
      let oracle = Oracle(machine, options, depth: options.depth)
      var search = Search(machine, options)
      search.run()
      let report = search.report
      #expect(report.states == oracle.depths.count && report.steps == oracle.steps, "\(machine.title)")
      #expect(report.completeDepth >= oracle.depths.values.max() ?? 0, "\(machine.title)")
      let told = report.findings.filter { $0.kind == .broken }
      #expect(Set(told.map(\.name)) == Set(oracle.verdicts.keys), "\(machine.title)")
      for (name, length) in oracle.verdicts {
        #expect(told.filter { $0.name == name }.map(\.script.count).min() == length, "\(machine.title): \(name)")
      }
      #expect(report.lengths(.hang) == oracle.hangs && report.lengths(.alert) == oracle.alerts, "\(machine.title)")
      #expect(report.goesRound(as: oracle), "\(machine.title): \(oracle.circles)")
      #expect(report.findings.filter { $0.kind == .trap }.map(\.script.count).min() == oracle.stuck, "\(machine.title)")
      broken += told.isEmpty ? 0 : 1
      kinds.formUnion(report.findings.map(\.kind))
    }
    #expect(kinds.isSuperset(of: [.broken, .hang, .alert, .unrest]), "\(kinds)")
    #expect((10...90).contains(broken), "some break a law and some keep all: \(broken)")
  }
}
