import Testing

@testable import Statecharts

/// A snapshot of one definition opened by another.
struct MigrationTests {
  /// A page with rows, a service and a subscription; each part can be named anew.
  private struct Version {
    var kept = "kept"
    var accepts: @Sendable (Value) -> Bool = { _ in true }
    var row = "row"
    var state = "left"
    var service = "fetch"
    var wiring = "hear"

    var program: Program {
      var typed = Slot.hidden("typed", 0)
      typed.accepts = accepts
      let region = ChartDefinition.State(
        "one",
        children: [
          ChartDefinition.State("first").on("go", to: state), ChartDefinition.State(state).on("back", to: "first"),
        ])
      let other = ChartDefinition.State(
        "two",
        children: [
          ChartDefinition.State("idle").on("go", to: "busy").after(9_000, to: "busy"),
          ChartDefinition.State("busy").invoke(service).after(700, to: "idle", say: "timer").on(
            "\(service).ok", to: "idle", say: "answer"),
        ])
      return Program(
        templates: [
          .slots(
            "root", [.hidden(kept, "initial"), typed, .hidden("rows", [])], subjects: ["log", "other"],
            chart: ChartDefinition(isParallel: true, [region, other])),
          .slots(row, [.hidden("text")]),
        ],
        wirings: [WiringDefinition(wiring) { Link(.subject($0[0].target!, port: 4), to: .say("heard")) }],
        handlers: [.say], services: [ServiceDefinition(service, delay: 1000) { _ in (.ok, "defined") }])
    }
  }

  /// A simulation with everything in it under way.
  private func busy() -> SnapshotForm {
    let program = Version().program
    var simulation = Simulation(program)
    simulation.act { turn, me in
      turn.set(me, "kept", "saved")
      turn.set(me, "typed", 7)
      turn.set(me, "rows", .list([.reference(turn.make("row", at: "rows")), 1]))
      turn.start("hear", [.reference(me)])
      turn.setBehaviour(of: "fetch", ServiceBehaviour(delay: 400))
    }
    simulation.send("go")
    simulation.advance(to: 100)
    return simulation.kernel.snapshot.form(program)
  }

  private func watched(_ memory: Value) -> Program {
    let counter = Monitor(
      "it counts", at: .turn, remembering: memory, accepting: { if case .int = $0 { memory == 0 } else { memory != 0 } }
    ) { _, memory in
      if case .int(let count) = memory { memory = .int(count + 1) }
      return true
    }
    return Program(templates: [Template("root", monitors: [counter], model: InitialModel([Value]()))])
  }

