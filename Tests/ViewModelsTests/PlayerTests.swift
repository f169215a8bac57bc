import Testing
import ViewModels

/// A chart with every word of the language.
struct Player: ViewModel {
  struct Model: ModelType, Hashable {
    var volume = 3
    var isLoud: Bool { volume > 5 }
  }

  let volume = Field(\.volume, samples: ["loud": 9])
  let isLoud = Field(\.isLoud, from: \.volume)
  let play = Input()
  let stop = Input()
  let turn = Input<Int>()
  let log = Subject<String>()
  let isQuiet = Guard("it is quiet", reads: \.volume) { !$0.isLoud }

  var chart: Chart {
    Region("deck") {
      On(turn) { $0.volume = $1 }
      State("stopped") { On(play, to: "playing", when: isQuiet) { $0.emit(log, "start") } }
      State("playing") {
        OnEntry { $0.emit(log, "entered") }
        OnExit { $0.emit(log, "left") }
        After(.seconds(3), to: "stopped") { $0.emit(log, "over") }
        On(stop, to: "stopped")
        Parallel("channels") {
          State("left") { State("on") }
          State("right") { State("on") }
        }
      }
    }
  }

  var screen: Screen {
    Screen("Player") {
      Label(volume, "Volume")
      Button(play, "Play")
      Button(stop, "Stop", enabled: isLoud)
    }
  }
}

@Suite("The words of the view-model language")
struct PlayerTests {
  private let machine = Machine(Player.self, name: "player", variant: "one", summary: "a player")

  private func effects(_ stimulus: Stimulus, _ snapshot: inout Snapshot, isHeld: Bool = false) -> [Effect] {
    machine.step(&snapshot, stimulus, isHeld: isHeld).flatMap(\.effects)
  }

  @Test("entry, exit and transition actions run in SCXML's order, and a delay is a timer that can be seen")
  func order() {
    var (snapshot, _) = machine.open()
    #expect(
      effects(.tap(control: "play", nil), &snapshot) == [
        .moved(region: "deck", from: "stopped", to: "playing.channels(left.on, right.on)"),
        .output(subject: "log", value: "start"), .output(subject: "log", value: "entered"),
        .timerStarted(name: "playing", delay: 3_000),
      ])
    #expect(machine.work(of: snapshot).map(\.name) == ["playing"])
    #expect(
      effects(.advance(milliseconds: nil), &snapshot) == [
        .timerFired(name: "playing"), .output(subject: "log", value: "left"),
        .moved(region: "deck", from: "playing.channels(left.on, right.on)", to: "stopped"),
        .output(subject: "log", value: "over"),
      ])
  }

  @Test("leaving a state cancels its delay")
  func cancelled() {
    var (snapshot, _) = machine.open()
    _ = effects(.send(input: "play", nil), &snapshot)
    _ = effects(.send(input: "stop", nil), &snapshot)
    #expect(machine.work(of: snapshot).isEmpty)
  }

  @Test("a guard that does not hold refuses with the values that it read, and so does a disabled button")
  func refused() {
    var (snapshot, _) = machine.open()
    #expect(
      effects(.tap(control: "stop", nil), &snapshot) == [.refused(name: "stop", reason: "disabled, isLoud is false")])
    #expect(
      effects(.send(input: "turn", 9), &snapshot) == [
        .set(field: "volume", old: 3, new: 9), .set(field: "isLoud", old: false, new: true),
      ])
    #expect(
      effects(.tap(control: "play", nil), &snapshot) == [
        .refused(name: "play", reason: "'it is quiet' does not hold (volume 9)")
      ])
    let command = machine.commands(of: snapshot).first { $0.name == "play" }
    #expect(command?.refusal == "'it is quiet' does not hold (volume 9)")
    #expect(command?.guards.map(\.name) == ["it is quiet"])
    #expect(command?.guards.first?.reads.map(\.value) == [9])
  }

  @Test("a payload of another type is refused, told by name and by what is taken")
  func payload() {
    var (snapshot, _) = machine.open()
    #expect(
      effects(.send(input: "turn", "loud"), &snapshot) == [
        .refused(name: "turn", reason: "'turn' accepts a whole number, not a text")
      ])
    #expect(snapshot.fault == nil)
  }

  @Test("time that is held stops before the work that is due then")
  func heldTime() {
    var (snapshot, _) = machine.open()
    _ = effects(.send(input: "play", nil), &snapshot)
    #expect(effects(.advance(milliseconds: 3_000), &snapshot, isHeld: true) == [])
    #expect(snapshot.time == 3_000)
    #expect(
      effects(.send(input: "stop", nil), &snapshot) == [
        .output(subject: "log", value: "left"),
        .moved(region: "deck", from: "playing.channels(left.on, right.on)", to: "stopped"),
      ])
  }

  @Test("a definition's hash follows what it defines")
  func hash() {
    let again = Machine(Player.self, name: "other", variant: "two", summary: "the same")
    #expect(machine.definitionHash == again.definitionHash)
    #expect(machine.definitionHash.utf8.count == 12)
    #expect(machine.samples.map(\.name) == ["loud"])
  }
}
