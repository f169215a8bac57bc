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
    func moved(_ from: String, _ to: String) -> Effect { .moved(region: "playback", from: from, to: to) }
    let active = Happening.entered("playback", "active")
    #expect(
      active.matches(moved("idle", "active.playing")) && !active.matches(moved("active.paused", "active.playing")))
    for name: StateID in ["playing", "active.playing"] {
      let playing = Happening.entered("playback", name)
      #expect(
        playing.matches(moved("idle", "active.playing")) && playing.matches(moved("active.paused", "active.playing")))
      #expect(!playing.matches(moved("idle", "active.displaying")) && !playing.matches(moved("idle", "playingOn")))
    }
    #expect(Happening.entered("playback", "b").matches(moved("a", "on(x.b, y.c)")))
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
