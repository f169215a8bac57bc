import Testing

@testable import Statecharts

/// Each kind of finding with a smallest chart that has it, and a near-miss that has not.
struct ChartFindingTests {
  private func codes(_ states: [ChartDefinition.State], isParallel: Bool = false) -> [String] {
    ChartDefinition(isParallel: isParallel, states).findings.map { finding in
      "\(finding.code) \(finding.place)" + (finding.transition.map { " \($0)" } ?? "")
    }
  }

  private func state(_ name: Name) -> ChartDefinition.State { ChartDefinition.State(name) }
  private func compound(_ name: Name, _ children: ChartDefinition.State...) -> ChartDefinition.State {
    ChartDefinition.State(name, .compound, children: children)
  }
  private func parallel(_ name: Name, _ children: ChartDefinition.State...) -> ChartDefinition.State {
    ChartDefinition.State(name, .parallel, children: children)
  }
  private func final(_ name: Name) -> ChartDefinition.State { ChartDefinition.State(name, .final) }
  private func history(_ name: Name) -> ChartDefinition.State { ChartDefinition.State(name, .shallowHistory) }
  private let ok = ChartDefinition.Guard.field("ok")

  @Test("unknown-target: a transition or an initial transition names no state")
  func unknownTarget() {
    #expect(codes([state("a").on("go", to: "b")]) == ["unknown-target a on 'go'"])
    #expect(codes([compound("a", state("b")).initial("c")]) == ["unknown-target a"])
    #expect(codes([state("a").on("go", to: "b"), state("b").on("go", to: "a")]) == [])
    // Canonical equivalence is not equality: this target is decomposed.
    #expect(codes([state("\u{E9}").on("go", to: "e\u{301}")]) == ["unknown-target \u{E9} on 'go'"])
  }

  @Test("unknown-target: a guard asks for a state that is nowhere")
  func unknownAskedState() {
    let go = { (asked: Name) in
      ChartDefinition.Transition(.event("go"), to: ["a"], when: .isIn(asked))
    }
    var a = state("a")
    a.transitions = [go("b")]
    #expect(codes([a]) == ["unknown-target a on 'go'"])
    a.transitions = [go("c")]
    #expect(codes([parallel("p", compound("q", a), compound("b", state("c")))]) == [])
  }

  @Test("no-initial-state: a compound state, a region's parent or the chart holds nothing to enter")
  func nothingToEnter() {
    #expect(codes([]) == ["no-initial-state chart"])
    #expect(codes([], isParallel: true) == ["no-initial-state chart"])
    #expect(codes([compound("a")]) == ["no-initial-state a"])
    #expect(codes([compound("a", history("h"))]) == ["no-initial-state a"])
    #expect(codes([parallel("a")]) == ["no-initial-state a"])
    #expect(codes([compound("a", state("b"))]) == [])
  }

