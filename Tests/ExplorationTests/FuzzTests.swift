import Exploration
import Foundation
import Gallery
import Statecharts
import Testing
import ViewModels

/// Random walks: what they find, against known hazards and searches, and how small it is made.
@Suite("Walking at random")
struct FuzzTests {
  private func fuzz(
    _ machine: Machine, seed: UInt64 = 1, walks: Int = 20, steps: Int = 60, _ options: SearchOptions = SearchOptions()
  ) -> FuzzReport {
    var extent = FuzzExtent()
    (extent.seed, extent.walks, extent.steps) = (seed, walks, steps)
    var fuzz = Fuzz(machine, options, extent)
    fuzz.run()
    return fuzz.report
  }

  private func machine(_ title: String) throws -> Machine {
    try #require(Gallery.machines.first { $0.title == title })
  }

  /// The findings of a script, driven plainly; those of rows and instances are one.
  private func shown(_ script: [DrivenStimulus], _ machine: Machine) -> Set<String> {
    var (snapshot, turns) = machine.open()
    for driven in script { turns += machine.step(&snapshot, driven.stimulus, isHeld: driven.isHeld) }
    let names = turns.flatMap(\.effects).compactMap { effect -> String? in
      switch effect {
      case .broken(let property): property.text.withoutPath
      case .crashed(let fault): fault
      default: nil
      }
    }
    return Set(names)
  }

  static let hazards: [(machine: String, walks: Int, properties: Set<String>)] = [
    ("login@original", 30, ["one submission pushes one page"]),
    ("user@original", 25, ["a submission has exactly one outcome", "one submission pushes one page"]),
    ("purchase@original", 20, ["a purchase has exactly one outcome", "a purchase pushes one page"]),
    (
      "follow@original", 25,
      [
        "no result comes after a cancel", "one execution runs at a time", "an execution has one end, of its own",
        "only what runs is cancelled",
      ]
    ),
    ("phone@blocks", 20, ["one avatar is loaded for each phone", "what is stored is what was submitted"]),
    ("login-app@original", 15, ["no timer runs when the page was left"]),
    (
      "goods@blocks", 8,
      [
        "the footer is hidden when the last page is there, and only then", "the list is the pages 1 to n, once each",
        "one like of an article is under way", "a logout forgets the credentials",
      ]
    ),
    (
      "flickr@original", 8,
      [
        "results are shown for the text that is shown", "what is searched is worth it",
        "what is seen long enough has its numbers, or says why not",
      ]
    ),
  ]

  @Test(
    "finds the hazards of the originals at a fixed seed, each in a script of which no command can be left out",
    arguments: hazards)
  func found(_ entry: (machine: String, walks: Int, properties: Set<String>)) throws {
    let machine = try machine(entry.machine)
    let report = fuzz(machine, walks: entry.walks)
    #expect(report.bound == nil && report.walks == entry.walks)
    #expect(Set(report.found.map(\.finding.name.withoutPath)).isSuperset(of: entry.properties), "\(report.found)")
    #expect(Set(report.found.map(\.finding.group)).count == report.found.count, "each cause once")
    for found in report.found {
      let (script, name) = (found.finding.script, found.finding.name.withoutPath)
      #expect(found.isSmallest && script.count <= found.walked)
      #expect(shown(script, machine).contains(name), "\(found)")
      for index in script.indices {
        var less = script
        less.remove(at: index)
        var run = ScriptRun(machine)
        run.drive(less)
        let isShown = run.findings.contains { $0.group == found.finding.group }
        #expect(!isShown, "without command \(index + 1) of \(found)")
      }
    }
  }

  @Test("one seed gives one run, another one another")
  func seeds() throws {
    let machine = try machine("purchase@original")
    let (first, second, other) = (fuzz(machine, seed: 3), fuzz(machine, seed: 3), fuzz(machine, seed: 4))
    #expect("\(first)" == "\(second)")
    #expect(first.found.map(\.walked) != other.found.map(\.walked))
  }

  @Test(
    "breaks nothing that a whole search does not break",
    arguments: [
      "login@fixed", "login@original", "purchase@fixed", "purchase@original", "user@fixed", "headlines@fixed",
    ])
  func sound(_ title: String) throws {
    let machine = try machine(title)
    var options = SearchOptions()
    options.states = 1_500
    var search = Search(machine, options)
    search.run()
    let shortest = Dictionary(grouping: search.report.findings, by: \.name.withoutPath)
      .mapValues { $0.map(\.script.count).min() ?? 0 }
    for seed in 1...3 {
      for found in fuzz(machine, seed: UInt64(seed)).found {
        let length = try #require(shortest[found.finding.name.withoutPath], "\(found)")
        #expect(found.finding.script.count >= length, "no script is shorter than a shortest one")
      }
    }
  }

