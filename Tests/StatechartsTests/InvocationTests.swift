import Testing

@testable import Statecharts

/// Machines that states invoke.
struct InvocationTests {
  private func system(_ text: String) -> Simulation { Simulation(SpecParser.system(text).program) }

  /// An invoker that runs a child while it is busy.
  private static let pair = """
    atomic idle
      on go -> busy
    compound busy
      invoke child forward / log finalized
      on done.invoke.child -> idle
      on stop -> idle
      on up / log up
      atomic busy1
    chart child
      atomic one
        on next -> two / send parent up
      atomic two
        after 50 -> end
      final end data 3
    """

  private func run(_ text: String = pair, _ events: Name...) -> Simulation {
    var simulation = system(text)
    _ = simulation.said()
    for event in events { simulation.send(event) }
    return simulation
  }

  @Test("an invoked machine starts when the macrostep has ended, under its invoker's path, and is kept by it alone")
  func starts() {
    var simulation = run(Self.pair, "go")
    let said = simulation.said()
    #expect(said == ["-idle", "idle#0", "+busy", "+busy1", "+one"])
    #expect(simulation.kernel.snapshot.machines(simulation.kernel.program).map(\.path) == ["", "child"])
  }

  @Test("a state that is left in the macrostep that entered it invokes nothing")
  func notStaying() {
    let text = """
      atomic a
        on go -> b
      atomic b
        invoke child
        always -> c
      atomic c
      chart child
        atomic x
      """
    var simulation = run(text, "go")
    #expect(simulation.said() == ["-a", "a#0", "+b", "-b", "b#0", "+c"])
  }

  @Test("what comes from it runs the finalizer first; what comes from outside is forwarded")
  func forwarding() {
    var simulation = run(Self.pair, "go", "next")
    let said = simulation.said()
    #expect(said.suffix(2) == ["busy#2", "up"])
  }

  @Test("when it finishes, its exit actions run and its invoker hears the data")
  func done() {
    var simulation = run(Self.pair, "go", "next")
    simulation.advance(to: 50)
    #expect(simulation.said().suffix(7) == ["+end", "-end", "finalized", "-busy1", "-busy", "busy#0(3)", "+idle"])
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }

  @Test("leaving the state ends it: its exit actions run, its timers go, and it is not kept")
  func cancelled() {
    var simulation = run(Self.pair, "go", "next", "stop")
    let said = simulation.said()
    #expect(said.suffix(5) == ["-busy1", "-busy", "-two", "busy#1", "+idle"])
    #expect(simulation.kernel.snapshot.workCount == 0)
    #expect(simulation.kernel.snapshot.instanceCount == 1)
    #expect(simulation.states == ["idle"])
  }

  @Test("what it sent before its invoker left the state is heard, also the end")
  func earlierEvents() {
    let text = """
      atomic a
        invoke child / log finalized
        on up -> b
      atomic b
        on done.invoke.child -> c
      atomic c
      chart child
        final x
          exit / send parent up
      """
    var simulation = system(text)
    #expect(simulation.said() == ["+a", "+x", "-x", "finalized", "-a", "a#0", "+b", "-b", "b#0", "+c"])
  }

  @Test("a cancelled machine takes nothing more")
  func lateEvents() {
    let text = """
      atomic a
        on go -> b
      atomic b
        invoke child forward
        on go -> a
        on up / log up
      chart child
        atomic x
          on go / send parent up
      """
    // The second go is forwarded, but b is left before the child takes it.
    var simulation = run(text, "go", "go")
    #expect(!simulation.said().contains("up"))
  }

  @Test("a template that does not exist is error.communication for a chart that takes it, else a fault")
  func missing() {
    var state = ChartDefinition.State("a")
    state.invocations = [ChartDefinition.Invocation(.machine, "nobody")]
    let crashing = Simulation([state])
    #expect(crashing.kernel.snapshot.fault == "template 'nobody' is not declared in the definition")
    state.transitions = [ChartDefinition.Transition(.event("error.communication"), to: ["b"])]
    #expect(Simulation([state, ChartDefinition.State("b")]).states == ["b"])
    state.invocations = [ChartDefinition.Invocation("nobody")]
    #expect(Simulation([state, ChartDefinition.State("b")]).states == ["b"])
  }

  @Test("a service's finalizer runs with its answer before a transition is chosen")
  func serviceFinalizer() {
    var state = ChartDefinition.State("a")
    var invocation = ChartDefinition.Invocation("fetch")
    invocation.finalize = [{ turn, me, value in turn.set(me, "ok", value) }]
    state.invocations = [invocation]
    state.transitions = [ChartDefinition.Transition(.event("fetch.ok"), to: ["b"], when: .field("ok"))]
    var simulation = Simulation(
      [state, ChartDefinition.State("b")], services: [ServiceDefinition("fetch", delay: 10) { _ in (.ok, true) }])
    simulation.advance(to: 10)
    #expect(simulation.states == ["b"])
  }

  @Test("a snapshot in the middle of an invocation goes on as the simulation does, also in its normal form")
  func normalForm() {
    var simulation = run(Self.pair, "go", "next")
    let program = simulation.kernel.program
    _ = simulation.said()
    var normal = Simulation(program, from: simulation.kernel.snapshot.normalised(program))
    simulation.advance(to: 50)
    normal.advance(to: 50)
    #expect(normal.said() == simulation.said())
    #expect(normal.states == simulation.states)
  }
}
