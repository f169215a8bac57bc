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
    let page = MachinePage("door", template: "Door", Screen("Door") { parts })
    return ScreenCheck(page, Door.definition.templates).findings.map { "\($0.code) \($0.place)" }
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
        "did you mean 'playback'?", "did you mean 'playing'?",
        "name one of 'active.paused', 'ended.paused', or rename one",
      ])
    #expect(machine.open().snapshot.fault != nil)
  }

  @Test("a state is entered by its own name or its path, and not again from below it")
  func enteredBelow() {
    typealias State = ChartDefinition.State
    func leaf(_ name: Name) -> State { State(name) }
    func group(_ name: Name, _ kind: State.Kind, _ children: State...) -> State {
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
      EveryTurn("it is dark") { turn in turn.occurrences(of: .entered("lamp", "onn")) == 0 }
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
        On(ask) { me in if me.isIn("brigth") { me.emit(told) } }
        State("off") { On(toggle, to: "bright") }
        State("lit") { State("bright") { On(toggle, to: "off") } }
      }
    }
    var laws: Chart {
      Invariant("it is dark", at: .turn) { !$0.isIn("lit.bright") && ($0.isIn("off") || !$0.isIn("onn")) }
    }
  }

  /// Two regions with a state of one name.
  struct Shared: ViewModel {
    struct Model: ModelType {}
    let toggle = Input()

    var chart: Chart {
      Region("lamp") {
        State("off") { On(toggle, to: "on") }
        State("on")
      }
      Region("fan") {
        State("off")
        State("on")
      }
    }
    var laws: Chart {
      Invariant("the lamp is known", at: .turn) { $0.isIn("lamp.off") || $0.isIn("on") }
    }
  }

  @Test("code that asks by a name that several states have ends the machine, and the choices are listed")
  func sharedNamesInCode() {
    let machine = Machine(Shared.self, name: "lamp", variant: "one", summary: "")
    var (snapshot, _) = machine.open()
    #expect(snapshot.fault == nil)
    _ = machine.step(&snapshot, .send(input: "toggle", nil))
    #expect(
      snapshot.fault
        == "code asks whether 'Shared' is in 'on', which is the name of several states; write 'lamp.on' or 'fan.on'")
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
    #expect(
      fault(Asked.self, after: "ask")
        == "code asks whether 'Asked' is in 'brigth'; its chart has no such state; did you mean 'bright'?")
  }

  /// What a bell does not have.
  struct Horn: ViewModel {
    struct Model: ModelType { var noise = 0 }
    let noise = Field(\.noise)
    let blew = Subject<Void>()
    let blow = Service<String, String>(after: .seconds(1)) { .ok($0) }
  }

  /// A bell with laws that can never be broken, and one that can.
  struct Bell: ViewModel {
    struct Model: ModelType { var volume = 0 }
    let volume = Field(\.volume)
    let ring = Input()
    let rang = Subject<Void>()

    var chart: Chart { Region("bell") { State("quiet") { On(ring, emit: rang) } } }
    @Laws var laws: Chart {
      AtMost(1, .any(of: .sent(rang), .set(volume), .refused("ring"), .refused), "all right")
      AtMost(1, .sent(Horn.blew), "no subject")
      AtMost(1, .became(Horn.noise, 1), "no field")
      AtMost(1, .replied(Horn.blow), "no service")
      AtMost(1, .refused("rign"), "no input")
      AtMost(1, .pushed(Page("hall", title: "")), "no page")
    }
  }

  @Test("a law that waits for what the definition does not have is an error")
  func namesInLaws() {
    let machine = Machine(Bell.self, name: "bell", variant: "one", summary: "")
    let wrong = machine.findings.filter { $0.severity == .error }
    #expect(
      wrong.map { "\($0.code) \($0.place)" } == [
        "unknown-subject Bell: no subject", "unknown-field Bell: no field", "unknown-service Bell: no service",
        "unknown-input Bell: no input", "unknown-page Bell: no page",
      ])
    #expect(
      wrong.map(\.cure) == [
        "list it", "list it", "list it", "did you mean 'ring'?", "add a route that pushes it, or remove it",
      ])
    #expect(machine.open().snapshot.fault != nil)
  }

  /// Laws of a command that is no `Command`.
  struct Bells: ViewModel {
    struct Model: ModelType {}
    let ring = Input()

    var chart: Chart {
      Region("bells") {
        State("still") { On(ring, to: "ringing") }
        State("ringing") { On(ring, to: "still") }
      }
    }
    var laws: Chart {
      Held(
        to: CommandLaws(
          name: "ring", begins: .entered("bells", "ringing"), outcomes: .entered("bells", "still"),
          cancels: .refused("x"),
          fails: .entered("bells", "ringin"), tellsError: .entered("bels", "still"),
          isExecuting: { $0.isIn("ringing") },
          inFlight: { $0.isIn("ringing") ? 1 : 0 }, isEnabled: { _ in true }))
    }
  }

  @Test("names in the laws that a command is held to are resolved, each in every law that it is in")
  func namesInHeldLaws() {
    let errors = Machine(Bells.self, name: "bells", variant: "one", summary: "").findings.filter {
      $0.severity == .error
    }
    let (ends, cancelled) = (
      "every execution of ring ends in exactly one outcome, or is cancelled",
      "ring has no result after it was cancelled"
    )
    #expect(
      errors.map { "\($0.code) \($0.place)" } == [
        "unknown-input Bells: \(ends)", "unknown-input Bells: \(cancelled)",
        "unknown-state Bells: every error of ring is told once",
        "unknown-region Bells: every error of ring is told once",
      ])
  }

  /// A machine whose page is called otherwise than its route pushes.
  struct Lobby: ViewModel {
    struct Model: ModelType {}
    let enter = Input()
    let entered = Subject<Void>()

    var chart: Chart { Region("lobby") { State("open") { On(enter, emit: entered) } } }
    var screen: Screen { Screen("Lobby") { Push(Page("hallway", title: "Hall"), on: entered) } }
  }

  @Test("unknown-page: a page with a view model that no screen pushes")
  func pages() {
    func errors(_ page: Name) -> [String] {
      Machine(Lobby.self, name: "lobby", variant: "one", summary: "", pages: [PageModel(page, Door.self)]).findings
        .filter { $0.severity == .error }.map(\.sentence)
    }
    #expect(errors("hallway") == [])
    #expect(
      errors("halway") == [
        "the page 'halway': no screen of the machine pushes a page 'halway'; did you mean 'hallway'?"
      ])
  }

  /// An oven that is too fast.
  struct Oven: ViewModel {
    struct Model: ModelType {}
    let begin = Input()
    let heat = Service<String, String>(after: .milliseconds(-5), timeout: Timeout(after: .seconds(-2), "late")) {
      .ok($0)
    }

    var chart: Chart {
      Region("oven") {
        State("cold") { On(begin, to: "hot") }
        State("hot") {
          Invoke(heat) { _ in "" }
          On(Events("heat"), to: "cold")
          After(.seconds(-1), to: "cold")
        }
      }
    }
  }

  @Test("negative-duration: a delay, a service or its time-out below zero")
  func durations() {
    let wrong = Machine(Oven.self, name: "oven", variant: "one", summary: "").findings.filter { $0.severity == .error }
    #expect(
      wrong.map(\.sentence) == [
        "Oven: oven.hot, after -1000 ms: a delay of -1000 ms is negative; write 0 or more",
        "Oven: heat: a delay of -5 ms is negative; write 0 or more",
        "Oven: heat: a time-out of -2000 ms is negative; write 0 or more",
      ])
  }

  /// A cart two of whose declarations are too short.
  struct Cart: ViewModel {
    struct Model: ModelType {
      var position = 0
      var items: [Int] = []
      var rate = 1
      var total: Int { items.count * rate }
      var count: Int { items.count }
    }
    let total = Field(\.total, from: \.items)
    let count = Field(\.count, from: \.items)
    let hasNext = Guard(reads: \.position) { $0.position < $0.items.count }
    let isFirst = Guard(reads: \.position) { $0.position == 0 }
    let hasRoom = Guard(reads: \.count) { $0.items.count < 9 }
    let isFilled = Guard { !$0.items.isEmpty }
  }

  @Test("hidden-read, hidden-source: a guard or a computed field depends on more than it declares")
  func undeclared() {
    let machine = Machine(Cart.self, name: "cart", variant: "one", summary: "")
    let check = DependencyCheck([machine, machine])
    // Of position, items and rate each of the three guards has two that it does not declare, but for the count, and
    // so have the fields.
    #expect(check.count == 2 + 2 + 3 + 2 + 2)
    let found = (0..<check.count).filter(check.finds)
    let findings = machine.findings(with: check.findings(found)).filter { $0.code.text.hasPrefix("hidden") }
    #expect(
      findings.map(\.sentence) == [
        "Cart: hasNext: it also reads 'items', which its 'reads:' does not name, so 'why' does not show it; "
          + "name it there, or make it static if it never changes",
        "Cart: total: it is also computed from 'rate', which its 'from:' does not name, so observers miss its changes; "
          + "name it there, or make it static if it never changes",
      ])
    #expect(machine.findings.allSatisfy { !$0.code.text.hasPrefix("hidden") })
  }

  @Test("untaken-input: no transition takes an input")
  func untaken() {
    struct Deaf: ViewModel {
      struct Model: ModelType {}
      let knock = Input()
    }
    #expect(codes(Deaf.self) == ["untaken-input Deaf: knock"])
  }

  @Test("unusable-name: a control or an input that nobody can type")
  func unusable() {
    struct Shop: ViewModel {
      struct Model: ModelType { var note = "" }
      let note = Field(\.note)
      let enter = Input("walk in")
      var chart: Chart { Region("shop") { State("open") { On(enter) } } }
      var screen: Screen {
        Screen("Shop") {
          TextField(note, "Note", named: "my note")
          Button(enter, "Walk in")
        }
      }
    }
    #expect(codes(Shop.self) == ["unusable-name Shop: walk in", "unusable-name Shop: screen.my note"])
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
    #expect(codes([.disappeared(input: "psh")]) == ["unknown-input Door: screen.disappeared"])
    let screen = Screen("Door") { [.disappeared(input: "puhs"), .disappeared(input: "push")] }
    let mistyped = ScreenCheck(MachinePage("door", template: "Door", screen), Door.definition.templates)
    #expect(mistyped.findings.map(\.cure) == ["did you mean 'push'?"])
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