  @Test("every state of small machines is come by, and its script is no shorter than a shortest one", arguments: 1...30)
  func generated(_ number: Int) {
    let machine = Generated<One>.machine(number)
    var options = SearchOptions()
    options.between = 1
    options.laws = (0..<5).map { index in
      StateLaw("never s\(index)", .law) { snapshot in
        !machine.regions(of: snapshot).contains { $0.region == "walk" && $0.state == "s\(index)" }
      }
    }
    var search = Search(machine, options)
    search.run()
    let report = fuzz(machine, walks: 40, options)
    #expect(search.report.isComplete)
    let laws = search.report.findings.filter { $0.kind == .broken }
    #expect(Set(report.found.map(\.finding.name)).isSuperset(of: laws.map(\.name)))
    for found in report.found where found.finding.kind == .broken {
      let shortest = laws.first { $0.name == found.finding.name }?.script.count ?? .max
      #expect(found.finding.script.count >= shortest, "\(found)")
    }
  }

  @Test("values become simpler, and times shorter, as far as the same thing breaks")
  func simple() throws {
    for seed in UInt64(1)...5 {
      let found = fuzz(Cellar.machine, seed: seed).found.map(\.finding)
      let sign = try #require(found.first { $0.name == "the sign is short" })
      #expect(sign.script == [DrivenStimulus(.set(control: "sign", "abcdef"))])
      let lamp = try #require(found.first { $0.name == "the lamp is whole" })
      let light = DrivenStimulus(.tap(control: "light", nil))
      #expect(lamp.script == [light, DrivenStimulus(.advance(milliseconds: 100)), light])
    }
  }

  @Test("a page that nobody can leave and an alert without a way out are found, and shrunk")
  func traps() throws {
    let found = fuzz(Well.machine).found.map(\.finding)
    #expect(Set(found.map(\.kind)) == [.alert, .trap])
    let trap = try #require(found.first { $0.kind == .trap })
    #expect(trap.script == ["walk", "jump"].map { DrivenStimulus(.tap(control: $0, nil)) })
    let alert = try #require(found.first { $0.kind == .alert && $0.cause == "wanderer above" })
    #expect(alert.script == [DrivenStimulus(.tap(control: "call", nil))])
  }

  @Test("an execution that nothing ends is found, and its script is shrunk")
  func hang() {
    let machine = Machine(Spinner<Unguarded>.self, name: "spinner", variant: "deaf", summary: "Hears of success alone")
    let found = fuzz(machine).found.map(\.finding)
    #expect(found.map(\.kind) == [.hang])
    #expect(
      found.map(\.script) == [[.tap(control: "load", nil), .advance(milliseconds: nil)].map { DrivenStimulus($0) }])
  }

  @Test("a law that is given is found broken, and what is done before the walks goes when it is not needed")
  func laws() throws {
    let machine = try machine("login@fixed")
    var options = SearchOptions()
    options.answerAtAnyTime(machine)
    options.laws = [
      StateLaw("never failed", .law) { machine.regions(of: $0).first?.state != "failed" },
      StateLaw("never executing", .law) { machine.regions(of: $0).first?.state != "executing" },
    ]
    let found = fuzz(machine, options).found.map(\.finding)
    let failed = try #require(found.first { $0.name == "never failed" })
    #expect(failed.script.last?.stimulus == .reply(request: "authenticate", .fail, nil))
    #expect(failed.script.count == 4, "an open request is answered at any time, however its service is set")
    #expect(found.first { $0.name == "never executing" }?.script.count == 3)
  }

  @Test("a watch ends it, and what was found until then is told")
  func watched() throws {
    let machine = try machine("purchase@original")
    var extent = FuzzExtent()
    extent.walks = 1_000
    var whole = Fuzz(machine, SearchOptions(), extent)
    whole.run { .interrupted }
    #expect(whole.report.bound == .interrupted && whole.report.commands == 0 && whole.report.found.isEmpty)
  }
}

extension String {
  /// The name of a property without the instance that it is of.
  fileprivate var withoutPath: String {
    guard let colon = range(of: ": ") else { return self }
    return String(self[colon.upperBound...])
  }
}
