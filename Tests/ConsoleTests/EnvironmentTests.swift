import Differences
import Exploration
import Statecharts
import Testing
import ViewModels

@testable import Console

/// Inputs that no control calls, which searches try all the same.
@Suite("What the environment calls")
struct EnvironmentTests {
  /// A page that plays, though a call may come at any time; what comes with a call is forgotten when the call ends.
  struct Radio: ViewModel {
    struct Model: ModelType {
      var songs: [Ref<Song>] = []
    }

    let songs = Field(\.songs, key: \Song.Model.id)
    let play = Input()
    let pause = Input()
    let more = Input()
    let callBegan = Input()
    let callEnded = Input()
    let moved = Input<Int>(samples: ["car": 7])
    let opened = Subject<Void>()

    var chart: Chart {
      SetUp { me in me.songs = ["a", "b"].map { id in me.make(Song.self) { $0.id = id } } }
      Region("sound") {
        State("silent") { On(play, to: "playing") }
        State("playing") {
          On(pause, to: "silent")
          On(callBegan, to: "silent")
        }
      }
      Region("call") {
        On(more, emit: opened)
        State("none") { On(callBegan, to: "some") }
        State("some") { On(callEnded, to: "none") }
      }
      Region("place") {
        State("home") { On(moved, to: "away") }
        State("away")
      }
    }

    var screen: Screen {
      Screen("Radio") {
        Button(play, "Play")
        Button(pause, "Pause")
        Environment(callBegan)
        Environment(callEnded)
        Environment(moved)
        List(songs, "Songs") { song in
          Label(song.id, "Song")
          Environment(song.loaded)
        }
        Button(more, "More")
        Push(Page("about", title: "About"), on: opened)
      }
    }

    static let machine = Machine(Radio.self, name: "radio", variant: "one", summary: "a radio")
  }

  struct Song: ViewModel {
    struct Model: ModelType {
      var id = ""
    }

    let id = Field(\.id)
    let loaded = Input()

    var chart: Chart {
      Region("song") {
        State("new") { On(loaded, to: "whole") }
        State("whole")
      }
    }
  }

  /// A page that its HUD covers for ever, unless the environment calls.
  struct Stuck: ViewModel {
    struct Model: ModelType {
      var isBusy = false
    }

    let isBusy = Field(\.isBusy)
    let go = Input()
    let woken = Input()

    var chart: Chart {
      Region("work") {
        On(woken)
        State("free") { On(go, to: "busy") { $0.isBusy = true } }
        State("busy")
      }
    }

    var screen: Screen {
      Screen("Stuck") {
        Button(go, "Go")
        HUD("…", while: isBusy)
        Environment(woken)
      }
    }
  }

  /// A view model without a screen, with rows and with one that answers for a service.
  struct Bare: ViewModel {
    struct Model: ModelType {
      var songs: [Ref<Song>] = []
    }

    let songs = Field(\.songs, key: \Song.Model.id)
    let start = Input()
    let level = Input<Int>(samples: ["low": 1, "high": 9])
    let unsampled = Input<Int>()
    let find = Service<Int, Int>(by: Archive.self)

    var chart: Chart {
      SetUp { me in me.songs = ["a"].map { id in me.make(Song.self) { $0.id = id } } }
      Region("bare") {
        On(level)
        On(unsampled)
        State("off") { On(start, to: "on") }
        State("on") { Invoke(find) { _ in 1 } }
      }
    }
  }

  struct Archive: ViewModel {
    struct Model: ModelType {}
    static let templateName = "archive"

    let print = Service<Int, Int>("find", by: Archive.self)
    let clear = Input()

    var chart: Chart {
      Region("archive") {
        On(clear)
        On(print.asked) { $0.answer($1, .ok($1.input)) }
        State("open")
      }
    }
  }

  /// A page with nothing to use, and with the environment or without it.
  struct Bell<Sound: BellSound>: ViewModel {
    struct Model: ModelType {}
    static var templateName: String { "Bell" }

    let rang = Input()
    let tip = Subject<String>()

    var chart: Chart { Region("bell") { State("quiet") { On(rang) } } }

    var screen: Screen {
      Screen("Bell") {
        Tip(on: tip)
        if Sound.isHeard { Environment(rang) }
      }
    }

    static var machine: Machine {
      Machine(Bell.self, name: "bell", variant: Sound.isHeard ? "ringing" : "silent", summary: "a bell")
    }
  }

  protocol BellSound: Sendable { static var isHeard: Bool { get } }
  enum Silent: BellSound { static let isHeard = false }
  enum Ringing: BellSound { static let isHeard = true }

