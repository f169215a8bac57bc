import Foundation
import Testing

@testable import Statecharts

/// How deep signals may be, and what that costs on the stack.
struct DeepSignalTests {
  /// Runs the body on a thread with so many KiB of stack.
  private static func run(stack: Int, _ body: @escaping @Sendable () -> [String]) -> [String]? {
    final class Box: @unchecked Sendable { var result: [String]? }
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = body()
      done.signal()
    }
    thread.stackSize = stack << 10
    thread.start()
    done.wait()
    return box.result
  }

  private static func chain(_ count: Int, _ link: @Sendable (SignalPlan) -> SignalPlan) -> SignalPlan {
    (0..<count).reduce(SignalPlan.a(InstanceID(0))) { plan, _ in link(plan) }
  }

  /// What a chain over the subject `a` says when it is subscribed, gets a value and ends.
  private static func said(_ plan: SignalPlan) -> [String] {
    var simulation = Simulation.probe { _ in plan }
    simulation.start()
    simulation.output("a", 0)
    simulation.complete("a")
    return simulation.kernel.snapshot.fault.map { [$0] } ?? simulation.said()
  }

  @Test("500 operators on top of each other pass a value on without stack for each")
  func passing() {
    let said = Self.run(stack: 4096) {
      Self.said(Self.chain(500) { plan in plan.map { .int(($0.number ?? 0) + 1) } })
    }
    #expect(said == ["next 500", "completed"])
  }

  @Test("500 operators that send twice fit 4 MiB")
  func sendingTwice() {
    let said = Self.run(stack: 4096) { Self.said(Self.chain(500) { $0.take(1) }) }
    #expect(said == ["next 0", "completed"])
  }

  @Test("more operators than the limit are a fault that names it")
  func tooDeep() {
    #expect(Self.said(Self.chain(600) { $0.distinct() }) == ["limit nestedOperators of 512 reached"])
  }

  @Test("wirings that stand for wirings are stopped by the limits before the stack ends")
  func nestedWirings() {
    let fault = Self.run(stack: 4096) {
      var simulation = Simulation.probe(
        wirings: [
          WiringDefinition("self") { captures in
            Link((0..<30).reduce(SignalPlan.signal(.wiring("self", captures))) { plan, _ in plan.take(1) }, to: .say())
          }
        ], { _ in .signal(.wiring("self", [])) })
      simulation.start()
      return [simulation.kernel.snapshot.fault ?? ""]
    }
    #expect(fault == ["limit nestedOperators of 512 reached"])
  }
}
