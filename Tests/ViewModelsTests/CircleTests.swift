import Testing

@testable import ViewModels

@Suite("View models that use each other")
struct CircleTests {
  /// Two view models that use each other.
  enum Ping: ViewModel {
    struct Model: Sendable {}
    static let definition = Definition<Ping>(Model(), name: "ping") { Uses(Pong.self) }
  }
  enum Pong: ViewModel {
    struct Model: Sendable {}
    static let definition = Definition<Pong>(Model(), name: "pong") { Uses(Ping.self) }
  }

  @Test("view models may use each other, and themselves")
  func circle() {
    #expect(Ping.definition.templates.map(\.template.name) == ["ping", "pong"])
    #expect(Pong.definition.templates.map(\.template.name) == ["pong", "ping"])
    let machine = Machine(Ping.self, name: "ping", variant: "one", summary: "a circle")
    #expect(machine.open().snapshot.fault == nil)
  }
}
