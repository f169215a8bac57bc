import Testing

@testable import Statecharts

/// Subjects that are instances of their own, and what is made of them.
struct SubjectTests {
  /// A root that holds a subject; `probe` says what it sends.
  private func subject(replaying: Int? = nil) -> Simulation {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("subject")], subjects: ["a", "log"])],
        wirings: [
          WiringDefinition("probe") { Link(.subject($0[0].target!), to: .say()) },
          WiringDefinition("source") {
            Link(SignalPlan.subject($0[0].target!, port: 1).perform(next: .say("work")), to: .relay($0[1].target!))
          },
        ], handlers: [.say]))
    simulation.act { turn, me in turn.set(me, "subject", .reference(turn.makeSubject(replaying: replaying))) }
    return simulation
  }

  private func act(
    _ simulation: inout Simulation, _ body: (borrowing TurnContext, _ me: InstanceID, _ subject: InstanceID) -> Void
  ) -> [String] {
    simulation.act { turn, me in body(turn, me, turn.read(me, "subject").target!) }
    return simulation.said()
  }

  @Test("S25, S26: a subject has no end of its own")
  func plain() {
    var simulation = subject()
    let said = act(&simulation) { turn, _, subject in
      turn.send(.next(0), by: subject)
      turn.start("probe", [.reference(subject)])
      turn.send(.next(1), by: subject)
      turn.start("probe", [.reference(subject)])
      turn.send(.next(2), by: subject)
      turn.send(.completed, by: subject)
      turn.start("probe", [.reference(subject)])
      turn.send(.next(3), by: subject)
      turn.send(.error("E"), by: subject)
    }
    #expect(said == ["next 1", "next 2", "next 2", "completed", "completed", "next 3", "error \"E\""])
  }

  @Test("a replay subject hands its values and its end to whoever comes late")
  func replay() {
    var simulation = subject(replaying: .max)
    let said = act(&simulation) { turn, _, subject in
      turn.send(.next(1), by: subject)
      turn.send(.next(2), by: subject)
      turn.start("probe", [.reference(subject)])
      turn.send(.next(3), by: subject)
      turn.send(.error("E"), by: subject)
      turn.say("late")
      turn.start("probe", [.reference(subject)])
    }
    #expect(
      said == [
        "next 1", "next 2", "next 3", "error \"E\"", "late", "next 1", "next 2", "next 3", "error \"E\"",
      ])
  }

  @Test("S27: a replay subject of one keeps the last value and the completion")
  func replayLast() {
    var simulation = subject(replaying: 1)
    let said = act(&simulation) { turn, _, subject in
      turn.send(.next("blah"), by: subject)
      turn.send(.next("more"), by: subject)
      turn.send(.completed, by: subject)
      turn.start("probe", [.reference(subject)])
    }
    #expect(said == ["next \"more\"", "completed"])
  }

  @Test(
    "S28: what terminates one of two sources of a subject disposes the other, and later ones too", arguments: [nil, 3])
  func twoSources(_ capacity: Int?) {
    var simulation = Simulation(
      Program(
        templates: [.slots("root", [.hidden("subject")], subjects: ["a", "b", "log"])],
        wirings: [
          WiringDefinition("probe") { Link(.subject($0[0].target!), to: .say()) },
          WiringDefinition("from") {
            let port = $0[2] == 1 ? 1 : 2
            return Link(.subject($0[0].target!, port: port), to: .relay($0[1].target!))
          },
        ], handlers: [.say]))
    simulation.act { turn, me in
      turn.set(me, "subject", .reference(turn.makeSubject(replaying: capacity)))
      let subject = turn.read(me, "subject")
      turn.start("probe", [subject])
      turn.start("from", [.reference(me), subject, 1])
      turn.start("from", [.reference(me), subject, 2])
      turn.send(1, by: me, "a")
      turn.send(2, by: me, "b")
      turn.complete(me, port: 1)
      turn.send(3, by: me, "b")
      turn.start("from", [.reference(me), subject, 2])
      turn.send(4, by: me, "b")
    }
    #expect(simulation.said() == ["next 1", "next 2", "completed"])
  }

  @Test("multicast: one subscription of the source for many, and its end for all")
  func multicast() {
    var simulation = subject(replaying: 1)
    let said = act(&simulation) { turn, me, subject in
      turn.start("source", [.reference(me), .reference(subject)])
      turn.start("probe", [.reference(subject)])
      turn.send(1, by: me, "a")
      turn.start("probe", [.reference(subject)])
      turn.complete(me, port: 1)
      turn.start("probe", [.reference(subject)])
    }
    #expect(said == ["work 1", "next 1", "next 1", "completed", "completed", "next 1", "completed"])
  }

  @Test("a subject that nothing refers to goes, and its listeners with it")
  func gone() {
    var simulation = subject(replaying: 2)
    _ = act(&simulation) { turn, _, subject in
      turn.send(.next(1), by: subject)
      turn.start("probe", [.reference(subject)])
    }
    #expect(simulation.kernel.snapshot.instanceCount == 3)
    simulation.set("subject", .null)
    #expect(simulation.kernel.snapshot.instanceCount == 1)
  }
}
