import Exploration
import Gallery
import Statecharts
import Testing
import ViewModels

/// What has to be possible again and again, against an oracle that goes from step to step until nothing changes.
@Suite("Recurrences")
struct RecurrenceTests {
  private func stands(_ state: String, in machine: Machine) -> @Sendable (Snapshot, [Move]) -> Bool {
    { snapshot, _ in machine.regions(of: snapshot).contains { "\($0.region) = \($0.state)" == state } }
  }

  @Test("each is found lost, in as many states and after as few commands, as the oracle finds it", arguments: 1...30)
  func oracle(_ number: Int) {
    let machine = Generated<One>.machine(number)
    let depth = number.isMultiple(of: 3) ? 4 : .max
    var options = SearchOptions()
    (options.races, options.ties, options.depth) = (false, false, depth)
    let oracle = PromiseOracle(machine, options, depth: min(depth, 12))
    options.depth = min(depth, 12)
    for state in ["walk = s0", "walk = s1", "walk = s3", "lamp = lit", "lamp = dark", "walk = nowhere"] {
      options.recurrences = [Recurrence(state, isPossible: stands(state, in: machine))]
      var search = Search(machine, options)
      search.run()
      let isFollowed = oracle.snapshots.indices.map {
        oracle.snapshots[$0].fault == nil && oracle.depths[$0] < options.depth
      }
      var leads = oracle.snapshots.indices.map {
        !isFollowed[$0] || stands(state, in: machine)(oracle.snapshots[$0], [])
      }
      while let edge = oracle.edges.first(where: { leads[$0.to] && !leads[$0.from] }) { leads[edge.from] = true }
      let lost = leads.indices.filter { !leads[$0] }
      let place = search.report.findings.firstIndex { $0.kind == .lost }
      #expect(place.map { search.report.counts[$0] } ?? 0 == lost.count, "\(machine.title): \(state)")
      let length = place.map { search.report.findings[$0].script.count }
      #expect(length == lost.map { oracle.depths[$0] }.min(), "\(machine.title): \(state)")
    }
  }

  @Test("the generated machines lose some and keep some")
  func sorts() {
    var (lost, kept) = (0, 0)
    for number in 1...30 {
      let machine = Generated<One>.machine(number)
      var options = SearchOptions()
      (options.races, options.ties, options.depth) = (false, false, 12)
      options.recurrences = ["walk = s0", "lamp = lit"].map { Recurrence($0, isPossible: stands($0, in: machine)) }
      var search = Search(machine, options)
      search.run()
      let count = search.report.findings.count { $0.kind == .lost }
      (lost, kept) = (lost + count, kept + 2 - count)
    }
    #expect(lost > 5 && kept > 5, "\(lost) lost, \(kept) kept")
  }

  /// What is lost of each control of a machine, by `tap *`.
  private func lost(_ machine: Machine, states: Int, answeredByHand: Bool = false) -> [String] {
    var options = SearchOptions()
    if answeredByHand { options.answerAtAnyTime(machine) }
    (options.races, options.ties, options.states) = (false, false, states)
    options.recurrences = Recurrence.ofEachTap(of: machine, in: options.domain)
    var search = Search(machine, options)
    search.run()
    return search.report.findings.filter { $0.kind == .lost }.map(\.name)
  }

  @Test(
    "wherever a control of what is fixed is shown, something leads to where it can be used",
    arguments: Gallery.machines.filter { $0.variant == "fixed" }.map(\.title.text))
  func controls(_ title: String) throws {
    let machine = try #require(Gallery.machines.first { $0.title == title })
    #expect(MoveFinder(machine, MoveDomain()).tappedControls.isEmpty == (title == "home@fixed"))
    #expect(lost(machine, states: 1500) == [])
  }

  @Test("a control that stays covered for ever is lost where it is shown: HZ-G6")
  func covered() throws {
    let machine = try #require(Gallery.machines.first { $0.title == "phone@mvc" })
    let names = ["'tap login' where it is shown", "'tap fill' where it is shown"]
    #expect(lost(machine, states: 1500, answeredByHand: true) == names)
    let mended = try #require(Gallery.machines.first { $0.title == "phone@fixed" })
    #expect(lost(mended, states: 1500, answeredByHand: true) == [])
  }

  @Test("a bound hides what is lost, and does not invent it; without time it is said that nobody looked")
  func bounds() throws {
    let login = try #require(Gallery.machines.first { $0.title == "login@fixed" })
    var options = SearchOptions()
    options.depth = 2
    options.recurrences = [
      Recurrence("the home page") { snapshot, _ in login.screen(of: snapshot).pages.last == "home" }
    ]
    var search = Search(login, options)
    search.run()
    #expect(search.report.findings.isEmpty && search.report.unlooked.isEmpty)
    options.depth = .max
    options.recurrences = [Recurrence("nowhere") { _, _ in false }]
    options.isOver = { true }
    var cut = Search(login, options)
    cut.run()
    // Nothing leads to it, so nobody has to ask for time, and to where it begins no command leads.
    #expect(cut.report.findings.map(\.kind) == [.lost] && cut.report.findings.first?.script == [])
    options.recurrences = [Recurrence("everywhere") { _, _ in true }]
    var asked = Search(login, options)
    asked.run()
    #expect(asked.report.findings.isEmpty && asked.report.unlooked == [.recurrence("everywhere")])
  }
}
