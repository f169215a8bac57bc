import Testing

@testable import ViewModels

@Suite("View models that use each other")
struct CircleTests {
  /// Two view models that use each other.
  struct Ping: TokenViewModel {
    struct Model: ModelType {}
    static let templateName = "ping"
    var chart: Chart { Uses(Pong.self) }
  }
  struct Pong: TokenViewModel {
    struct Model: ModelType { var other: Ref<Ping>? }
    static let templateName = "pong"
  }

  @Test("view models may use each other, and themselves")
  func circle() {
    #expect(Ping.definition.templates.map(\.template.name) == ["ping", "pong"])
    #expect(Pong.definition.templates.map(\.template.name) == ["pong", "ping"])
    let machine = Machine(Ping.self, name: "ping", variant: "one", summary: "a circle")
    #expect(machine.open().snapshot.fault == nil)
  }
}
