import Testing

@testable import Statecharts

/// What belongs to no instance is written into a key by hand, part by part.
struct FrameKeyTests {
  private static let program = Program(templates: [
    .slots("root", chart: ChartDefinition([ChartDefinition.State("a")]))
  ])

  /// A change of each part that a key tells, by its name.
  private static let changes: [(part: String, change: @Sendable (inout Snapshot) -> Void)] = [
    ("seed", { $0.seed = 7 }), ("fault", { $0.fault = "broken" }),
    ("reversesObservers", { $0.reversesObservers = true }),
    ("store", { $0.store = [Member("name", "a")] }),
    ("services", { $0.services = [ServiceSetting(service: "load", behaviour: ServiceBehaviour(answer: .never))] }),
    ("roots", { $0.roots = [] }),
  ]

  @Test("each part tells keys apart; the time does where the program reads its clock alone")
  func parts() {
    let snapshot = Simulation(Self.program).kernel.snapshot
    let keys = Self.changes.map { _, change in
      var changed = snapshot
      change(&changed)
      return changed.fingerprint(Self.program)
    }
    #expect(Set(keys + [snapshot.fingerprint(Self.program)]).count == Self.changes.count + 1)
    let parts = Mirror(reflecting: Snapshot().frame).children.compactMap(\.label)
    #expect(Set(parts) == Set(Self.changes.map(\.part) + ["time"]))
  }
}