  @Test("what a property remembered is kept if it still can be remembered, else the property knows nothing yet")
  func memory() throws {
    let program = watched(0)
    var simulation = Simulation(program)
    simulation.act { _, _ in }
    let form = simulation.kernel.snapshot.form(program)
    #expect(try Snapshot.migrated(form, to: program).dropped == [])
    let (snapshot, dropped) = try Snapshot.migrated(form, to: watched("nothing"))
    #expect(dropped == ["property 'it counts' of 'root' knows nothing yet"])
    #expect(snapshot.instances.watched[0].map(\.memory) == ["nothing"])
    #expect(throws: SnapshotProblem(.instance(0), .wrongMemory(of: "it counts"))) {
      try Snapshot(form, of: watched("nothing"))
    }
  }

  private struct Opened: ~Copyable {
    var simulation: Simulation
    var dropped: [String]
  }

  private func migrated(_ version: Version) throws -> Opened {
    let program = version.program
    let (snapshot, dropped) = try Snapshot.migrated(busy(), to: program)
    return Opened(simulation: Simulation(program, from: snapshot), dropped: dropped)
  }

  private func lines(_ version: Version) throws -> [String] {
    var opened = try migrated(version)
    opened.simulation.advance(to: 5_000)
    return opened.simulation.lines().filter { !$0.contains("two: ") && !$0.contains("start timer") }
  }

  @Test("what is the same goes on")
  func same() throws {
    let opened = try migrated(Version())
    #expect(opened.dropped == [])
    #expect(opened.simulation.states == ["one", "left", "two", "busy"])
    #expect(try lines(Version()) == ["400 reply fetch ok \"defined\"", "400 answer"])
  }

  @Test("a chart whose state is gone begins anew, without its requests and its timers")
  func stateGone() throws {
    let version = Version(state: "lost")
    let opened = try migrated(version)
    #expect(
      opened.dropped == [
        "'root' stands in its initial state: state 'one.left' is gone", "request 'fetch' went with its state",
        "work 'fetch' went with it: instance 3 is gone", "work 'busy' went with its state",
      ])
    #expect(opened.simulation.states == ["one", "first", "two", "idle"])
    #expect(opened.simulation.kernel.snapshot.openRequests.isEmpty)
    #expect(opened.simulation.kernel.snapshot.agenda.isEmpty)
    #expect(opened.simulation.read("kept") == "saved")
    #expect(try lines(version) == [])
  }

  @Test("a field that is gone is dropped, a new one begins with its initial value")
  func fieldGone() throws {
    let opened = try migrated(Version(kept: "renamed"))
    #expect(opened.dropped == ["field 'kept' of 'root' is gone"])
    #expect(opened.simulation.read("renamed") == "initial")
    #expect(opened.simulation.read("typed") == 7)
  }

  @Test("what stood in a field that is gone is detached until a sweep finds another that holds it")
  func placeGone() throws {
    let page = { (fields: [String]) in
      Program(templates: [
        .slots("root", fields.map { Slot.hidden($0, .null) }), .slots("row", [.hidden("text")]),
      ])
    }
    let before = page(["first", "second"])
    var simulation = Simulation(before)
    simulation.act { turn, me in
      let row = turn.make("row")
      turn.set(me, "first", .reference(row))
      turn.set(me, "second", .reference(row))
    }
    let snapshot = simulation.kernel.snapshot
    #expect(snapshot.path(of: InstanceID(1), before) == "first")
    let after = page(["second"])
    let migrated = try Snapshot.migrated(snapshot.form(before), to: after).snapshot
    #expect(migrated.path(of: InstanceID(1), after) == "detached first")
    var opened = Simulation(after, from: migrated)
    opened.act { turn, _ in _ = turn.make("row") }
    #expect(opened.kernel.snapshot.path(of: InstanceID(1), after) == "second")
  }

  @Test("a field of another type begins with its initial value")
  func typeChanged() throws {
    let opened = try migrated(Version(accepts: { if case .string = $0 { true } else { false } }))
    #expect(opened.dropped == ["field 'typed' of 'root' has its initial value"])
    #expect(opened.simulation.read("typed") == 0)
  }

  @Test("rows of a view model that is gone leave their list")
  func templateGone() throws {
    let opened = try migrated(Version(row: "cell"))
    #expect(opened.dropped == ["view model 'row' is gone"])
    #expect(opened.simulation.read("rows") == [1])
  }

  @Test("a service that is gone takes its settings, its requests and their answers along")
  func serviceGone() throws {
    let opened = try migrated(Version(service: "load"))
    #expect(
      opened.dropped == [
        "the setting of service 'fetch'", "service 'fetch' is gone", "work 'fetch' went with it: instance 3 is gone",
      ])
    #expect(opened.simulation.kernel.snapshot.openRequests.isEmpty)
    #expect(try lines(Version(service: "load")) == ["700 timer busy", "700 timer"])
  }

  @Test("a subscription whose wiring is gone goes")
  func wiringGone() throws {
    var opened = try migrated(Version(wiring: "listen"))
    #expect(opened.dropped == ["wiring 'hear' is gone"])
    opened.simulation.act { turn, me in turn.send(1, by: me, "other") }
    #expect(!opened.simulation.lines().contains { $0.contains("heard") })
  }

  @Test("without leave a changed definition is refused with every name that is gone or new")
  func refused() {
    let form = busy()
    let program = Version(kept: "renamed", service: "load").program
    #expect(
      throws: SnapshotProblem(
        .outline,
        .otherDefinition([
          "field 'kept' of 'root' is gone", "transition 'two.busy on fetch.ok -> two.idle' of 'root' is gone",
          "service 'fetch' is gone", "field 'renamed' of 'root' is new",
          "transition 'two.busy on load.ok -> two.idle' of 'root' is new", "service 'load' is new",
        ]))
    ) { try Snapshot(form, of: program) }
  }

  @Test("without the root's view model nothing is opened, even with leave")
  func rootGone() {
    let form = busy()
    let program = Program(templates: [.slots("page")])
    #expect(throws: SnapshotProblem.self) { try Snapshot.migrated(form, to: program) }
  }
}