  private func session(_ lines: String...) -> Session {
    var session = Session(catalogue: Catalogue([Radio.machine]))
    for line in ["open radio"] + lines {
      let reply = session.run(line)
      precondition(reply.mistake == nil, "\(line): \(reply.mistake?.sentence ?? "")")
    }
    return session
  }

  private func texts(_ line: String, _ session: Session) -> [String] {
    session.completion(for: line, cursor: line.utf8.count).candidates.map(\.text)
  }

  // MARK: Moves

  private static let calls: [Stimulus] = [
    .send(input: "callBegan", nil), .send(input: "moved", 7), .send(input: "songs[0].loaded", nil),
    .send(input: "songs[1].loaded", nil),
  ]

  @Test("the environment's inputs are moves behind the user's, with their samples, as far as the chart takes them")
  func moves() {
    let machine = Radio.machine
    #expect(machine.findings.allSatisfy { $0.severity == .note })
    let moves = machine.moves(of: machine.open().snapshot)
    #expect(moves.map(\.stimulus) == [.tap(control: "play", nil), .tap(control: "more", nil)] + Self.calls)
    #expect(moves.map(\.isOfEnvironment) == [false, false, true, true, true, true])
    var domain = MoveDomain()
    (domain.rows, domain.isPastTheScreen) = (.first, true)
    let sent = machine.moves(of: machine.open().snapshot, in: domain).map(\.stimulus)
    #expect(
      sent.count { $0 == Self.calls[0] } == 1 && !sent.contains(Self.calls[3]), "each once, of the rows that are used")
  }

  @Test("they come while another page is on top")
  func otherPage() {
    let machine = Radio.machine
    var snapshot = machine.open().snapshot
    _ = machine.step(&snapshot, .tap(control: "more", nil))
    #expect(machine.moves(of: snapshot).map(\.stimulus) == [.back] + Self.calls)
  }

  @Test("a page on which only the environment goes on is a trap all the same")
  func trap() {
    let machine = Machine(Stuck.self, name: "stuck", variant: "one", summary: "")
    var options = SearchOptions()
    options.races = false
    var search = Search(machine, options)
    search.run()
    #expect(search.report.findings.map(\.kind) == [.trap] && search.report.isComplete)
    #expect(search.report.findings.first?.script.map(\.stimulus) == [.tap(control: "go", nil)])
    #expect(search.report.states == 2)
    var extent = FuzzExtent()
    extent.walks = 3
    var fuzz = Fuzz(machine, SearchOptions(), extent)
    fuzz.run { nil }
    #expect(fuzz.report.found.map(\.finding.kind) == [.trap])
  }

  @Test(
    "without a screen every input with a value is a move: its own, those of its rows, and those of one that answers")
  func withoutScreen() {
    let machine = Machine(Bare.self, name: "bare", variant: "one", summary: "")
    let moves = machine.moves(of: machine.open().snapshot)
    #expect(
      moves.map(\.stimulus) == [
        .send(input: "start", nil), .send(input: "level", 1), .send(input: "level", 9),
        .send(input: "songs[0].loaded", nil), .send(input: "archive.clear", nil),
      ])
    #expect(moves.allSatisfy { !$0.isOfEnvironment })
    let names = machine.sentInputs.map(\.name.text)
    #expect(names == ["start", "level", "unsampled", "songs[N].loaded", "archive.clear"])
  }

  @Test("the word changes nothing that the machine does")
  func definition() {
    let (silent, ringing) = (Bell<Silent>.machine, Bell<Ringing>.machine)
    #expect(silent.definitionHash == ringing.definitionHash && silent.parts == ringing.parts)
    #expect(silent.moves(of: silent.open().snapshot).isEmpty)
    #expect(ringing.moves(of: ringing.open().snapshot).map(\.stimulus) == [.send(input: "rang", nil)])
  }

  @Test("where nothing can be tried, that is said")
  func untried() throws {
    let silent = Bell<Silent>.machine
    var session = Session(catalogue: Catalogue([silent]))
    _ = session.run("open bell")
    for line in ["explore", "fuzz"] {
      let lines = session.shown(line)
      #expect(try #require(lines.last).contains("nothing found, but nothing could be tried: "), "\(lines)")
    }
    #expect(session.shown("suggest") == ["  no move is possible with the declared samples"])
    var search = ProductSearch(Sides(a: silent, b: silent), ComparisonOptions())
    search.run()
    let text = ComparisonText(ComparedMachines(Sides(a: silent, b: silent)), mostCauses: 1)
    #expect(text.closing(search.report).hasPrefix("nothing could be tried: "))
    var ringing = ProductSearch(Sides(a: silent, b: Bell<Ringing>.machine), ComparisonOptions())
    ringing.run()
    #expect(
      ringing.report.isEqual && ringing.report.isComplete && ringing.report.steps == 1, "what one offers, both take")
  }

  // MARK: The console

  @Test("every search of the console tries them")
  func searches() throws {
    var session = session()
    #expect(session.shown("path playing and some") == ["  send callBegan", "  tap play"])
    #expect(session.run("goto away").effects == [.drive(["send moved $car"])])
    #expect(session.shown("path songs[1].song = whole") == ["  send songs[1].loaded"])
    let suggested = session.shown("suggest")
    #expect(
      suggested.contains { $0.hasPrefix("  send callBegan") && $0.hasSuffix("call none -> some") }, "\(suggested)")
    // Two sounds, with and without a call, at two places, two songs, and the page above or not.
    let explored = session.shown("explore --no-races --never 'playing and some'")
    #expect(explored[0].hasPrefix("  broken \"never playing and some\""), "\(explored)")
    #expect(explored[1...2] == ["    send callBegan", "    tap play"])
    #expect(try #require(explored.last).contains("complete: all 64 states, "), "\(explored)")
    let fuzzed = session.shown("fuzz --never 'playing and some'")
    #expect(fuzzed[0].hasPrefix("  broken \"never playing and some\""), "\(fuzzed)")
    #expect(fuzzed.contains("    send callBegan") && fuzzed.contains("    tap play"), "\(fuzzed)")
  }

  @Test("they are listed and completed as inputs, and take values by their names")
  func words() {
    var session = session()
    #expect(texts("", session).contains("send"))
    #expect(texts("send ca", session) == ["callBegan", "callEnded"])
    #expect(session.shown("commands").contains { $0.hasPrefix("  callBegan") })
    #expect(session.shown("path place = away --values moved=3,4") == ["  send moved 3"])
    #expect(session.shown("send callBegan") == ["> send callBegan", "| call none -> some"])
  }

  @Test("coverage counts a refusal of each")
  func coverage() {
    let commands = Radio.machine.commandsOfScreens.map(\.input)
    #expect(commands == ["play", "pause", "more", "callBegan", "callEnded", "moved", "loaded"])
  }

  // MARK: Options of path and goto

  @Test("path and goto take the options of a search that leads to one target")
  func options() {
    var session = Fixture.login()
    let filled = ["set name $messy", "set password $right", "tap login"]
    let failing = ["service authenticate never"] + filled + ["reply authenticate error"]
    #expect(session.shown("path login = error --services any --no-races") == failing.map { "  \($0)" })
    #expect(session.run("goto login = error --services any").effects == [.drive(failing)])
    #expect(session.shown("path login = error")[0].hasSuffix(", as services answer now"))
    let never = session.shown("path login = idle and login = error --services any --no-races")
    #expect(never[0].hasSuffix(", as services answer with these options"), "\(never)")
    #expect(session.shown("path page = login --services any") == ["  this is the case already"])
    let found = (filled + ["advance"]).map { "  \($0)" }
    #expect(session.shown("path \"login = succeeded\" --no-races") == found)
    #expect(session.shown("path tap login --values name=\"bbbbbb\"")[0] == "  set name \"bbbbbb\"")
    #expect(session.shown("path login = succeeded --states 1")[0].hasPrefix("  not possible in the first "))
    #expect(session.shown("path tap login --past-the-screen --no-races").count == 2, "with either way to fill a field")
    #expect(
      session.shown("path name = \"a --states b\"")[0].hasPrefix("  impossible within all "), "a text holds no option")
  }

  @Test("what is wrong among the options has its place; they are listed and completed")
  func mistakes() throws {
    var session = Fixture.login()
    #expect(session.shown("path login = error --never x")[0].hasPrefix("20: unknown option of a search '--never'; "))
    #expect(session.shown("goto login = error --services no")[0].hasPrefix("31: 'no' is not a value of '--services'; "))
    #expect(session.shown("path logn = error --no-races")[0].hasPrefix("6: unknown field, region or state 'logn'; "))
    #expect(session.run("path --no-races").mistake != nil)
    let options = ["--domain", "--values", "--services", "--no-races", "--past-the-screen", "--states"]
    #expect(texts("path login = idle --", session) == options && texts("goto idle -", session) == options)
    #expect(texts("path login = idle --services ", session) == ["defined", "any"])
    #expect(texts("path login = id", session) == ["idle"])
    let help = HelpText.lines(about: .path)
    #expect(help.contains("  Options:") && help.contains { $0.hasPrefix("    --services SERVICES ") }, "\(help)")
  }
}
