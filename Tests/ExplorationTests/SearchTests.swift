import Exploration
import Gallery
import Statecharts
import Synchronization
import Testing
import ViewModels

/// The search against the oracle: the same states, the same steps, the same verdicts at the same lengths.
@Suite("Searching the gallery")
struct SearchTests {
  static let machines = Gallery.machines
  /// Small enough for the oracle, with the depth that it looks to.
  static let small: [(title: String, depth: Int)] = [
    ("login@fixed", 5), ("login@original", 5), ("user@fixed", 5), ("user@original", 4), ("purchase@fixed", 5),
    ("purchase@original", 4), ("follow@fixed", 4), ("follow@original", 4), ("command@fixed", 4),
    ("command@original", 4), ("headlines@fixed", 4), ("home@fixed", 4), ("phone@fixed", 3), ("phone@blocks", 3),
  ]

  private func search(_ title: String, _ options: SearchOptions) throws -> SearchReport {
    let machine = try #require(Self.machines.first { $0.title == title })
    var search = Search(machine, options)
    search.run()
    return search.report
  }

  @Test("agrees with the oracle when work of one instant runs in every order", arguments: small.prefix(4))
  func ties(_ entry: (title: String, depth: Int)) throws { try oracle(entry, (false, true)) }

  @Test(
    "agrees with the oracle where so many commands come before due work, and the app is restarted at any time",
    arguments: small, [1, 2])
  func between(_ entry: (title: String, depth: Int), _ count: Int) throws {
    var options = SearchOptions()
    (options.between, options.ties, options.depth) = (count, count == 1, entry.depth - (count == 1 ? 0 : 1))
    options.domain.restarts = true
    try oracle(entry.title, options)
  }

  @Test(
    "one command before due work breaks whatever any number breaks",
    arguments: machines.map(\.title.text).filter { !$0.hasSuffix("@fixed") })
  func oneBetween(_ title: String) throws {
    let broken = try [Int.max, 1].map { between in
      var options = SearchOptions()
      (options.between, options.states) = (between, 500)
      return Set(try search(title, options).findings.map(\.name.withoutNumbers))
    }
    #expect(broken[0].isSubset(of: broken[1]), "\(broken[0].subtracting(broken[1]))")
  }

  @Test("agrees with the oracle", arguments: small, [(true, true), (false, false)])
  func oracle(_ entry: (title: String, depth: Int), _ mode: (races: Bool, ties: Bool)) throws {
    var options = SearchOptions()
    (options.races, options.ties, options.depth) = (mode.races, mode.ties, entry.depth)
    try oracle(entry.title, options)
  }

