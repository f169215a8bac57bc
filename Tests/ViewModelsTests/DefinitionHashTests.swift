import Testing
import ViewModels

/// What a lamp may differ in.
protocol LampVersion: Sendable {
  static var text: String { get }
  static var delay: Duration { get }
  static var guardName: String { get }
  static var hasLaw: Bool { get }
  static var begins: StateID { get }
  static var field: Name { get }
  static var button: String { get }
}

extension LampVersion {
  static var text: String { "Lamp" }
  static var delay: Duration { .seconds(3) }
  static var guardName: String { "it is day" }
  static var hasLaw: Bool { false }
  static var begins: StateID { "dim" }
  static var field: Name { "level" }
  static var button: String { "OK" }
}

struct Lamp<Version: LampVersion>: ViewModel {
  struct Model: ModelType, Hashable {
    var level = 0
  }

  static var templateName: String { "Lamp" }

  let level = Field(\.level, named: Version.field)
  let press = Input()
  let glow = Subject<String>()
  let isDay = Guard(Version.guardName) { $0.level == 0 }

  var chart: Chart {
    Region("lamp") {
      State("off") { On(press, to: "on", when: isDay) }
      State("on") {
        Initial(to: Version.begins)
        State("dim")
        State("bright")
        After(Version.delay, to: "off")
      }
    }
  }

  var laws: Chart { if Version.hasLaw { Invariant("the level is small") { _ in true } } }

  var screen: Screen {
    Screen(Version.text) {
      Label(level, Version.text)
      Button(press, Version.text)
      Alert(Version.text, on: glow, [Version.button])
    }
  }
}

@Suite("The hash of a definition")
struct DefinitionHashTests {
  enum Plain: LampVersion {}
  enum Chinese: LampVersion { static var text: String { "灯" } }
  enum Slow: LampVersion { static var delay: Duration { .seconds(4) } }
  enum Night: LampVersion { static var guardName: String { "it is night" } }
  enum Lawful: LampVersion { static var hasLaw: Bool { true } }
  enum Bright: LampVersion { static var begins: StateID { "bright" } }
  enum Renamed: LampVersion { static var field: Name { "power" } }
  enum Buttons: LampVersion { static var button: String { "Close" } }

  private func hash<V: LampVersion>(_ version: V.Type, summary: String = "a lamp") -> String {
    Machine(Lamp<V>.self, name: "lamp", variant: "one", summary: summary).definitionHash
  }

  @Test("texts that are only read are not in it")
  func texts() {
    #expect(hash(Chinese.self, summary: "eine Lampe") == hash(Plain.self))
  }

  @Test("delays, guards, laws, initial states, fields and the names of an alert's buttons are")
  func behaviour() {
    let others = [
      hash(Slow.self), hash(Night.self), hash(Lawful.self), hash(Bright.self), hash(Renamed.self), hash(Buttons.self),
    ]
    #expect(Set(others + [hash(Plain.self)]).count == 7)
  }
}
