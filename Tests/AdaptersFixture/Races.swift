import Adapters
import Observation
import ViewModels

/// Tasks that end at one instant.
@MainActor @Observable final class RaceModel {
  private(set) var slept: [String] = []
  private(set) var ran: [String] = []

  func sleeping() {
    for name in ["a", "b"] {
      Task {
        try? await Task.sleep(for: .milliseconds(100))
        slept.append(name)
      }
    }
  }

  func ordered() {
    for name in ["a", "b"] {
      Task { ran.append(name) }
    }
  }
}

@MainActor struct RaceBox: Adapter {
  let slept = Field(\.slept)
  let ran = Field(\.ran)
  let sleeping = Input { $0.sleeping() }
  let ordered = Input { $0.ordered() }

  func make(_ world: World<Self>) -> RaceModel { RaceModel() }

  var laws: Chart {
    Always("the first task is first") { $0.slept.first != "b" }
    Always("the main actor keeps its order") { $0.ran.first != "b" }
  }
}

/// Work that ends in an order, which a search must try as often as there are orders.
@MainActor @Observable final class OrderModel {
  private(set) var order = ""
  private var isStarted = false

  /// Three tasks that sleep: each may end first.
  func sleepers() { start([["a"], ["b"], ["c"]], sleeping: true) }
  /// Three jobs of the main actor, which keep their order.
  func jobs() { start([["a"], ["b"], ["c"]], sleeping: false) }
  /// Two tasks, of which one sleeps twice.
  func mixed() { start([["a", "b"], ["c"]], sleeping: true) }

  private func start(_ lanes: [[String]], sleeping: Bool) {
    if isStarted { return }
    isStarted = true
    for lane in lanes {
      Task {
        for name in lane {
          if sleeping { try? await Task.sleep(for: .milliseconds(lane.count == 2 ? 50 : 100)) }
          order += name
        }
      }
    }
  }
}

@MainActor struct InstantsBox: Adapter {
  let order = Field(\.order)
  let sleepers = Input { $0.sleepers() }
  let jobs = Input { $0.jobs() }
  let mixed = Input { $0.mixed() }

  func make(_ world: World<Self>) -> OrderModel { OrderModel() }
}
