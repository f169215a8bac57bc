import Testing

@testable import Statecharts

/// Numbers mean something in one program only: a snapshot and an event go with the program that made them.
struct ProgramIdentityTests {
  private static func program(_ states: Name..., events: [Name] = ["go"]) -> Program {
    let first = events.reduce(ChartDefinition.State(states[0])) { $0.on($1, to: states[1]) }
    return Program(templates: [
      .slots("root", chart: ChartDefinition([first] + states.dropFirst().map { ChartDefinition.State($0) }))
    ])
  }

  private static let one = program("a", "b")
  private static let other = program("a", "c")
  /// Where 'go' has another number.
  private static let twoEvents = program("a", "b", events: ["stop", "go"])
  /// The same names over models of another type.
  private static let typed = Program(templates: [
    Template(
      "root", fields: [FieldDefinition("x", offset: 0, read: { .int($0.assumingMemoryBound(to: Int.self).pointee) })],
      model: InitialModel(7))
  ])
  private static let text = Program(templates: [
    Template(
      "root",
      fields: [FieldDefinition("x", offset: 0, read: { .string($0.assumingMemoryBound(to: String.self).pointee) })],
      model: InitialModel("seven"))
  ])

  @Test("a snapshot of another program is not stepped")
  func stepped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let snapshot = Simulation(ProgramIdentityTests.one).kernel.snapshot
      _ = Kernel(ProgramIdentityTests.other, snapshot)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      said.contains(
        "the snapshot belongs to another program: its states, ports and models are numbers of the program that ran it; "
          + "use it only with that program"))
  }

  @Test("a model is not read as one of another type")
  func read() async {
    await #expect(processExitsWith: .failure) {
      let snapshot = Simulation(ProgramIdentityTests.typed).kernel.snapshot
      _ = snapshot.read(InstanceID(0), port: 0, ProgramIdentityTests.text)
    }
  }

  @Test("the value and the normal form of another program's snapshot are not made")
  func described() async {
    await #expect(processExitsWith: .failure) {
      _ = Simulation(ProgramIdentityTests.typed).kernel.snapshot.value(ProgramIdentityTests.text)
    }
    await #expect(processExitsWith: .failure) {
      _ = Simulation(ProgramIdentityTests.typed).kernel.snapshot.canonicalBytes(ProgramIdentityTests.text)
    }
    await #expect(processExitsWith: .failure) {
      _ = Simulation(ProgramIdentityTests.one).kernel.snapshot.machines(ProgramIdentityTests.other)
    }
  }

  @Test("an event's number of another program is not taken, be it out of range or another event here")
  func events() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var simulation = Simulation(ProgramIdentityTests.one)
      guard let event = ProgramIdentityTests.twoEvents.event(named: "go") else { return }
      simulation.kernel.run(Cause(.user, "go"), sending: event, to: simulation.root)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      said.contains(
        "the event's number belongs to another program: use 'event(named:)' of the running program"))
    await #expect(processExitsWith: .failure) {
      var simulation = Simulation(ProgramIdentityTests.one)
      guard let event = ProgramIdentityTests.other.event(named: "go") else { return }
      simulation.act { turn, me in turn.send(event, to: me) }
    }
  }

  @Test("a definition that is made twice takes its own snapshots and events; an empty snapshot goes with every program")
  func twice() throws {
    let first = Self.program("a", "b")
    let second = Self.program("a", "b")
    #expect(first.id == second.id)
    #expect(first.id != Self.other.id)
    #expect(Self.typed.id != Self.text.id)
    var simulation = Simulation(second, from: Simulation(first).kernel.snapshot)
    let event = try #require(first.event(named: "go"))
    simulation.kernel.run(Cause(.user, "go"), sending: event, to: simulation.root)
    #expect(simulation.states == ["b"])
    #expect(Simulation(Self.other, from: simulation.kernel.snapshot.restarted).kernel.snapshot.instanceCount == 0)
  }

  @Test("a program with more templates than it can tell apart has a finding, and the last ones fault where one is made")
  func templates() {
    let templates = (0...Program.templateLimit).map { Template("t\($0)") }
    #expect(Program(templates: Array(templates.dropLast())).findings.isEmpty)
    let program = Program(templates: templates)
    #expect(program.findings.map(\.code) == ["too-many-templates"])
    #expect(
      program.findings.map(\.sentence) == [
        "t32767: there are 32768 templates, but a program can distinguish only 32767; "
          + "split the machine, or use one template with fields for the differences"
      ])
    var simulation = Simulation(program)
    simulation.act { turn, _ in turn.keep(turn.make("t32766", at: "last")) }
    #expect(simulation.kernel.snapshot.fault == nil)
    #expect(simulation.kernel.snapshot.machines(program).map(\.template) == [0, 32_766])
    simulation.act { turn, _ in _ = turn.make("t32767", at: "one too many") }
    #expect(simulation.kernel.snapshot.fault == "template 't32767' is not declared in the definition")
  }
}
