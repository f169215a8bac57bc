import Exploration
import Gallery
import Statecharts
import Synchronization
import Testing
import ViewModels

/// Searches for which no time is left: what comes behind a search asks for it at each step, and says what it did
/// not look at.
@Suite("No time left")
struct OverTests {
  /// Lets so many questions pass before no time is left.
  private final class Allowance: Sendable {
    private let asked = Atomic(0)
    private let most: Int

    init(_ most: Int = .max) {
      self.most = most
    }

    var questions: Int { asked.load(ordering: .relaxed) }

    func ask() -> Bool { asked.wrappingAdd(1, ordering: .relaxed).newValue > most }
  }

  private func machine(_ type: (some ViewModel).Type) -> Machine {
    Machine(type, name: "machine", variant: "one", summary: "A machine")
  }

  private func report(
    _ machine: Machine, _ allowance: Allowance, _ choose: (inout SearchOptions) -> Void = { _ in }
  ) -> SearchReport {
    var options = SearchOptions()
    (options.races, options.ties, options.states) = (false, false, 400)
    options.isOver = { allowance.ask() }
    choose(&options)
    var search = Search(machine, options)
    search.run()
    return search.report
  }

  @Test("what grows is looked for as far as time is left, and not at all without any")
  func growth() {
    let whole = Allowance()
    let told = report(machine(Lift<Unguarded>.self), whole) { $0.depth = 60 }
    #expect(told.growth.count == 1 && told.unlooked.isEmpty && whole.questions == 60)
    for most in [0, 1, 59] {
      let allowance = Allowance(most)
      let cut = report(machine(Lift<Unguarded>.self), allowance) { $0.depth = 60 }
      #expect(cut.growth.isEmpty && cut.unlooked == [.growth] && allowance.questions == most + 1)
    }
  }

  @Test("a circle of time is told without driving to it, whatever workers there are", arguments: [1, 2])
  func circles(workers: Int) throws {
    let dial = machine(Dial.self)
    let allowance = Allowance()
    let told = report(dial, allowance) { $0.workers = workers }
    let place = try #require(told.findings.firstIndex { $0.kind == .unrest })
    // Each circle is gone round once, and the scripts are driven of what is told.
    let scripts = told.findings.map(\.script.count).reduce(0, +)
    #expect(told.counts[place] > 100 && told.unlooked.isEmpty && !told.findings[place].lacksScript)
    #expect(allowance.questions < 2 * told.counts[place] + scripts + 100)
    let cut = report(dial, Allowance(0)) { $0.workers = workers }
    #expect(cut.states == told.states && cut.unlooked == [.circles, .growth])
  }

  @Test("a finding whose script cannot be made is told all the same")
  func scripts() throws {
    let login = try #require(Gallery.machines.first { $0.title == "login@original" })
    let told = report(login, Allowance()) { $0.races = true }
    let cut = report(login, Allowance(0)) { $0.races = true }
    #expect(cut.findings.map(\.group) == told.findings.map(\.group) && cut.counts == told.counts)
    #expect(told.findings.allSatisfy { !$0.lacksScript } && cut.findings.contains { $0.lacksScript })
  }

  @Test("a promise that is not looked at is named, and the search is not complete")
  func promises() throws {
    let machine = Generated<One>.machine(1)
    let promise = Promise("P leads to Q", holds: { _ in true }, isKept: { _ in false })
    #expect(report(machine, Allowance()) { $0.promises = [promise] }.findings.contains { $0.kind == .unkept })
    let allowance = Allowance(0)
    let cut = report(machine, allowance) { options in
      options.promises = [promise]
      options.interruption = { allowance.questions > 0 ? .interrupted : nil }
    }
    #expect(!cut.findings.contains { $0.kind == .unkept } && cut.unlooked.contains(.promise("P leads to Q")))
    #expect(cut.bound == .interrupted)
  }

  @Test("what was taken is not called missing where its script cannot be made")
  func coverage() throws {
    let login = try #require(Gallery.machines.first { $0.title == "login@fixed" })
    var options = SearchOptions()
    options.states = 200
    let whole = CoverageSearch(login, lacking: Coverage(of: login), options)
    options.isOver = { true }
    let cut = CoverageSearch(login, lacking: Coverage(of: login), options)
    let found = Set(whole.scripts.keys)
    #expect(cut.missing == whole.missing && Set(cut.unscripted).union(cut.scripts.keys) == found)
    #expect(!cut.unscripted.isEmpty)
  }
}
