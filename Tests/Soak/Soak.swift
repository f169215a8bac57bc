import Foundation
import SeededRandom

/// Runs the trials of RELIABILITY §3 for as long as it is told:
/// `soak DURATION [--seed N] [--only WORD] [--until-failure]`.
///
/// The tool is `SIGNALBOX`, else the one beside this program. Exit codes: 0 nothing failed, 1 something did, 2 usage.
@main
struct Soak {
  static func main() {
    guard let options = SoakOptions(Array(CommandLine.arguments.dropFirst())) else {
      let usage = "usage: soak DURATION (as 90s, 10m, 8h) [--seed N] [--only WORD] [--until-failure]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    do {
      let failed = try run(options)
      exit(failed ? 1 : 0)
    } catch {
      FileHandle.standardError.write(Data("soak: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Every trial in turn, one run of each, until the time is over, or something failed if that is enough; each runs
  /// once at least.
  private static func run(_ options: SoakOptions) throws -> Bool {
    let trials: [any Trial] = try allTrials(options)
    guard !trials.isEmpty else { throw SoakFailure("no trial has '\(options.only ?? "")' in its name") }
    var tallies = trials.map { Tally(name: type(of: $0).name, firstSeed: options.seed) }
    let end = Date(timeIntervalSinceNow: options.seconds)
    var seed = options.seed
    repeat {
      for (index, trial) in trials.enumerated() where seed == options.seed || Date() < end {
        tallies[index].count(seed, failure: outcome(of: trial, seed))
      }
      seed &+= 1
    } while Date() < end && !(options.endsAtFailure && tallies.contains { $0.failures > 0 })
    for tally in tallies { print(tally.summary) }
    let failures = tallies.reduce(0) { $0 + $1.failures }
    print("\(trials.count) trials, \(tallies.reduce(0) { $0 + $1.runs }) runs, \(failures) failures")
    return failures > 0
  }

  private static func outcome(of trial: any Trial, _ seed: UInt64) -> String? {
    do {
      try trial.run(SplitMix64(seed: seed))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func allTrials(_ options: SoakOptions) throws -> [any Trial] {
    var all: [any Trial.Type] = [
      KilledRecording.self, KilledUpdate.self, DamagedTrace.self, DamagedTranscript.self, MutatedFiles.self,
      HostileBytes.self, Determinism.self, ConcurrentRecorders.self, SwappedLinks.self, EscapingPaths.self,
      SignalledTerminal.self, Canary.self, LiveSessions.self, KilledApps.self, ServedSessions.self,
      MutatedRequests.self, MutatedDiagrams.self,
    ]
    #if os(Linux)
      all += [FaultyOperations.self, FaultyHistory.self, FullDisk.self, ObjectRuns.self, ObjectSleeps.self]
    #endif
    let chosen = all.filter { trial in options.only.map { trial.name.contains($0) } ?? true }
    return try chosen.map { try $0.init(tool: ToolUnderTest()) }
  }
}

struct SoakOptions {
  var seconds: Double = 0
  var seed: UInt64 = 1
  var only: String?
  var endsAtFailure = false

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    guard let duration = rest.popFirst(), let unit = duration.last, let factor = ["s": 1.0, "m": 60, "h": 3600][unit],
      let number = Double(duration.dropLast()), number >= 0
    else { return nil }
    seconds = number * factor
    while let option = rest.popFirst() {
      if option == "--until-failure" {
        endsAtFailure = true
        continue
      }
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      case "--only": only = value
      default: return nil
      }
    }
  }
}

/// What came of a trial's runs; failures are told at once, the first ten of each.
struct Tally {
  let name: String
  let firstSeed: UInt64
  private var lastSeed: UInt64
  private(set) var runs = 0
  private(set) var failures = 0

  init(name: String, firstSeed: UInt64) {
    self.name = name
    self.firstSeed = firstSeed
    lastSeed = firstSeed
  }

  mutating func count(_ seed: UInt64, failure: String?) {
    runs += 1
    lastSeed = seed
    guard let failure else { return }
    failures += 1
    if failures <= 10 { print("FAILED \(name), seed \(seed): \(failure)") }
  }

  /// With no failure in N runs the rate is below 3/N at 95 %.
  var summary: String {
    let bound = failures == 0 ? String(format: ", rate < %.2g at 95 %%", min(1, 3 / Double(max(1, runs)))) : ""
    return "\(name): \(runs) runs, seeds \(firstSeed)...\(lastSeed), \(failures) failures\(bound)"
  }
}