  private func oracle(_ title: String, _ options: SearchOptions) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    let oracle = Oracle(machine, options, depth: options.depth)
    let report = try search(title, options)
    #expect(report.states == oracle.depths.count)
    #expect(report.steps == oracle.steps)
    let told = report.findings.filter { [.broken, .crash, .limit].contains($0.kind) }
    for (name, length) in oracle.verdicts {
      #expect(told.filter { $0.name == name }.map(\.script.count).min() == length, "\(name)")
    }
    #expect(Set(told.map(\.name)).isSubset(of: oracle.verdicts.keys))
    #expect(report.findings.filter { $0.kind == .trap }.map(\.script.count).min() == oracle.stuck)
    #expect(report.lengths(.hang) == oracle.hangs && report.lengths(.alert) == oracle.alerts)
    #expect(report.goesRound(as: oracle), "\(oracle.circles)")
  }

  @Test(
    "agrees with the oracle when requests are answered by anybody, and the program acts",
    arguments: ["login@fixed", "user@fixed", "purchase@fixed", "purchase@original", "follow@fixed", "command@original"])
  func answered(_ title: String) throws {
    let machine = try #require(Self.machines.first { $0.title == title })
    var options = SearchOptions()
    options.depth = 3
    (options.domain.answersRequests, options.domain.isPastTheScreen, options.domain.usesKeyboard) = (true, true, true)
    options.preparation = machine.serviceNames.map { .service(name: $0.text, ServiceBehaviour(answer: .manual)) }
    let oracle = Oracle(machine, options, depth: 3)
    let report = try search(title, options)
    #expect(report.states == oracle.depths.count && report.steps == oracle.steps)
    #expect(report.findings.allSatisfy { $0.script.count >= options.preparation.count })
  }

  @Test(
    "any number of workers sees the same, to the end and to a bound",
    arguments: small.filter {
      ["login@original", "purchase@original", "follow@fixed", "phone@blocks"].contains($0.title)
    })
  func workers(_ entry: (title: String, depth: Int)) throws {
    let machine = try #require(Self.machines.first { $0.title == entry.title })
    let limits: [(inout SearchOptions) -> Void] = [
      { _ in }, { $0.states = 57 }, { $0.memory = 300_000 }, { $0.races = false },
      { $0.laws = [StateLaw("no second page", .law) { machine.screen(of: $0).pages.count < 2 }] },
      { $0.wanted = { stimulus, _ in if case .dismiss = stimulus { true } else { false } } },
    ]
    for limit in limits {
      var options = SearchOptions()
      options.depth = entry.depth - 1
      limit(&options)
      let alone = try search(entry.title, options)
      for workers in [2, 5] {
        options.workers = workers
        #expect(try search(entry.title, options) == alone, "\(workers) workers")
      }
    }
  }

  @Test("a search of several workers that is stopped between two states has seen what one has seen by then")
  func stoppedWorkers() throws {
    let machine = try #require(Self.machines.first { $0.title == "phone@blocks" })
    for stop in [1, 33, 60] {
      let reports = [1, 2].map { workers in
        var options = SearchOptions()
        options.workers = workers
        var search = Search(machine, options)
        var asked = 0
        search.run { _ in
          asked += 1
          return asked > stop ? .interrupted : nil
        }
        return search.report
      }
      #expect(reports[0].bound == .interrupted && reports[0].steps > 0)
      #expect(reports.allSatisfy { $0 == reports[0] }, "stopped after \(stop)")
    }
  }

  @Test("workers that drop their states when they are interrupted have seen what one has seen by then")
  func interruptedWorkers() throws {
    let machine = try #require(Self.machines.first { $0.title == "phone@blocks" })
    for stop in [0, 3, 40] {
      let reports = [1, 2].map { workers in
        let stopSwitch = StopSwitch()
        var options = SearchOptions()
        options.workers = workers
        options.interruption = { stopSwitch.isOn.load(ordering: .relaxed) ? .interrupted : nil }
        var search = Search(machine, options)
        var asked = 0
        search.run { _ in
          if asked >= stop { stopSwitch.isOn.store(true, ordering: .relaxed) }
          asked += 1
          return nil
        }
        return search.report
      }
      #expect(reports[0].bound == .interrupted && reports.allSatisfy { $0 == reports[0] }, "stopped after \(stop)")
    }
    var options = SearchOptions()
    options.interruption = { .interrupted }
    var search = Search(machine, options)
    search.run()
    #expect(search.report.bound == .interrupted && search.report.states == 1 && search.report.steps == 0)
  }

  @Test("every script leads to what it was found for", arguments: small)
  func scripts(_ entry: (title: String, depth: Int)) throws {
    var options = SearchOptions()
    options.depth = entry.depth
    let machine = try #require(Self.machines.first { $0.title == entry.title })
    for finding in try search(entry.title, options).findings {
      var snapshot = machine.open().snapshot
      var last: [Turn] = []
      for driven in finding.script {
        last = machine.step(&snapshot, driven.stimulus, isHeld: driven.isHeld)
        if case .refused? = last.first?.effects.first { Issue.record("\(finding.name): \(driven.stimulus)") }
      }
      let effects = last.flatMap(\.effects)
      switch finding.kind {
      case .broken: #expect(effects.contains(.broken(property: Name(finding.name))))
      case .crash: #expect(snapshot.fault == finding.name)
      case .limit: #expect(snapshot.fault != nil)
      case .alert: #expect(machine.screen(of: snapshot).alert?.title == finding.name)
      case .trap: #expect(machine.moves(of: snapshot).isEmpty)
      case .hang: #expect(snapshot.nextDue == nil)
      case .unrest: #expect(snapshot.nextDue != nil)
      case .reached, .unkept, .lost, .object: Issue.record("nothing was looked for")
      }
    }
  }

  @Test("finds login's double push in four commands")
  func doublePush() throws {
    var options = SearchOptions()
    options.depth = 4
    let found = try search("login@original", options).findings.first { $0.name == "one submission pushes one page" }
    #expect(
      found?.script == [
        DrivenStimulus(.set(control: "name", "12aaaaaa!")),
        DrivenStimulus(.set(control: "password", .secret("aaaaaa"))),
        DrivenStimulus(.tap(control: "login", nil), isHeld: true), DrivenStimulus(.tap(control: "login", nil)),
      ])
  }

  @Test("says which bound came first, and how far everything was searched")
  func bounds() throws {
    var options = SearchOptions()
    options.depth = 3
    let shallow = try search("login@fixed", options)
    #expect(shallow.bound == .depth(3) && shallow.completeDepth == 3 && shallow.frontier > 0)
    options.depth = .max
    options.states = 20
    let small = try search("login@fixed", options)
    #expect(small.bound == .states(20) && small.states == 21 && small.completeDepth < 4)
    options.states = 1_000_000
    var search = Search(try #require(Self.machines.first { $0.title == "login@fixed" }), options)
    search.run { $0.states > 9 ? .interrupted : nil }
    #expect(search.report.bound == .interrupted)
  }
}

/// What one thread sets and others read.
private final class StopSwitch: Sendable {
  let isOn = Atomic(false)
}
