import Statecharts
import Testing

/// Cases as other engines' suites have them (SCION's and the W3C's are their models).
struct ChartSimulationTests {
  private func leaves(_ states: [ChartDefinition.State], _ events: [Name]) -> [[String]] {
    var simulation = ChartSimulation(ChartDefinition(states))
    let start = simulation.configuration.leaves
    return [start] + simulation.run(events.map { .event($0) }).map(\.leaves)
  }

  private func state(
    _ name: Name, _ kind: ChartDefinition.State.Kind? = nil, _ transitions: [ChartDefinition.Transition] = [],
    children: [ChartDefinition.State] = []
  ) -> ChartDefinition.State {
    var state = ChartDefinition.State(name, kind, children: children)
    state.transitions = transitions
    return state
  }

  private func on(_ event: Name, _ targets: Name..., when condition: ChartDefinition.Guard? = nil)
    -> ChartDefinition.Transition
  {
    ChartDefinition.Transition(.event(event.text), to: targets, when: condition)
  }

  private func always(_ target: Name, when condition: ChartDefinition.Guard? = nil) -> ChartDefinition.Transition {
    ChartDefinition.Transition(.always, to: [target], when: condition)
  }

  private func raise(_ event: Name, _ value: Value = .null) -> Code {
    { turn, me, _ in turn.raise(event, value, for: me) }
  }

  @Test("basic: a transition, and an event that nothing takes")
  func basic() {
    #expect(leaves([state("a", nil, [on("t", "b")]), state("b")], ["x", "t", "t"]) == [["a"], ["a"], ["b"], ["b"]])
  }

  @Test("hierarchy: the child's transition comes before the parent's, the parent's when the child has none")
  func hierarchy() {
    let a = state(
      "a", nil, [on("t", "c"), on("u", "c")], children: [state("a1", nil, [on("t", "a2")]), state("a2")])
    #expect(leaves([a, state("b"), state("c")], ["t", "t"]) == [["a1"], ["a2"], ["c"]])
    #expect(leaves([a, state("b"), state("c")], ["u"]) == [["a1"], ["c"]])
  }

