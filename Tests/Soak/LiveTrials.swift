import Foundation
import PtySupport
import SeededRandom

/// Fifty random sessions of an app over a loopback server that fails; each recording replays with an equal trace.
struct LiveSessions: Trial {
  static let name = "recorded sessions of an app"
  private let fixture = LiveFixture()

  init(tool: ToolUnderTest) {}

  func run(_ random: SplitMix64) throws { try fixture.run("sessions", "50", random) }
}

/// Apps that are killed while ten sessions are recorded; each file has every step that had begun.
struct KilledApps: Trial {
  static let name = "kill -9 of an app"
  private let fixture = LiveFixture()

  init(tool: ToolUnderTest) {}

  func run(_ random: SplitMix64) throws { try fixture.run("kills", "2", random) }
}

private struct LiveFixture {
  private let program = Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent("live-fixture")
  private let server = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("LiveFixture/server.py").path

  func run(_ proof: String, _ count: String, _ random: SplitMix64) throws {
    var random = random
    let process = Process()
    process.executableURL = program
    process.arguments = [proof, server, count, "\(random.next() >> 1)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, process.terminationReason == .exit else {
      throw SoakFailure("live-fixture \(process.arguments ?? []) said \(text.prefix(2_000))")
    }
  }
}
