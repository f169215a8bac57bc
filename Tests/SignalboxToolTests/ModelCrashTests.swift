import Foundation
import PtySupport
import Testing

/// A model that crashes is a "no", however it was driven.
struct ModelCrashTests {
  static let lines = ["open user@original", "assign user.name nil", "send login"]

  @Test("a crash ends -c, a pipe and 'run' with 1, and is counted")
  func codes() throws {
    let folder = try ScratchFolder()
    let piped = try ToolRun([], lines: Self.lines, in: folder)
    #expect(piped.output.contains("| crash: "))
    #expect(piped.output.hasSuffix("  2 commands, 0 mistakes, 1 crash\n"))
    #expect(piped.code == 1)
    #expect(try ToolRun(Self.lines.flatMap { ["-c", $0] }, in: folder).code == 1)
    try folder.write(Self.lines.joined(separator: "\n") + "\n", to: "script")
    let run = try ToolRun(["run", "script"], in: folder)
    #expect(run.code == 1)
    #expect(run.output.hasSuffix("  1 run: 2 commands, 0 mistakes, 1 crash\n"))
  }

  @Test("what is refused after a crash is no further one, and a machine that is opened again may crash again")
  func once() throws {
    let more = Self.lines + ["send login", "restart", "assign user.name nil", "send login"]
    let run = try ToolRun([], lines: more, in: ScratchFolder())
    #expect(run.output.hasSuffix("  6 commands, 0 mistakes, 2 crashes\n"))
  }

  @Test("a mistake in a line of 900 KB shows the part around its place", arguments: [1, 500_000, 900_000])
  func longLine(_ place: Int) throws {
    let line = String(repeating: "中a", count: place / 4) + "\u{1B}" + String(repeating: "b", count: 900_000 - place)
    let run = try ToolRun(["login@fixed"], lines: ["advance \(line)"], in: ScratchFolder())
    #expect(run.code == 2)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.utf8.count < 400 })
    #expect(lines.count == 3)
    #expect(run.errors.utf8.count < 1_000)
  }
}