  @Test("parallel: every region moves at the same event")
  func parallel() {
    let region = { (name: Name) in
      state(name, nil, children: [state("\(name)1", nil, [on("t", "\(name)2")]), state("\(name)2")])
    }
    #expect(
      leaves([state("p", .parallel, children: [region("a"), region("b")])], ["t"]) == [["a1", "b1"], ["a2", "b2"]])
  }

  @Test("conflicts in a parallel state: the region first in the document wins")
  func conflict() {
    let p = state(
      "p", .parallel,
      children: [
        state("a", nil, children: [state("a1", nil, [on("t", "x")])]),
        state("b", nil, children: [state("b1", nil, [on("t", "b2")]), state("b2")]),
      ])
    #expect(leaves([p, state("x")], ["t"]) == [["a1", "b1"], ["x"]])
  }

  @Test("history: shallow restores the child, deep the leaf")
  func history() {
    let on = { (kind: ChartDefinition.State.Kind) -> [ChartDefinition.State] in
      [
        state(
          "off", nil, [self.on("on", "h")]),
        state(
          "run", nil, [self.on("off", "off")],
          children: [
            state("h", kind, [always("slow")]),
            state("slow", nil, [self.on("fast", "fast2")]),
            state("fast", children: [state("fast1"), state("fast2")]),
          ]),
      ]
    }
    #expect(
      leaves(on(.shallowHistory), ["on", "fast", "off", "on"]).map(\.[0]) == ["off", "slow", "fast2", "off", "fast1"])
    #expect(
      leaves(on(.deepHistory), ["on", "fast", "off", "on"]).map(\.[0]) == ["off", "slow", "fast2", "off", "fast2"])
  }

  @Test("the initial state is the first in the document, unless another is named (W3C 355, 364)")
  func initial() {
    #expect(leaves([state("s0"), state("s1")], []) == [["s0"]])
    var chart = ChartDefinition([state("s0"), state("s1", children: [state("s11"), state("s12")])])
    chart.initial = ["s12"]
    #expect(ChartSimulation(chart).configuration.states == ["s1", "s12"])
  }

  @Test("raised events are taken in the order in which they were raised (W3C 144)")
  func raised() {
    var s0 = state("s0", nil, [on("foo", "s1"), on("*", "fail")])
    s0.onEntry = [raise("foo"), raise("bar")]
    #expect(
      leaves([s0, state("s1", nil, [on("bar", "pass"), on("*", "fail")]), state("pass"), state("fail")], []) == [
        ["pass"]
      ])
  }

  @Test("an eventless transition is taken before an event that waits (W3C 419)")
  func eventlessFirst() {
    var s1 = state("s1", nil, [on("*", "fail"), always("pass")])
    s1.onEntry = [raise("internal")]
    #expect(leaves([s1, state("pass"), state("fail")], []) == [["pass"]])
  }

  @Test("internal events come before external ones (W3C 421)")
  func internalFirst() {
    var s1 = state("s1", nil, [on("external", "fail"), on("i1", "s2")])
    s1.onEntry = [
      { turn, me, _ in
        turn.send("external", to: me)
        turn.raise("i1", for: me)
        turn.raise("i2", for: me)
      }
    ]
    let s2 = state("s2", nil, [on("external", "fail"), on("i2", "s3")])
    #expect(
      leaves([s1, s2, state("s3", nil, [on("external", "pass")]), state("pass"), state("fail")], []) == [["pass"]])
  }

  @Test("a child that ends is done before its parent is left, and its data comes with it (W3C 294, 417)")
  func doneData() {
    var end = state("end", .final)
    end.doneData = { _, _ in 42 }
    let isRight = ChartDefinition.Guard("42") { _, _, value in value == 42 }
    let p = state(
      "p", .parallel, [on("done.state.p", "pass")],
      children: [
        state("a", nil, [on("done.state.a", when: isRight)], children: [state("a1", nil, [always("end")]), end]),
        state("b", nil, children: [state("b1", nil, [on("done.state.a", "b2", when: isRight)]), state("b2", .final)]),
      ])
    #expect(leaves([p, state("pass")], []) == [["pass"]])
  }

  @Test("In() sees the states that are active when the guard is asked (W3C 310, 411)")
  func inState() {
    let p = state(
      "p", .parallel,
      children: [
        state("a", nil, children: [state("a1", nil, [on("t", "a2", when: .isIn("b1"))]), state("a2")]),
        state("b", nil, children: [state("b1", nil, [on("t", "b2", when: .isIn("a1"))]), state("b2")]),
      ])
    #expect(leaves([p], ["t", "t"]) == [["a1", "b1"], ["a2", "b2"], ["a2", "b2"]])
  }

  @Test("a delayed event comes when its time has, one that was cancelled does not (W3C 175, 208)")
  func delays() {
    var s0 = state("s0", nil, [on("late", "fail"), on("later", "pass")])
    s0.onEntry = [
      { turn, me, _ in
        turn.send("late", to: me, after: 100, id: "one")
        turn.send("later", to: me, after: 200)
        turn.cancel("one", to: me)
      }
    ]
    var simulation = ChartSimulation(ChartDefinition([s0, state("pass", .final), state("fail")]))
    let found = simulation.run([.advance(milliseconds: 199), .advance(milliseconds: 1), .event("late")])
    #expect(found.map(\.leaves) == [["s0"], ["pass"], ["pass"]])
    #expect(found.map(\.isDone) == [false, true, true])
    #expect(simulation.time == 200)
  }

  @Test("an invoked chart tells its end with its data, and takes what is forwarded (W3C 229, 233, 235)")
  func invoke() {
    var s0 = state(
      "s0", nil, [on("done.invoke.inner", "pass", when: ChartDefinition.Guard("is 7") { _, _, value in value == 7 })])
    var invocation = ChartDefinition.Invocation(.machine, "inner")
    invocation.forwardsEvents = true
    invocation.finalize = [{ turn, me, value in turn.set(me, port: 0, to: value) }]
    s0.invocations = [invocation]
    var end = state("end", .final)
    end.doneData = { _, _ in 7 }
    var simulation = ChartSimulation(
      ChartDefinition([s0, state("pass")]),
      invoking: ["inner": ChartDefinition([state("wait", nil, [on("finish", "end")]), end])],
      variables: ["seen": 0])
    #expect(simulation.run([.event("other"), .event("finish")]).map(\.leaves) == [["s0"], ["pass"]])
    #expect(simulation.variable("seen") == 7)
  }

  @Test("an error in content is error.execution, and an event for nobody error.communication (W3C 401, 521)")
  func errors() {
    var s0 = state("s0", nil, [on("error.execution", "s1"), on("*", "fail")])
    s0.onEntry = [{ turn, _, _ in turn.fault("no") }, raise("foo")]
    var s1 = state("s1", nil, [on("error.communication", "pass"), on("foo")])
    s1.onEntry = [{ turn, _, _ in turn.send("x", to: InstanceID(99)) }]
    #expect(leaves([s0, s1, state("pass"), state("fail")], []) == [["pass"]])
  }

  @Test("a chart that loops for ever crashes with the limit's name instead of hanging")
  func endless() {
    var simulation = ChartSimulation(
      ChartDefinition([state("a", nil, [on("go", "b")]), state("b", nil, [always("b")])]))
    simulation.send("go")
    #expect(simulation.fault == "limit microsteps of 1000 reached")
  }
}
