import Diagrams
import SeededRandom
import Testing
import Traces
import ViewModels

@testable import Console

/// A run as the trace of a model checker, and back.
@Suite("Traces of model checkers")
struct ITFTests {
  private static func itf(_ session: Session) throws -> (text: String, lines: [String]) {
    let run = try #require(session.tracedRun).run
    var lines: [String] = []
    RunFormat.itf.write(run) { lines.append($0) }
    return (lines.joined(separator: "\n"), run.steps.dropFirst().map(\.command))
  }

  private static func open(_ title: String) -> Session {
    var session = Session(catalogue: Repository.catalogue)
    _ = session.run("open \(title)")
    return session
  }

  @Test(
    "the actions of a random walk are its commands, and those lead through the same states", arguments: PathTests.titles
  )
  func roundTrip(_ title: String) throws {
    var (driven, compared) = (0, 0)
    for seed in 0..<UInt64(6) {
      var session = Self.open(title)
      let machine = try #require(session.machine)
      var random = SplitMix64(seed: 900 + seed)
      for _ in 0..<40 {
        guard let snapshot = session.snapshot else { break }
        let stimulus = machine.randomStimulus(snapshot, &random)
        let isHeld = Int.random(in: 0..<6, using: &random) == 0
        let line = Int.random(in: 0..<20, using: &random) == 0 ? "restart" : machine.line(for: stimulus, isHeld: isHeld)
        if let line { _ = session.run(line) }
      }
      let (text, commands) = try Self.itf(session)
      let trace = try ITFActions(Array(text.utf8))
      #expect(trace.machine == title)
      let words = ActionWords(machine)
      let script = try trace.actions.map { try words.command(for: $0) }
      #expect(script == commands, "seed \(seed)")
      driven += script.count
      // A secret that is no sample cannot be typed again.
      if script.contains(where: { $0.contains("$typed") || $0.contains("<secret>") }) { continue }
      var again = Self.open(title)
      for line in script { _ = again.run(line) }
      let lines = try [text, Self.itf(again).text].map { $0.split(separator: "\n") }
      let places = zip(lines[0], lines[1]).first { $0 != $1 }
      #expect(places == nil && lines[0].count == lines[1].count, "seed \(seed): \(script)")
      compared += 1
    }
    let holdsSecrets = try #require(Self.open(title).machine).holdsSecrets
    #expect(driven > 40 && (compared > 0 || holdsSecrets))
  }

  @Test("a state has the regions, the requests under way and the fields; a secret and nothing are said")
  func states() throws {
    var session = Self.open("login@fixed")
    for line in ["set name aaaaaa", "set password $right", "tap login"] { #expect(session.run(line).mistake == nil) }
    let lines = try Self.itf(session).text.split(separator: "\n")
    #expect(lines.count == 6)
    let tapped = ##"""
      {"#meta":{"index":3},"action":"tap login","time":{"#bigint":"0"},"regions":{"#map":[["login","executing"]]},\##
      "requests":[{"name":"authenticate","input":{"name":"aaaaaa","password":{"#unserializable":"<secret>"}}}],\##
      "fields":{"name":"aaaaaa","password":{"#unserializable":"<secret>"},"loginEnabled":true}}
      """##
    #expect(lines[4] == tapped)
  }

  private static func command(_ name: String, _ arguments: Value..., on title: String) throws(Mistake) -> String {
    let machine = Repository.catalogue.machines.first { $0.title == title }!
    return try ActionWords(machine).command(
      for: ITFActions.Action(name: name, arguments: arguments))
  }

  @Test("names are joined to controls, inputs and verbs, whatever their case and marks")
  func joined() throws {
    for name in ["login", "Login", "TapLogin", "tap_login", "tap login", "tap-Login"] {
      #expect(try Self.command(name, on: "login@fixed").lowercased() == "tap login")
    }
    #expect(try Self.command("SetName", "a\"b", on: "login@fixed") == #"set name "a\"b""#)
    #expect(try Self.command("name", "a", on: "login@fixed") == #"set name "a""#)
    #expect(try Self.command("type_name", "a", on: "login@fixed") == #"type name "a""#)
    #expect(try Self.command("sendLogin", on: "login@fixed") == "send login")
    #expect(try Self.command("Advance", on: "login@fixed") == "advance")
    #expect(try Self.command("advance 500ms", on: "login@fixed") == "advance 500ms")
    #expect(try Self.command("items[0].like", on: "goods@fixed") == "tap items[0].like")
  }

  @Test("what nothing is called, and what several things are called, is an error with a cure")
  func unjoined() {
    func mistake(_ name: String) -> String? {
      do throws(Mistake) {
        _ = try Self.command(name, on: "login@fixed")
        return nil
      } catch {
        return "\(error.code) \(error.sentence)"
      }
    }
    #expect(mistake("logn") == "E1207 nothing of 'login@fixed' is called 'logn'; did you mean 'login'?")
    #expect(
      mistake("")
        == "E1207 nothing of 'login@fixed' is called ''; name the action after a control or an input, or write a command "
        + "such as 'tap login'")
    #expect(mistake("Next") == mistake("")?.replacing("''", with: "'Next'"))
  }
}
