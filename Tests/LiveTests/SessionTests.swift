import Foundation
import PtySupport
import Testing

/// Random sessions over a loopback server that is slow, refuses, fails and drops. `Scripts/soak` runs more.
@Suite("Live: sessions with a server")
struct SessionTests {
  private func fixture(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path("live-fixture"))
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    return text
  }

  private static let server = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("LiveFixture/server.py").path

  @Test("200 recorded sessions replay with equal traces, and hold no secret")
  func sessions() throws {
    let seed = "55"
    let text = try fixture(["sessions", Self.server, "200", seed])
    #expect(text.hasPrefix("200 sessions, ") && text.hasSuffix(" turns, equal traces\n"))
  }

  @Test("200 sessions that are killed hold every step that had begun")
  func kills() throws {
    let seed = "55"
    let text = try fixture(["kills", Self.server, "20", seed])
    #expect(text.hasPrefix("200 killed sessions, ") && text.hasSuffix(" steps had begun, all recorded\n"))
  }
}
