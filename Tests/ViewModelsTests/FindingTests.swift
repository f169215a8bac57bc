import Statecharts
import Testing

@testable import ViewModels

/// Each kind of finding of definitions and screens, with a near-miss.
struct FindingTests {
  /// A door.
  struct Door: ViewModel {
    struct Model: ModelType, Hashable {
      var isOpen = false
      var isLocked = false
      var isClosed: Bool { !isOpen }
    }
    let isOpen = Field(\.isOpen)
    let push = Input()
    let opened = Subject<Void>()
    let isFree = Guard("it is free", reads: \.isLocked) { !$0.isLocked }

    var chart: Chart {
      Region("door") {
        State("shut") { On(push, to: "open", when: isFree) }
        State("open") { On(push, to: "shut") }
      }
    }
  }

  private func codes<V: ViewModel>(_ type: V.Type) -> [String] {
    Machine(type, name: "door", variant: "one", summary: "").findings.map { "\($0.code) \($0.place)" }
  }

  private func codes(_ parts: [ScreenPart]) -> [String] {
    let page = MachinePage("door", template: "Door")
    return ScreenCheck(page, Door.definition.templates, screen: Screen("Door") { parts }).findings.map {
      "\($0.code) \($0.place)"
    }
  }

  @Test("a definition whose names meet has no finding")
  func clean() { #expect(codes(Door.self) == []) }

  @Test("unknown-read: a guard reads a property that is no field")
  func reads() {
    struct Bell: ViewModel {
      struct Model: ModelType {
        var isOpen = false
        var isClosed: Bool { !isOpen }
      }
      let push = Input()
      let closed = Guard("it is closed", \.isClosed, reads: \.isClosed)
      var chart: Chart { Region("bell") { State("quiet") { On(push, when: closed) } } }
    }
    #expect(codes(Bell.self) == ["unknown-read Bell: quiet"])
  }

  /// A player with three wrong laws and two right ones.
  struct Player: ViewModel {
    struct Model: ModelType {}
    let play = Input()
    let stop = Input()

    var chart: Chart {
      Region("playback") {
        State("idle") { On(play, to: "playing") }
        State("active") {
          State("playing") { On(stop, to: "paused") }
          State("paused") { On(play, to: "playing") }
        }
        State("ended") {
          State("paused") { On(stop, to: "idle") }
        }
      }
    }
    @Laws var laws: Chart {
      AtMost(1, .entered("playbak", "idle"), "no region")
      AtMost(1, .entered("playback", "plaing"), "no state")
      EveryOne(of: .entered("playback", "paused"), endsIn: .entered("playback", "ended"), "two states")
      AtMost(9, .entered("playback", "playing"), since: .entered("playback", "active.paused"), "own name and path")
    }
  }

  @Test("unknown-region, unknown-state, ambiguous-state: what a law waits for; such a machine opens crashed")
  func lawNames() {
    let machine = Machine(Player.self, name: "player", variant: "one", summary: "")
    let wrong = machine.findings.filter { $0.severity == .error }
    #expect(
      wrong.map { "\($0.code) \($0.place)" } == [
        "unknown-region Player: no region", "unknown-state Player: no state", "ambiguous-state Player: two states",
      ])
    #expect(
      wrong.map(\.cure) == [
        "name one of 'playback'",
        "name one of 'idle', 'active', 'active.playing', 'active.paused', 'ended', 'ended.paused'",
        "name one of 'active.paused', 'ended.paused', or rename one",
      ])
    #expect(machine.open().snapshot.fault != nil)
  }

  @Test("a state is entered by its own name or its path, and not again from below it")
  func enteredBelow() {
    typealias State = ChartDefinition.State
    func leaf(_ name: String) -> State { State(name) }
    func group(_ name: String, _ kind: State.Kind, _ children: State...) -> State {
      State(name, kind, children: children)
    }
    let chart = ChartTable(
      ChartDefinition(
        isParallel: true,
        [
          group(
            "playback", .compound, leaf("idle"), leaf("paused"),
            group("active", .compound, leaf("playing"), leaf("paused")),
            group("both", .parallel, group("x", .compound, leaf("a"), leaf("b")), group("y", .compound, leaf("c"))))
        ]))
    func isEntered(_ state: StateID, _ from: String, _ to: String) -> Bool {
      let happening = Happening.entered("playback", state).resolved(in: chart)
      return happening.matches(Effect.moved(region: "playback", from: from, to: to))
    }
    #expect(isEntered("active", "idle", "active.playing") && !isEntered("active", "active.paused", "active.playing"))
    for name: StateID in ["playing", "active.playing"] {
      #expect(isEntered(name, "idle", "active.playing") && isEntered(name, "active.paused", "active.playing"))
      #expect(!isEntered(name, "idle", "active.paused"))
    }
    // The whole path of one state wins over the end of another's.
    #expect(isEntered("paused", "idle", "paused") && !isEntered("paused", "idle", "active.paused"))
    #expect(isEntered("b", "idle", "both(x.b, y.c)") && !isEntered("b", "idle", "both(x.a, y.c)"))
    #expect(isEntered("c", "idle", "both(x.b, y.c)") && isEntered("x", "idle", "both(x.b, y.c)"))
  }

  /// A law whose code counts entries of a state that the chart does not have.
  struct Counted: ViewModel {
    struct Model: ModelType {}
    let toggle = Input()

    var chart: Chart {
      Region("lamp") {
        State("off") { On(toggle, to: "on") }
        State("on") { On(toggle, to: "off") }
      }
    }
    var laws: Chart {
      EveryTurn("it is dark") { turn in turn.count(of: .entered("lamp", "onn")) == 0 }
    }
  }

  /// A law and an action that ask for states that the chart does not have.
  struct Asked: ViewModel {
    struct Model: ModelType {}
    let toggle = Input()
    let ask = Input()
    let told = Subject<Void>()

    var chart: Chart {
      Region("lamp") {
        On(ask) { me in if me.isIn("of") { me.emit(told) } }
        State("off") { On(toggle, to: "bright") }
        State("lit") { State("bright") { On(toggle, to: "off") } }
      }
    }
    var laws: Chart {
      Invariant("it is dark", at: .turn) { !$0.isIn("lit.bright") && ($0.isIn("off") || !$0.isIn("onn")) }
    }
  }

  @Test("code that names a state that the chart does not have ends the machine; a path is a name too")
  func namesInCode() {
    func fault<V: ViewModel>(_ type: V.Type, after inputs: String...) -> String? {
      let machine = Machine(type, name: "lamp", variant: "one", summary: "")
      var (snapshot, _) = machine.open()
      for input in inputs { _ = machine.step(&snapshot, .send(input: input, nil)) }
      return snapshot.fault
    }
    #expect(
      fault(Counted.self, after: "toggle")
        == "the region 'lamp' has no state 'onn', so this can never happen; name one of 'off', 'on'")
    #expect(fault(Asked.self) == nil)
    // The path is that of a state, so the law is broken and its second part is not asked.
    #expect(fault(Asked.self, after: "toggle") == nil)
    #expect(fault(Asked.self, after: "ask") == "code asks whether 'Asked' is in 'of'; its chart has no such state")
  }

  @Test("untaken-input: no transition takes an input")
  func untaken() {
    struct Deaf: ViewModel {
      struct Model: ModelType {}
      let knock = Input()
    }
    #expect(codes(Deaf.self) == ["untaken-input Deaf: knock"])
  }

  @Test("repeated-name: a control comes twice")
  func repeated() {
    #expect(
      codes([Door.tokens.Button(Door.push, "Push"), Door.tokens.Button(Door.push, "Push harder")]) == [
        "repeated-name Door: screen.push"
      ])
    #expect(repeats(["a", "b", "a", "\u{E9}", "e\u{301}"]) == ["a"])
  }

  /// Another view model, whose tokens a door does not have.
  struct Window: ViewModel {
    struct Model: ModelType { var missing = false }
    let missing = Field(\.missing)
    let knock = Input()
  }

  @Test("unknown-field, unknown-input: a screen is bound to what another view model has")
  func screens() {
    let door = Door.tokens
    #expect(codes([door.Label(Window.missing, "Missing")]) == ["unknown-field Door: screen.missing"])
    #expect(codes([door.Label(Door.isOpen, "Open")]) == [])
    #expect(codes([door.Button(Window.knock, "Knock")]) == ["unknown-input Door: screen.knock"])
    #expect(codes([door.Push(Page("hall", title: ""), on: Door.opened)]) == [])
    #expect(codes([door.Button(Door.push, "Push", enabled: Window.missing)]) == ["unknown-field Door: screen.push"])
  }

  @Test("an accepted finding keeps its reason, and an acceptance of nothing is stale")
  func acceptances() {
    let found = [DefinitionFinding("trap", .note, at: "Door: door.open", cause: "", cure: "")]
    let fitting = Acceptance(code: "trap", place: "door.open", reason: "it is the last one")
    #expect(found.accepting([fitting], of: "Door").map(\.acceptance) == ["it is the last one"])
    let stale = Acceptance(code: "trap", place: "door.shut", reason: "")
    #expect(found.accepting([stale], of: "Door").map(\.code) == ["trap", "stale-acceptance"])
  }
}
