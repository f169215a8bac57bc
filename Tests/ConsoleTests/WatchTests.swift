import Gallery
import SeededRandom
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

struct WatchTests {
  @Test("what is watched is told with its time behind each command; nothing of it is recorded")
  func watches() {
    var session = Fixture.login("set name aaaaaa", "set password $right")
    #expect(session.shown("watch") == ["  nothing is watched; 'watch EXPRESSION' begins"])
    #expect(session.shown("watch login") == ["  watching login: idle"])
    #expect(session.shown("watch requests(authenticate) = 0") == ["  watching requests(authenticate) = 0: true"])
    #expect(
      session.shown("tap login").filter { $0.contains("watch") } == [
        "  watch login: idle -> executing", "  watch requests(authenticate) = 0: true -> false",
      ])
    #expect(
      session.shown("advance 1m").filter { $0.contains("watch") } == [
        "  +1000ms watch login: executing -> succeeded", "  +1000ms watch requests(authenticate) = 0: false -> true",
      ])
    #expect(session.shown("watch off 1") == ["  1  requests(authenticate) = 0  true"])
    #expect(session.shown("watch off") == ["  nothing is watched; 'watch EXPRESSION' begins"])
    #expect(session.shown("watch off 1") == ["11: there is none to remove"])
  }

  @Test("a secret is watched without being shown; what restarts is told too")
  func secrets() {
    var session = Fixture.login("watch password", "watch name")
    #expect(session.shown("set password hunter2").last == "  watch password: <secret> -> <secret>")
    _ = session.run("set name abc")
    #expect(
      session.shown("restart").filter { $0.contains("watch") } == [
        "  watch password: <secret> -> <secret>", #"  watch name: "abc" -> """#,
      ])
  }

  @Test("a command stops at the end of the instant, and counts as the one that leads there")
  func breaks() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "tap login")
    #expect(session.shown("break succeeded") == ["  stops at succeeded"])
    #expect(session.shown("break output success") == ["  stops at output success"])
    let reply = session.run("advance 1m")
    #expect(reply.echo == "advance 1s" && reply.met == ["succeeded", "output success"])
    let end = ", the clock at 1s; the part that ran is kept as 'advance 1s', and nothing waits"
    #expect(reply.stop?.sentence.hasSuffix(end) ?? false)
    // It holds now; only what comes to hold stops.
    #expect(session.run("advance 1m").echo == "advance 60s")
    _ = session.run("undo 2")
    #expect(session.shown("break off") == ["  there is no breakpoint; 'break EXPRESSION' makes one"])
    _ = session.run("break before login = succeeded")
    #expect(session.run("advance 1m").echo == "advance 999ms")
    #expect(session.shown("state").contains { $0.contains("executing") })
  }

  @Test("the clock stops a command when it gets there, though nothing is due then")
  func time() {
    var session = Fixture.login("break time >= 10s", "watch time > 2s")
    #expect(session.shown("watch time") == ["  watching time: 0ms"])
    let first = session.run("advance 1m")
    #expect(first.echo == "advance 10s" && first.met == ["time >= 10s"])
    #expect(first.lines.contains(.talk("+2001ms watch time > 2s: false -> true")), "\(first.lines)")
    // It holds from then on.
    #expect(session.run("advance 1m").echo == "advance 60s")
    #expect(session.shown("jump when time > 5s") == ["  after command 1: advance 10s"])
    _ = session.run("undo")
    _ = session.run("break off")
    _ = session.run("break before time = 3s")
    // The instant before it is the start, behind which nothing is left of the command but its beginning.
    let reply = session.run("advance 1m")
    #expect(reply.met == ["before time = 3s"])
  }

  @Test("a model that faults before a moment of the clock ends the command")
  func timeAfterFault() throws {
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open user@original")
    _ = session.run("break time >= 1h")
    _ = session.run("send login")
    let reply = session.run("advance 2h")
    #expect(reply.mistake == nil)
  }

  @Test(
    "what cannot be said of the clock is a mistake with its place",
    arguments: [
      ("break time >= 10", 15, "'time' and a duration are compared with each other, as in 'time >= 10s'"),
      ("break time", 7, "'time' is neither true nor false; compare it, as in 'time = …'"),
      ("break name = 10s", 14, "'time' and a duration are compared with each other, as in 'time >= 10s'"),
      (
        "path time >= 10s", 6,
        "a search reaches one state at many times, so 'time' has no meaning in it; use 'break' or 'watch', or search with "
          + "'--leads-to' and a duration"
      ),
    ])
  func timeMistakes(_ line: String, _ column: Int, _ sentence: String) {
    var session = Fixture.login()
    let mistake = session.run(line).mistake
    #expect(mistake?.column == column && mistake?.sentence == sentence, "\(String(describing: mistake))")
  }

  @Test("a command that takes no time is taken back where it would stop before its end")
  func takenBack() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "break before executing")
    let before = session.state
    #expect(
      session.shown("tap login") == ["  break: before executing"] && session.state == before)
    _ = session.run("break off")
    _ = session.run("break executing")
    #expect(session.shown("tap login").last == "  break: executing")
  }

  @Test("a property that breaks stops what runs")
  func broken() {
    var session = Session(catalogue: Fixture.catalogue)
    for line in ["open login@original", "set name aaaaaa", "set password $right", "break broken", "hold tap login"] {
      _ = session.run(line)
    }
    #expect(session.run("hold tap login").met.isEmpty)
    let replies = (0..<4).map { _ in session.run("advance 10s") }
    #expect(replies.first { !$0.broken.isEmpty }?.met == ["broken"])
    #expect(replies.allSatisfy { $0.broken.isEmpty == $0.met.isEmpty })
  }

  @Test("mistakes have their place, and completion knows what can be written")
  func words() {
    var session = Fixture.login()
    #expect(session.shown("watch nam") == ["7: unknown field, region or state 'nam'; did you mean 'name'?"])
    #expect(session.shown("break before count(nam) > 1") == ["20: unknown field 'nam'; did you mean 'name'?"])
    #expect(session.shown("break name") == ["7: 'name' is neither true nor false; compare it, as in 'name = …'"])
    #expect(session.shown("break output succes") == ["14: unknown subject 'succes'; did you mean 'success'?"])
    #expect(session.shown("watch off 2") == ["11: there is none to remove"])
    func texts(_ line: String) -> [String] {
      session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
    }
    #expect(texts("break b") == ["before", "broken"])
    #expect(texts("break output s") == ["success"])
    #expect(texts("break before login = su") == ["succeeded"])
    #expect(texts("watch not (loginE") == ["loginEnabled"])
    #expect(texts("watch requests(") == ["authenticate"])
    #expect(texts("jump l") == ["last"] && texts("jump last w") == ["when"])
    #expect(texts("jump when loginE") == ["loginEnabled"] && texts("break login ").contains("="))
    #expect(texts("path tap lo") == ["login"])
  }

  /// Random commands of a random walk, as they are typed.
  private static func command(_ random: inout SplitMix64, _ session: Session) -> String {
    let moves = ["advance", "advance \(random.below(3000))ms", "settle"]
    let taps = session.completion(for: "tap ", cursor: 4).candidates.map { "tap \($0.text)" }
    let sets = session.completion(for: "set ", cursor: 4).candidates.flatMap { control in
      session.completion(for: "set \(control.text) ", cursor: 5 + control.text.utf8.count).candidates
        .map { "set \(control.text) \($0.text)" }
    }
    let scene = session.run?.scene
    let all = (moves + taps + taps + sets).filter { command in
      scene.map { (try? Command(command, from: .typed, in: $0)) != nil } ?? false
    }
    let command = random.pick(all)
    return random.chance(20) && command.hasPrefix("tap") ? "hold \(command)" : command
  }

  static let machines = Gallery.machines.map(\.title.text)

  @Test("a watched region is told exactly as the turns move it", arguments: machines)
  func oracle(_ title: String) throws {
    var random = SplitMix64(seed: title.utf8.count)
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open \(title)")
    let machine = try #require(session.machine)
    let regions = try states(session).map(\.region).filter { !$0.contains(".") }
    for region in regions { _ = session.run("watch \(region.spelled)") }
    for _ in 0..<25 {
      let snapshot = try #require(session.snapshot)
      var stepper = Stepper(machine, from: snapshot)
      let command = Self.command(&random, session)
      let scene = try #require(session.run?.scene)
      let read = try Command(command, from: .typed, in: scene)
      let start = stepper.step(read.stimulus, isHeld: read.isHeld)
      let before = session.run?.time ?? 0
      let told = session.shown(command).filter { $0.contains("watch ") }
      let moved = start.flatMap { turn in
        regions.compactMap { region -> String? in
          let moves = turn.effects.compactMap { effect -> (String, String)? in
            guard case .moved(let title, let from, let to) = effect, RegionTitle.isTitle(title, of: Name(region))
            else {
              return nil
            }
            return (from, to)
          }
          guard let first = moves.first?.0, let last = moves.last?.1, first != last else { return nil }
          return "  "
            + OutputLine(offset: turn.time - before, "watch \(region): \(first) -> \(last)".escapedForDisplay)
            .description
        }
      }
      #expect(told == moved, "\(command)")
    }
  }

  @Test("what a breakpoint leaves is what the command that it counts as leads to", arguments: 0..<40)
  func stops(seed: Int) throws {
    var random = SplitMix64(seed: seed)
    let title = random.pick(["login@original", "home@fixed", "phone@fixed", "purchase@original"])
    var session = Session(catalogue: Fixture.catalogue)
    _ = session.run("open \(title)")
    for _ in 0..<6 { _ = session.run(Self.command(&random, session)) }
    var plain = session
    let regions = try states(session).map(\.region)
    let before = random.chance(50) ? "before " : ""
    for region in regions { _ = session.run("break \(before)\(region.spelled) != \(try state(of: region, session))") }
    let reply = session.run("advance 20s")
    guard let echo = reply.echo else { return #expect(reply.stop?.kept == nil && reply.stop != nil) }
    #expect(plain.run(echo).recordedLines == reply.recordedLines)
    #expect(plain.state == session.state)
    // Without 'before' something has moved, and with it nothing has.
    #expect(reply.met.isEmpty == (reply.stop == nil) || echo == "advance 20s")
    let isMoved = reply.recordedLines.contains { line in
      regions.contains { line.contains("\($0) ") && line.contains(" -> ") }
    }
    if !reply.met.isEmpty { #expect(isMoved || !before.isEmpty) }
  }

  private func states(_ session: Session) throws -> [(region: String, state: String)] {
    let (machine, snapshot) = (try #require(session.machine), try #require(session.snapshot))
    return machine.regions(of: snapshot).map { ($0.region.text, $0.state) }
  }

  private func state(of region: String, _ session: Session) throws -> String {
    let state = try states(session).first { $0.region == region }?.state
    return try #require(state)
  }
}
