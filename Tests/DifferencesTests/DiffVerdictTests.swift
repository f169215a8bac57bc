import Differences
import Testing
import Traces
import Turns

@Suite("the verdict on a difference")
struct DiffVerdictTests {
  private func verdict(_ a: [Effect], _ b: [Effect]) -> Verdict {
    let turns = [a, b].map { [Turn(time: 0, cause: Cause(.user, "tap", on: "x"), effects: $0)] }
    return TraceDifference(from: DiffFixture.trace(turns[0]), to: DiffFixture.trace(turns[1])).verdict
  }

  @Test("what only the second run does is an addition while it changes no state of the first")
  func additions() {
    let output = Effect.output(subject: "log", value: 1)
    #expect(verdict([], [output]) == .additive)
    #expect(verdict([output], []) == .breaking)
    #expect(verdict([], [.set(field: "extra", old: .null, new: 1)]) == .additive)
    #expect(verdict([], [.moved(region: "extra", from: "a", to: "b")]) == .additive)
  }

  @Test("a field or region of the first run, a page, a refusal and a fault break")
  func breaking() {
    #expect(verdict([], [.set(field: "name", old: "", new: "x")]) == .breaking)
    #expect(verdict([], [.moved(region: "login", from: "idle", to: "executing")]) == .breaking)
    #expect(verdict([], [.pushed(page: "home")]) == .breaking)
    #expect(verdict([], [.refused(name: "x", reason: "disabled")]) == .breaking)
    #expect(verdict([], [.crashed("nil appended")]) == .breaking)
    #expect(verdict([], [.broken(property: "p")]) == .breaking)
  }

  @Test("only timers and times are timing")
  func timing() {
    #expect(verdict([], [.timerStarted(name: "t", delay: 1)]) == .timing)
    #expect(verdict([.timerStarted(name: "t", delay: 1)], [.timerStarted(name: "t", delay: 2)]) == .timing)
    #expect(
      verdict([.timerStarted(name: "t", delay: 1)], [.timerStarted(name: "t", delay: 2), .hudClosed]) == .breaking)
  }

  @Test("a step's verdict is that of its findings; a region or field of both that only the second changes breaks")
  func steps() {
    let verdict = { (a: [Effect], b: [Effect]) in
      let turns = Sides(a: a, b: b).map { [Turn(time: 0, cause: Cause(.user, "tap", on: "x"), effects: $0)] }
      return StepDifference(turns, in: Everything())?.verdict
    }
    let output = Effect.output(subject: "log", value: 1)
    #expect(verdict([output], [output]) == nil)
    #expect(verdict([], [output]) == .additive && verdict([output], []) == .breaking)
    #expect(verdict([], [.set(field: "name", old: "", new: "x")]) == .breaking)
    #expect(verdict([], [.timerStarted(name: "t", delay: 1)]) == .timing)
    #expect(verdict([], [.timerStarted(name: "t", delay: 1), output]) == .additive)
  }

  @Test("a member of a row that only one machine declares is not compared")
  func members() {
    let difference = { (own: Value, other: Value) in
      let turns = Sides(a: own, b: other).map { row in
        let set = Effect.set(field: "rows", old: [], new: .list([row]))
        return [Turn(time: 0, cause: Cause(.user, "tap", on: "x"), effects: [set])]
      }
      return StepDifference(turns, in: Without(name: "identity"))
    }
    #expect(difference(["text": "a"], ["text": "a", "identity": 0]) == nil)
    #expect(difference(["text": "a"], ["text": "b", "identity": 0])?.findings.count == 1)
    #expect(difference(["text": "a"], ["text": "a", "total": 0])?.findings.count == 1)
  }

  private struct Without: StepDifference.Scope {
    let name: Name
    let ignoresReturns = false

    func contains(_ subject: Reaction.Subject) -> Bool { Name(subject.lastName) != name }
    func contains(state: String, of region: Reaction.Subject) -> Bool { true }
  }

  private struct Everything: StepDifference.Scope {
    let ignoresReturns = false

    func contains(_ subject: Reaction.Subject) -> Bool { true }
    func contains(state: String, of region: Reaction.Subject) -> Bool { true }
  }

  @Test("counts go from grave to light, repetitions included")
  func counts() {
    let difference = TraceDifference(from: DoublePush.original, to: DoublePush.fixed)
    #expect(difference.counts.map(\.key) == [.transition, .request, .refusal, .value, .timing])
    #expect(difference.counts.map(\.count) == [3, 2, 1, 1, 1])
    #expect(difference.verdict == .breaking)
  }
}
