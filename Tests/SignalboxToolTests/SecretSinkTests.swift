import Foundation
import PtySupport
import Testing

/// A secret that is typed, taken or not, reaches nothing that the tool prints or writes.
struct SecretSinkTests {
  private static let needle = "Zq7"
  /// Under an alert, with mistakes, and where it is taken.
  private static let lines = [
    "paste name \"aaaaaa\"", "set password \"Zq7x9\"", "type password \"Zq7x9\"", "tap login", "advance 1s",
    "set password \"Zq7x9\"", "paste password \"Zq7x9\"", "type password \"Zq7x9\"", "dismiss",
    "hold assign password \"Zq7x9\"", "service nosuch ok \"Zq7x9\"",
  ]
  private static let mistakes = [
    "set pwd Zq7x9", "set 密码 Zq7x9", "set password $Zq7x9", "set password \"Zq7x9", "set password=Zq7x9",
    "assign nosuch \"Zq7x9\"", "send login \"Zq7x9\"", "tap login Zq7x9", "reply nosuch ok Zq7x9",
    "reply authenticate ok \"Zq7x9\"", "pwd Zq7x9", "sett password Zq7x9",
  ]

  private func expectNothing(_ run: ToolRun, _ what: String) {
    for text in [run.output, run.errors] where Self.tells(text) { Issue.record("\(what): \(text)") }
  }

  private static func tells(_ text: String) -> Bool {
    text.contains(needle) || text.contains("\"Z\"") || text.contains("\"q\"")
  }

  @Test(
    "a pipe, -c and a script: what they print, and on standard error", arguments: ["login@fixed", "login@original"])
  func streams(_ machine: String) throws {
    let folder = try ScratchFolder()
    let lines = Self.lines + Self.mistakes + ["state", "fields", "screen", "trace", "requests", "branches", "cases"]
    expectNothing(try ToolRun([machine], lines: lines, in: folder), "pipe")
    expectNothing(try ToolRun([machine] + lines.flatMap { ["-c", $0] }, in: folder), "-c")
    try folder.write((["open \(machine)"] + lines).joined(separator: "\n") + "\n", to: "script")
    expectNothing(try ToolRun(["run", "script"], in: folder), "run")
    expectNothing(try ToolRun([], lines: ["source script"], in: folder), "source")
    // Where no machine is open, nobody knows what is secret.
    expectNothing(try ToolRun([], lines: Self.lines + Self.mistakes, in: folder), "no machine")
  }

  @Test("recordings, saved cases, traces and differences in every format")
  func files() throws {
    let folder = try ScratchFolder()
    try folder.write((["open login@fixed"] + Self.lines).joined(separator: "\n") + "\n", to: "script")
    expectNothing(try ToolRun(["record", "r.transcript", "script"], in: folder), "record")
    let lines = Self.lines + ["save s.transcript", "trace t.trace.jsonl"]
    expectNothing(try ToolRun(["login@fixed"], lines: lines, in: folder), "save")
    expectNothing(try ToolRun(["trace", "script", "--output", "u.trace.jsonl"], in: folder), "trace")
    for format in [[], ["--json"]] {
      let variants = ["diff", "script", "--as", "login@original", "--as", "login@fixed"] + format
      expectNothing(try ToolRun(variants, in: folder), "diff of variants")
      expectNothing(try ToolRun(["diff", "t.trace.jsonl", "script"] + format, in: folder), "diff of files")
    }
    expectNothing(try ToolRun(["replay", "r.transcript"], in: folder), "replay")
    expectNothing(try ToolRun(["replay", "--update", "r.transcript"], in: folder), "update")
    for name in try folder.names where name != "script" {
      #expect(!Self.tells(try folder.text(name)), "\(name)")
    }
    #expect(try folder.names.count >= 4)
  }

  @Test("a mistyped command of a transcript is not shown with what follows it")
  func transcripts() throws {
    let folder = try ScratchFolder()
    for line in Self.mistakes {
      try folder.write(
        "%transcript 1\n%machine login@fixed\n%case a\n| login idle\n> \(line)\n| x\n", to: "a.transcript")
      for command in [["replay"], ["lint"], ["run"], ["trace"], ["fmt", "--check"], ["replay", "--review"]] {
        expectNothing(try ToolRun(command + ["a.transcript"], in: folder), "\(command): \(line)")
      }
    }
  }
}
