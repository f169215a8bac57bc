import Differences
import Exploration
import Statecharts
import Testing
import Transcripts

@testable import Console
@testable import ViewModels

/// A machine that is data, in everything that works on machines.
@Suite("A machine that no Swift type describes")
struct PlayerTests {
  private let catalogue = Catalogue(Player.machines)

  private func session(_ lines: String...) -> Session {
    var session = Session(catalogue: catalogue)
    for line in ["open player"] + lines { #expect(session.run(line).mistake == nil, "\(line)") }
    return session
  }

  private func texts(_ line: String, _ session: Session) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  @Test("is driven in the console by sending its inputs")
  func driving() {
    var session = Session(catalogue: catalogue)
    #expect(session.shown("open player").prefix(2) == ["| transport empty", "| sound normal"])
    #expect(session.shown("send load") == ["> send load", "| transport empty -> loading", "| request fetch"])
    let play = session.shown("send play")
    #expect(play.count == 2 && play[1].hasPrefix("| refused play: "), "\(play)")
    #expect(
      session.shown("advance") == [
        "> advance", "| +500ms reply fetch ok \"Overture\"", "| +500ms transport loading -> ready",
        "| +500ms track \"\" -> \"Overture\"",
      ])
    #expect(session.shown("send turn $high").dropFirst() == ["| volume 1 -> 3"])
    #expect(session.shown("why play").first == "  play in transport ready: enabled")
    #expect(session.shown("send play") == ["> send play", "| transport ready -> playing", "| timer playing 3000ms"])
    #expect(
      session.shown("advance") == [
        "> advance", "| +3000ms timer playing", "| +3000ms transport playing -> ready", "| +3000ms ended \"Overture\"",
      ])
    #expect(session.run("undo").mistake == nil && session.shown("state").contains { $0.contains("playing") })
  }

  @Test("completion, 'why' and suggestions offer each input with its samples")
  func offers() {
    var session = session()
    #expect(texts("send ", session) == ["load", "play", "pause", "mute", "turn"])
    #expect(texts("send turn ", session) == ["$low", "$high"])
    #expect(texts("", session).contains("send"))
    #expect(texts("why ", session) == ["load", "play", "pause", "mute", "turn"])
    #expect(session.shown("why turn").first == "  turn in sound normal: enabled")
    let suggested = session.shown("suggest")
    #expect(suggested.count == 4, "\(suggested)")
    for line in ["send load", "send mute", "send turn $low", "send turn $high"] {
      #expect(suggested.contains { $0.hasPrefix("  \(line)") }, "\(line)")
    }
  }

  @Test("a transcript of it is replayed")
  func replay() throws {
    let text = """
      %transcript 1
      %machine player@original
      %case a track is played
      | transport empty
      | sound normal
      > send load
      | transport empty -> loading
      | request fetch
      > advance
      | +500ms reply fetch ok "Overture"
      | +500ms transport loading -> ready
      | +500ms track "" -> "Overture"
      %case a muted player is turned up
      | transport empty
      | sound normal
      > send mute
      | sound normal -> muted
      | volume 1 -> 0
      > send turn $low
      | volume 0 -> 1
      | broken "a muted player is silent"

      """
    let runner = ConsoleRunner(catalogue: catalogue)
    let report = try Transcript.parse(text, language: .console).replay(path: "player", with: runner)
    #expect(FailureText(executable: "signalbox").lines(of: [report]) == [])
    #expect(report.cases.map(\.verdict.exitCode) == [.agreed, .agreed])
    let fixed = ConsoleRunner(catalogue: catalogue, replacement: Player.machines[1])
    let other = try Transcript.parse(text, language: .console).replay(path: "player", with: fixed)
    #expect(other.cases.map(\.verdict.exitCode) == [.agreed, .differs])
  }

  @Test("a search without options sees every state, and finds the broken law by a shortest script")
  func search() throws {
    var original = session()
    let found = original.shown("explore --no-races")
    #expect(found[0].hasPrefix("  broken \"a muted player is silent\" (send turn)"), "\(found)")
    #expect(found[1...2] == ["    send mute", "    send turn $low"])
    // Five states of loading and playing, with two volumes and, muted, three.
    #expect(found.joined().contains("1 finding; complete: all 25 states, 110 steps, "), "\(found)")
    #expect(original.shown("path transport = playing") == ["  send load", "  advance", "  send play"])
    var fixed = Session(catalogue: catalogue)
    _ = fixed.run("open player@fixed")
    let nothing = fixed.shown("explore --no-races")
    #expect(nothing.joined().contains("nothing found; complete: all 15 states, 56 steps, "), "\(nothing)")
    let raced = fixed.shown("explore")
    #expect(raced.joined().contains("nothing found; complete: all "), "\(raced)")
  }

  @Test("past the screen an input is sent once")
  func pastTheScreen() {
    let machine = Player.machines[0]
    var domain = MoveDomain()
    let plain = machine.moves(of: machine.open().snapshot, in: domain).map(\.stimulus)
    domain.isPastTheScreen = true
    let all = machine.moves(of: machine.open().snapshot, in: domain).map(\.stimulus)
    #expect(
      plain == [.send(input: "load", nil), .send(input: "mute", nil), .send(input: "turn", 1), .send(input: "turn", 3)])
    #expect(all == plain, "its fields declare no samples")
  }

  @Test("a variant is told apart by one shortest script for each difference")
  func comparison() throws {
    let sides = Sides(a: Player.machines[0], b: Player.machines[1])
    var search = ProductSearch(sides, ComparisonOptions())
    search.run()
    #expect(search.report.isComplete && search.report.causes.count == 1)
    let script = try #require(search.report.causes.first).script.map(\.stimulus)
    #expect(script == [.send(input: "mute", nil), .send(input: "turn", 1)])
    #expect(DefinitionDifference(sides).changes.count == 1)
    var session = session()
    let lines = session.shown("compare fixed")
    #expect(lines.contains("    send mute") && lines.contains("    send turn $low"), "\(lines)")
    #expect(try #require(lines.last).hasPrefix("  1 difference: "), "\(lines)")
  }

  @Test("with a screen its controls are offered, and its inputs are not")
  func screen() {
    let button = ScreenPart.control("silence", "Silence", .button(input: "mute", enabled: nil))
    let page = MachinePage("player", template: "Player", Screen("Player") { button })
    let machine = Machine(
      name: "player", variant: "screen", summary: "",
      definition: MachineDefinition([Player.template(isFixed: true)], root: page))
    #expect(machine.findings.isEmpty)
    #expect(machine.moves(of: machine.open().snapshot).map(\.stimulus) == [.tap(control: "silence", nil)])
  }

  // MARK: Mistaken definitions

  private func bad(_ templates: [DefinedTemplate]) -> Machine {
    Machine(
      name: "bad", variant: "one", summary: "",
      definition: MachineDefinition(templates, root: MachinePage("bad", template: "Bad")))
  }

  private static let lost: DefinedTemplate = {
    var idle = ChartDefinition.State("idle")
    idle.transitions = [.init(.event("go"), to: ["nowhere"])]
    return DefinedTemplate("Bad", inputs: [.init("go")], chart: ChartDefinition([idle]))
  }()

  @Test(
    "a mistaken definition is found and not opened, and a program that opens it all the same gets a crash",
    arguments: [
      (lost, "unknown-target Bad: idle"),
      (DefinedTemplate("Bad", fields: [.init("x", .int, 0), .init("x", .int, 0)]), "repeated-port Bad: x"),
      (DefinedTemplate("Bad", fields: [.init("x", .int, 0)], subjects: ["x"]), "repeated-port Bad: x"),
      (DefinedTemplate("Bad", fields: [.init("x", .int, "one")]), "unfitting-value Bad: x"),
      (DefinedTemplate("Bad", inputs: [.init("x", .int, [("y", true)])]), "unfitting-value Bad: x"),
      (DefinedTemplate("Other"), "unknown-template bad"), (nil, "unknown-template bad"),
    ])
  func mistakes(_ template: DefinedTemplate?, _ finding: String) {
    let machine = bad(template.map { [$0] } ?? [])
    #expect(machine.findings.filter { $0.severity == .error }.map { "\($0.code) \($0.place)" } == [finding])
    var session = Session(catalogue: Catalogue([machine]))
    #expect(session.run("open bad").mistake?.sentence.hasPrefix("'bad@one' cannot run; ") ?? false)
    var (snapshot, _) = machine.open()
    #expect(snapshot.fault != nil)
    #expect(machine.step(&snapshot, .send(input: "go", nil)).count == 1)
    _ = (machine.screen(of: snapshot), machine.commands(of: snapshot), machine.fields(of: snapshot), machine.samples)
    #expect(machine.moves(of: snapshot).isEmpty && machine.inputs.count < 2 && machine.parts.count > 0)
  }

  @Test("a name that nobody can type is found and not opened")
  func blanks() {
    let machine = bad([DefinedTemplate("Bad", fields: [.init("x y", .int, 0)])])
    #expect(machine.findings.map { "\($0.code) \($0.place)" } == ["unusable-name Bad: x y"])
    var session = Session(catalogue: Catalogue([machine]))
    #expect(session.run("open bad").mistake?.sentence.hasPrefix("'bad@one' cannot run; ") ?? false)
  }

  @Test("a value that is not of a field's shape is refused, and an action that sets one is a crash")
  func misfits() {
    let shapes: [(Shape, Value, Value?)] = [
      (.double, 1, 1.0), (.int, 1.0, nil), (.secret(.int), 1, .secret(1)), (.optional(.int), .null, .null),
      (.list(.double), [1, 2.5], [1.0, 2.5]), (.list(.int), [1, "x"], nil), (.any, .reference(InstanceID(0)), nil),
      (.record, ["a": .weak(nil)], nil), (.enumeration(["a"]), .enumeration("b", []), nil), (.void, .null, .null),
    ]
    for (shape, value, fitted) in shapes { #expect(shape.fitted(value) == fitted, "\(shape) \(value)") }
    var state = ChartDefinition.State("idle")
    state.transitions = [.init(.event("go"), actions: [{ turn, me, _ in turn.set(me, port: 0, to: "one") }])]
    let template = DefinedTemplate(
      "Bad", fields: [.init("x", .int, 0)], inputs: [.init("go")], chart: ChartDefinition([state]))
    let machine = bad([template])
    var (snapshot, _) = machine.open()
    _ = machine.step(&snapshot, .send(input: "go", nil))
    #expect(snapshot.fault?.contains("field 'x' cannot hold this value") ?? false)
  }
}