  @Test("foreign-initial: an initial state lies outside")
  func foreignInitial() {
    #expect(
      codes([compound("a", state("b")).initial("c").on("go", to: "c"), state("c").on("go", to: "a")]) == [
        "foreign-initial a"
      ])
    #expect(codes([compound("a", state("b")).initial("a")]) == ["foreign-initial a"])
    #expect(codes([compound("a", compound("b", state("c"))).initial("c")]) == [])
  }

  @Test("foreign-default: the default of a history lies outside what it remembers")
  func foreignDefault() {
    let outside = compound("a", state("b"), history("h").otherwise("c")).on("go", to: "c")
    #expect(codes([outside, state("c").on("go", to: "h")]) == ["foreign-default a.h always"])
    let inside = compound("a", state("b"), history("h").otherwise("b")).on("go", to: "c")
    #expect(codes([inside, state("c").on("go", to: "h")]) == [])
  }

  @Test("endless-default: the default of a history leads back to it")
  func endlessDefault() {
    #expect(codes([compound("a", history("h"), state("b")).initial("h")]) == ["endless-default a.h"])
    #expect(
      codes([compound("a", state("b"), history("h").otherwise("i"), history("i").otherwise("h"))]) == [
        "endless-default a.h", "endless-default a.i",
      ])
    #expect(codes([compound("a", history("h").otherwise("b"), state("b")).initial("h")]) == [])
  }

  @Test("conflicting-targets: two targets that are not orthogonal")
  func conflictingTargets() {
    let regions = parallel("p", compound("l", state("l1"), state("l2")), compound("r", state("r1"), state("r2")))
    let start = state("s")
    #expect(
      codes([start.on("go", to: "l1", "l2"), regions.on("back", to: "s")]).first
        == "conflicting-targets s on 'go'")
    #expect(codes([start.on("go", to: "s", "l1"), regions.on("back", to: "s")]) == ["conflicting-targets s on 'go'"])
    #expect(codes([start.on("go", to: "l2", "l2"), regions.on("back", to: "s")]) == ["conflicting-targets s on 'go'"])
    #expect(
      codes([start.on("go", to: "l2", "r2").on("other", to: "p", "l1"), regions.on("back", to: "s")]) == [])
    #expect(codes([compound("a", state("b"), state("c")).initial("b", "c")]) == ["conflicting-targets a"])
  }

  @Test("misplaced-states and final-region: a kind that has no states has some, a region is final")
  func misplaced() {
    #expect(codes([ChartDefinition.State("a", .atomic, children: [state("b")])]) == ["misplaced-states a"])
    #expect(codes([ChartDefinition.State("a", .final, children: [state("b")])]) == ["misplaced-states a"])
    #expect(codes([parallel("p", compound("l", state("x")), final("f"))]) == ["final-region p.f"])
    #expect(codes([parallel("p", compound("l", state("x")), compound("f", final("y")))]) == [])
  }

  @Test("unreachable-state: nothing leads to it; what lies in it is not told")
  func unreachable() {
    let back = state("a").on("go", to: "a")
    #expect(
      codes([back, compound("b", state("c"), state("d").on("x", to: "c")).on("go", to: "a")]) == [
        "unreachable-state b", "trap a",
      ]
    )
    #expect(
      codes([state("a").on("go", to: "d"), compound("b", state("c"), state("d").on("x", to: "a"))]) == [
        "unreachable-state b.c"
      ])
    // Only what cannot be reached leads there.
    #expect(
      codes([back, state("b").on("go", to: "c"), state("c").on("go", to: "b")]) == [
        "unreachable-state b", "unreachable-state c", "trap a",
      ])
    let orthogonal = parallel("p", compound("l", state("x")), compound("r", state("y"), state("z").on("go", to: "y")))
    #expect(codes([state("a").on("go", to: "x"), orthogonal.on("end", to: "a")]) == ["unreachable-state p.r.z"])
    #expect(codes([state("a").on("go", to: "z"), orthogonal.on("end", to: "a")]) == [])
  }

  @Test("shadowed-transition: an earlier one of its state always wins")
  func shadowed() {
    let b = state("b").on("go", to: "a")
    #expect(codes([state("a").on("go", to: "b").on("go", to: "a"), b]) == ["shadowed-transition a on 'go'"])
    #expect(codes([state("a").on("*", to: "b").on("go", to: "a"), b]) == ["shadowed-transition a on 'go'"])
    #expect(codes([state("a").on("go", to: "b").on("go.on", to: "a"), b]) == ["shadowed-transition a on 'go.on'"])
    #expect(codes([state("a").on("go.on", to: "b").on("go", to: "a"), b]) == [])
    #expect(codes([state("a").on("go", to: "b", when: ok).on("go", to: "a"), b]) == [])
    #expect(
      codes([state("a").on("go", to: "b", when: ok).on("go", to: "a", when: ok), b]) == [
        "shadowed-transition a on 'go'"
      ])
    #expect(
      codes([state("a").on("x", to: "b").always(to: "b"), state("b").on("go", to: "a")])
        == ["shadowed-transition a on 'x'"])
    #expect(codes([state("a").on("x", to: "b").always(to: "b", when: ok), b]) == [])
    #expect(codes([state("a").after(500, to: "b").after(300, to: "a"), b]) == ["shadowed-transition a after 500 ms"])
    #expect(codes([state("a").after(500, to: "b").after(300, to: "a", when: ok), b]) == [])
    let twice = compound("c", state("d"), history("h").otherwise("d").otherwise("d")).on("go", to: "a")
    #expect(codes([state("a").on("go", to: "h"), twice]) == ["shadowed-transition c.h always"])
  }

  @Test("repeated-state and ambiguous-target: a name that means one of several")
  func names() {
    #expect(
      codes([state("a").on("go", to: "b"), state("b").on("go", to: "a"), state("b").on("go", to: "a")]) == [
        "ambiguous-target a on 'go'"
      ])
    #expect(
      codes([state("a").on("go", to: "a"), state("b").on("go", to: "a"), state("b").on("go", to: "a")]) == [
        "repeated-state b", "unreachable-state b", "unreachable-state b", "trap a",
      ])
    let left = compound("l", state("on").on("go", to: "off"), state("off").on("go", to: "on"))
    let right = compound("r", state("on").on("go", to: "off"), state("off").on("go", to: "on"))
    #expect(codes([left, right], isParallel: true) == [])
    #expect(
      codes([left, right, compound("c", state("x").on("go", to: "on"))], isParallel: true)
        == ["ambiguous-target c.x on 'go'"])
    let asking = state("x").on("go", to: "x", when: .isIn("on"))
    #expect(
      codes([left, right, compound("c", asking)], isParallel: true) == ["ambiguous-target c.x on 'go'"])
  }

  @Test("a state is written by its own name or the end of its path; a whole path wins over the end of another's")
  func paths() {
    let left = compound("l", state("on").on("go", to: "l.off"), state("off").on("go", to: "on"))
    let right = compound("r", state("on").on("go", to: "off"), state("off").on("go", to: "r.on"))
    let asking = state("x").on("go", to: "l.on", "r.off", when: .isIn("l.on"))
    #expect(codes([left, right, compound("c", asking)], isParallel: true) == [])
    let idle = state("idle").on("go", to: "paused").on("end", to: "ended.paused")
    let ended = compound("ended", state("paused").on("go", to: "idle"), history("h").otherwise("ended.paused"))
    let paused = state("paused").on("go", to: "idle").on("back", to: "ended.h")
    #expect(codes([idle, paused, ended.initial("ended.paused")]) == [])
    // A name may hold points itself.
    #expect(codes([state("a.b").on("go", to: "c"), state("c").on("go", to: "a.b")]) == [])
  }

  @Test("negative-duration: a delay below zero")
  func negativeDelay() {
    let b = state("b").on("go", to: "a")
    #expect(codes([state("a").after(-1, to: "b"), b]) == ["negative-duration a after -1 ms"])
    #expect(codes([state("a").after(0, to: "b"), b]) == [])
  }

  @Test("eventless-loop: transitions without event and guard form a cycle")
  func loops() {
    #expect(codes([state("a").always(to: "b"), state("b").always(to: "a")]) == ["eventless-loop a"])
    #expect(codes([state("a").always(to: "a")]).contains("eventless-loop a"))
    #expect(codes([state("a").always()]) == ["eventless-loop a"])
    #expect(codes([state("a").always(to: "b", when: ok), state("b").always(to: "a")]) == [])
    #expect(codes([compound("a", state("b"), state("c")).always(to: "c")]).contains("eventless-loop a"))
    #expect(
      ChartDefinition([state("a").always(to: "b"), state("b").always(to: "c"), state("c").always(to: "a")]).findings[0]
        .cause
        == "transitions without event and guard form a cycle: a -> b -> c -> a")
  }

  @Test("eventless-loop: a delay of 0 ms begins again only where its state is entered again")
  func delayedLoops() {
    #expect(codes([state("a").after(0, to: "a")]).contains("eventless-loop a"))
    #expect(codes([state("a").after(0, to: "b"), state("b").after(0, to: "a")]) == ["eventless-loop a"])
    #expect(codes([state("a").after(0, to: "b"), state("b").always(to: "a")]) == ["eventless-loop a"])
    #expect(codes([state("a").after(1, to: "b"), state("b").after(0, to: "a")]) == [])
    #expect(codes([state("a").after(0, to: "b", when: ok), state("b").after(0, to: "a")]) == [])
    // Without a target the state is not left, so its delay does not begin again.
    var still = state("a")
    still.transitions = [.init(.after(0), to: [])]
    #expect(codes([still]) == [])
  }

  @Test("final-acts and conditional-default: what is never looked at")
  func ignored() {
    #expect(codes([state("a").on("go", to: "f"), final("f").on("go", to: "a")]) == ["final-acts f"])
    #expect(codes([state("a").on("go", to: "f"), final("f")]) == [])
    let guarded = compound("c", state("d"), history("h").always(to: "d", when: ok)).on("go", to: "a")
    #expect(codes([state("a").on("go", to: "h"), guarded]) == ["conditional-default c.h always"])
  }

  @Test("unheard-answer: nothing takes an answer of a service while it runs")
  func unheard() {
    let deaf = state("a").invoke("load").on("load.ok", to: "b")
    #expect(codes([deaf, state("b").on("go", to: "a")]) == ["unheard-answer a", "unheard-answer a"])
    #expect(codes([deaf.on("load", to: "b"), state("b").on("go", to: "a")]) == [])
    let region = compound("r", state("x").on("load.fail", to: "y"), state("y").on("load.error", to: "x"))
    #expect(codes([compound("l", deaf, state("b").on("go", to: "a")), region], isParallel: true) == [])
  }

  @Test("trap: nothing leads out of a state that is not final")
  func traps() {
    #expect(codes([state("a").on("go", to: "b"), state("b")]) == ["trap b"])
    #expect(codes([state("a").on("go", to: "b"), state("b").on("go", to: "b")]) == ["trap b"])
    #expect(codes([state("a").on("go", to: "b"), final("b")]) == [])
    #expect(codes([state("a")]) == [])
    let around = compound("c", state("a").on("go", to: "b"), state("b")).on("end", to: "d")
    #expect(codes([around, state("d").on("go", to: "c")]) == [])
    let beside = parallel(
      "p", compound("l", state("a").on("go", to: "b"), state("b")), compound("r", state("x").on("end", to: "d")))
    #expect(codes([beside, state("d").on("go", to: "p")]) == [])
    #expect(ChartDefinition([state("a").on("go", to: "b"), state("b")]).findings.map(\.severity) == [.note])
  }

  @Test("a sentence has place, cause and cure")
  func sentence() {
    #expect(
      ChartDefinition([state("a").on("go", to: "b")]).findings.map(\.sentence) == [
        "a, on 'go': the chart has no state 'b'; name an existing state"
      ])
    #expect(
      ChartDefinition([state("playing").on("go", to: "plaing")]).findings.map(\.sentence) == [
        "playing, on 'go': the chart has no state 'plaing'; did you mean 'playing'?"
      ])
    let both = [compound("l", state("on")), compound("r", state("on"))]
    let asking = compound("c", state("x").on("go", to: "on"))
    #expect(
      ChartDefinition(isParallel: true, both + [asking]).findings.map(\.sentence) == [
        "c.x, on 'go': 'on' may mean several states; write 'l.on' or 'r.on', or rename one of them"
      ])
  }
}
