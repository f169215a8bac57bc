import Exploration
import Statecharts
import Testing
import Traces
import ViewModels

@testable import Console

@Suite("expressions")
struct ExpressionTests {
  private func holds(_ text: String, _ session: Session) throws -> Bool {
    let run = try #require(session.run)
    return try StateExpression(text, of: run.machine).holds(of: run.snapshot, run.machine)
  }

  private func sentence(_ text: String, of machine: Machine) -> String? {
    do throws(Mistake) {
      _ = try StateExpression(text, of: machine)
      return nil
    } catch {
      return "\(error.column): \(error.sentence)"
    }
  }

  // MARK: Rows

  @Test("the region of a row has a value, by its place and by its identity")
  func rows() throws {
    var session = Basket.session("send items[1].add")
    #expect(session.shown("show items[0].entry") == ["  new"] && session.shown("show items[1].entry") == ["  full"])
    #expect(session.shown("show items[#b].entry = full") == ["  true"])
    #expect(session.shown("show items[0].entry = full") == ["  false"])
    #expect(session.shown("show items[9].entry") == ["  nil"])
    #expect(try holds("items[9].entry = nil and items[0].entry != nil", session))
    #expect(
      session.shown("state").suffix(3) == ["  items[0].entry  new", "  items[1].entry  full", "  items[2].entry  new"])
    #expect(session.shown("fields items[1]").last == "  items[1].entry  full  region")
    #expect(session.shown("watch items[2].entry") == ["  watching items[2].entry: new"])
    #expect(session.shown("send items[2].add").last == "  watch items[2].entry: new -> full")
  }

  @Test("searches find the states of rows")
  func searches() throws {
    var session = Basket.session()
    #expect(session.shown("path items[0].entry = full") == ["  tap items[0].add"])
    let lines = session.shown("explore 1 --no-races --never 'items[0].entry = full'")
    #expect(lines.prefix(2) == ["  broken \"never items[0].entry = full\":", "    tap items[0].add"], "\(lines)")
  }

  @Test("rows with the same state share a line")
  func sameRows() {
    var session = Basket.session()
    #expect(session.shown("state").last == "  items[0..<3].entry  new")
  }

  @Test("regions and states of rows are completed")
  func completion() {
    let session = Basket.session()
    func texts(_ line: String) -> [String] {
      session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
    }
    #expect(texts("show items[0].en") == ["items[0].entry"])
    #expect(texts("path items[0].entry = ") == ["new", "full"])
  }

  @Test(
    "a path that no definition allows is a mistake",
    arguments: [
      "itms[0].entry", "items[x].entry", "items[0].entri", "items[01].entry", "items.entry", "coupon[0].entry",
    ])
  func impossiblePaths(_ path: String) {
    let found = sentence("\(path) = full", of: Basket.machine)
    #expect(found?.hasPrefix("1: unknown field, region or state '\(path)'; ") ?? false, "\(found ?? "")")
  }

  // MARK: States

  @Test("a state below another is written by its path, or by its own name where that is unique")
  func nestedStates() throws {
    var session = Deck.session("send go")
    for text in ["deck = playing", "deck = active.playing", "deck = active", "playing", "\"playing\" = deck"] {
      #expect(try holds(text, session), "\(text)")
    }
    for text in ["deck = paused", "deck != playing", "stopped", "not playing"] {
      #expect(try !holds(text, session), "\(text)")
    }
    #expect(session.shown("show deck") == ["  active.playing"])
    #expect(session.shown("path paused") == ["  tap hold"])
  }

  @Test("an ambiguous name lists the choices; the whole path of a state is never ambiguous")
  func ambiguousStates() throws {
    #expect(
      sentence("deck = slow", of: Deck.machine)
        == "8: 'slow' is several states of 'deck'; write 'active.slow' or 'winding.slow'")
    #expect(
      sentence("slow", of: Deck.machine)
        == "1: 'slow' is several states; write 'deck = active.slow' or 'deck = winding.slow'")
    #expect(
      sentence("deck = plying", of: Deck.machine)
        == "8: unknown state of 'deck' 'plying'; did you mean 'playing'?")
    #expect(try !holds("deck = winding.slow", Deck.session()))
  }

  @Test("a state that rows or later pages have too is ambiguous without its region")
  func statesOfLaterRegions() throws {
    for (name, choices) in [("goods@fixed", ["'banner = executing'", "'items[N].like = executing'"])] {
      let machine = try Fixture.catalogue.soundMachine(named: name)
      let mistake = try #require(sentence("executing", of: machine))
      #expect(mistake.hasPrefix("1: 'executing' is a state of several regions; write \(choices[0])"), "\(mistake)")
      #expect(mistake.contains(choices[1]), "\(mistake)")
      var session = Session(catalogue: Fixture.catalogue)
      _ = session.run("open \(name)")
      #expect(session.run("path executing").mistake?.code == "E1075")
    }
    #expect(sentence("refreshing", of: try Fixture.catalogue.soundMachine(named: "goods@fixed")) == nil, "it is unique")
    #expect(sentence("confirmed and not applied", of: Basket.machine) == nil)
  }

  // MARK: Words

  @Test("a name that hides a word of the language is a mistake that names both, and lint finds it")
  func reservedWords() throws {
    #expect(
      sentence("alert = \"Careful\"", of: Deck.machine)
        == "1: 'alert' is a field of the machine and the alert's title; rename the field")
    #expect(
      sentence("stopped and nil = alert", of: Deck.machine)
        == "19: 'alert' is a field of the machine and the alert's title; rename the field")
    #expect(sentence("page = deck", of: Deck.machine) == nil)
    let finding = try #require(Deck.machine.findings.first { $0.code == "reserved-name" })
    #expect(finding.place == "Deck: alert" && finding.severity == .warning)
    #expect(
      finding.sentence
        == "Deck: alert: this name is a word of expressions: the alert's title; rename it; until then an expression can use neither meaning"
    )
  }

  @Test("'==' is read as '='")
  func doubledSign() throws {
    #expect(try holds("deck == stopped and count(alert) == 4", Deck.session()))
  }

  @Test("whole numbers beyond those of a double are told apart")
  func largeNumbers() throws {
    let session = Deck.session()
    #expect(try !holds("9007199254740993 = 9007199254740992", session))
    #expect(try holds("9007199254740993 > 9007199254740992", session))
  }

  // MARK: Length

  @Test("thousands of parts, brackets and negations are read and evaluated")
  func long() throws {
    let session = Deck.session()
    let parts = Array(repeating: "deck = paused", count: 3_000)
    #expect(try holds("\(parts.joined(separator: " or ")) or stopped", session))
    #expect(try !holds(parts.joined(separator: " and "), session))
    #expect(try holds(String(repeating: "not ", count: 16_000) + "stopped", session))
    let brackets = String(repeating: "(", count: ExpressionParser.deepest - 1)
    #expect(try holds(brackets + "stopped" + String(repeating: ")", count: ExpressionParser.deepest - 1), session))
  }

  @Test("an expression that is too long, or nested too deep, is a mistake with its place")
  func limits() {
    #expect(
      sentence("stopped" + String(repeating: " or stopped", count: 6_000), of: Deck.machine)
        == "65537: an expression has at most 65536 bytes; split it")
    #expect(
      sentence(String(repeating: "(", count: 200) + "stopped", of: Deck.machine)
        == "101: brackets are nested more than 100 deep")
  }

  // MARK: Breakpoints

  @Test("a breakpoint with 'before' stops once, and the next command passes it")
  func before() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "tap login", "break before login = succeeded")
    #expect(session.run("advance").echo == "advance 999ms")
    let passed = session.run("advance")
    #expect(passed.echo == "advance" && passed.met.isEmpty)
    #expect(session.shown("show login") == ["  succeeded"])
  }

  @Test("a command that takes no time passes it too, when it is driven again")
  func beforeAtOnce() {
    var session = Fixture.login("set name aaaaaa", "set password $right", "break before executing")
    #expect(session.shown("tap login") == ["  break: before executing"])
    #expect(session.run("tap login").echo == "tap login")
    #expect(session.shown("show login") == ["  executing"])
    // It stops again when it is met again.
    _ = session.run("undo")
    _ = session.run("set name aaaaab")
    #expect(session.shown("tap login") == ["  break: before executing"])
  }
}

/// A deck with states below states, two of one name, and a field that is called as a word of expressions.
struct Deck: ViewModel {
  struct Model: ModelType, Hashable {
    var alert = "none"
  }

  let alert = Field(\.alert)
  let go = Input()
  let hold = Input()

  var chart: Chart {
    Region("deck") {
      State("stopped") { On(go, to: "active") }
      State("active") {
        State("playing") { On(hold, to: "paused") }
        State("paused") { On(go, to: "playing") }
        State("slow")
      }
      State("winding") { State("slow") }
    }
  }

  var screen: Screen {
    Screen("Deck") {
      Button(go, "Go")
      Button(hold, "Hold")
      Label(alert, "Alert")
    }
  }

  static let machine = Machine(Deck.self, name: "deck", variant: "one", summary: "a deck")

  static func session(_ lines: String...) -> Session {
    var session = Session(catalogue: Catalogue([machine]))
    for line in ["open deck"] + lines {
      let reply = session.run(line)
      precondition(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
    }
    return session
  }
}
