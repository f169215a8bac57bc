import Foundation
import PtySupport
import SeededRandom

/// A class of the corpus does the same in every process, beside a loaded machine too.
struct ObjectRuns: Trial {
  static let name = "a class in two processes"
  let tool: ToolUnderTest

  private static let classes = [
    "double-tap", "late-answer", "refresh", "initial-load", "paging", "logout", "retry", "cell", "spinner", "token",
    "toggle", "debounce", "alerts", "lost-update", "ticker", "optimistic", "two-loads", "validation", "cleared",
    "closed",
  ]

  func run(_ random: SplitMix64) throws {
    var random = random
    let folder = try ScratchFolder()
    let machine = "\(random.pick(Self.classes))@\(random.pick(["broken", "fixed"]))"
    // A fuzz calls every input, with answers at any time.
    let arguments = ["fuzz", machine, "--seed", "\(random.below(1_000_000))", "--walks", "3", "--services", "any"]
    let reference = try tool.objects.run(arguments, in: folder)
    let load = try Load()
    defer { load.stop() }
    let again = try tool.objects.run(arguments, in: folder)
    guard reference.output == again.output, reference.errors == again.errors, reference.code == again.code else {
      throw SoakFailure("\(machine): other bytes beside a loaded machine")
    }
    guard [0, 1, 3].contains(reference.code) else { throw SoakFailure("\(machine): \(reference.text)") }
  }

  /// A process that needs all of a processor.
  private final class Load {
    private let process = Process()

    init() throws {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "while :; do :; done"]
      try process.run()
    }

    func stop() {
      // The soak ignores SIGTERM, and so do its children.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
}

/// Sleeps of an object are due when they say, and ended objects leave no memory.
struct ObjectSleeps: Trial {
  static let name = "10,000 sleeps and 2,000 ended runs of objects"
  let tool: ToolUnderTest

  func run(_ random: SplitMix64) throws {
    let folder = try ScratchFolder()
    for canary in [["sleeps", "3334"], ["memory", "2000"]] {
      let run = try tool.objects.run(["canary"] + canary, in: folder)
      guard run.code == 0 else { throw SoakFailure("\(canary[0]): \(run.text)") }
    }
  }
}
