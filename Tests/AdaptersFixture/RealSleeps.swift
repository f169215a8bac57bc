import Dispatch
import Foundation
import Synchronization
import ViewModels

/// `flakes RUNS`: runs of the corpus in fresh processes, which load the machine, and tests of fixed classes with real
/// sleeps, as people write them without a simulator.
///
/// A service takes 20 ms, and a test waits some milliseconds longer. Nothing is wrong with the classes, so each failure
/// is a flake.
enum RealSleeps {
  static func run(_ runs: Int) -> Never {
    print("classes in fresh processes, \(runs) runs each: \(different(runs)) differ")
    Task {
      await printFailures(runs)
      exit(0)
    }
    dispatchMain()
  }

  /// The number of runs that print other bytes than the first run of their class. A walk calls every input, and answers
  /// come at any time.
  private static func different(_ runs: Int) -> Int {
    let count = Atomic(0)
    // The tool need not start again for its objects.
    let start = "SWIFT_DETERMINISTIC_HASHING=1 SIGNALBOX_RUNS_OBJECTS=1 /proc/\(getpid())/exe"
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4 * ProcessInfo.processInfo.activeProcessorCount
    for machine in corpus() {
      let walk = "\(start) fuzz \(machine.title) --seed 7 --walks 1 --services any 2>&1"
      let first = Canaries.output(of: walk)
      for _ in 1..<runs {
        queue.addOperation {
          if first.isEmpty || Canaries.output(of: walk) != first { count.add(1, ordering: .relaxed) }
        }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    return count.load(ordering: .relaxed)
  }

  private static func printFailures(_ runs: Int) async {
    print("ordinary tests, \(runs) runs each:")
    for (name, test) in tests {
      let passed = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<runs { group.addTask { await test() } }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      print("  \(name): \(runs - passed) failed")
    }
  }

  private static let call: Call = { text in
    try await Task.sleep(for: .milliseconds(20))
    return text
  }

  private static func pause(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

  private static let tests: KeyValuePairs<String, @Sendable @MainActor () async -> Bool> = [
    "a second tap posts nothing": {
      let model = DoubleTap(true, call)
      model.post()
      await pause(5)
      model.post()
      await pause(20)
      return model.posted == 1
    },
    "the result is that of the last query": {
      let model = LateAnswer(true, call)
      model.search("a")
      await pause(10)
      model.search("b")
      await pause(25)
      return model.result == "b"
    },
    "it turns until both loads have ended": {
      let model = TwoLoads(true, call)
      model.refresh()
      await pause(10)
      model.refresh()
      await pause(15)
      let turns = model.isRefreshing
      await pause(10)
      return turns && !model.isRefreshing
    },
  ]
}
