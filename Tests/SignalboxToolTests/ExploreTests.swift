import Foundation
import PtySupport
import Testing

/// `signalbox explore`: what it finds, what it says it saw, and its exit codes.
@Suite("Exploring from the command line")
struct ExploreTests {
  private func explore(_ arguments: String...) throws -> ToolRun {
    try ToolRun(["explore"] + arguments, in: ScratchFolder())
  }

  @Test("the double push of the original login is found with four commands")
  func doublePush() throws {
    let run = try explore("login@original", "--depth", "4")
    #expect(run.code == 1 && run.errors.isEmpty)
    #expect(
      run.output.contains(
        """
          open login@original
          set name $messy
          set password $right
          hold tap login
          tap login

        """))
  }

  @Test("what was found is a script that does it again")
  func replayed() throws {
    let folder = try ScratchFolder()
    let found = try ToolRun(["explore", "login@original", "--depth", "4"], in: folder).output
    let parts = found.split(separator: "\n\n").filter { $0.hasPrefix("broken \"one submission pushes one page\"") }
    let script = try #require(parts.first).split(separator: "\n").dropFirst().map { $0.dropFirst(2) + "\n" }.joined()
    try folder.write(script, to: "found.txt")
    let run = try ToolRun(["run", "found.txt"], in: folder)
    #expect(run.output.contains("broken \"one submission pushes one page\""))
  }

  @Test("nothing found and everything seen is 0, a bound that came first is 3, unless it is accepted")
  func codes() throws {
    let whole = try explore("headlines@headless", "--past-the-screen")
    #expect(whole.code == 0 && whole.output.contains("nothing found; complete: all "))
    let alerts = try explore("user@fixed")
    #expect(alerts.code == 0, "alerts of one kind that come one behind the other have a way out: \(alerts.output)")
    let untried = try explore("headlines@headless")
    #expect(untried.code == 0 && untried.output.contains("nothing found, but nothing could be tried: "))
    let bounded = try explore("login@fixed", "--depth", "2")
    #expect(bounded.code == 3)
    #expect(bounded.output.contains("nothing found; stopped by --depth 2: "))
    #expect(bounded.output.contains("everything was seen within 2 commands"))
    #expect(try explore("login@fixed", "--states", "7").code == 3)
    #expect(try explore("login@fixed", "--depth", "2", "--accept-bound").code == 0)
  }

  @Test("what cannot be is bad input")
  func mistakes() throws {
    #expect(try explore("logn").code == 2)
    #expect(try explore("login", "--depth", "0").code == 2)
    #expect(try explore("login", "--services", "some").code == 2)
  }

  @Test("Ctrl-C ends a search with what it found")
  func interrupted() throws {
    let folder = try ScratchFolder()
    let process = try ToolRun.process(["explore", "login@original"], in: folder)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    waitUntilCaught(SIGINT, by: process)
    process.interrupt()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    withExtendedLifetime(folder) {}
    #expect(process.terminationReason == .exit)
    #expect(said.contains("  login@original: ") && said.contains("; interrupted: "), "\(said)")
  }

  /// Waits until a process has a handler for a signal; where nothing tells, long enough.
  private func waitUntilCaught(_ signal: Int32, by process: Process) {
    for _ in 0..<1_000 {
      guard let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") })
      else { return Thread.sleep(forTimeInterval: 3) }
      let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
      if mask & 1 << (UInt64(signal) - 1) != 0 { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }
}
