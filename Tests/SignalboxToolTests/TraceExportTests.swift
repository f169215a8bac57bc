import Foundation
import PtySupport
import Statecharts
import Testing

@testable import Traces

/// Runs as sequence charts, from a script and from a stored trace.
@Suite("Sequence charts of a trace")
struct TraceExportTests {
  /// A case of every kind of machine: a login, an app of pages, rows, and races.
  private static let scripts = [
    "login/retry.transcript:4", "login-app/stack.transcript:5", "goods/likes-rac.transcript:5",
    "home/cells-original.transcript:5", "home/failures.transcript:5", "phone-app/through-rac.transcript:5",
    "flickr/items-original.transcript:5", "command/never.transcript:5",
  ].map { "\(ReadmeTests.root)/Transcripts/\($0)" }

  private func export(_ script: String, _ file: String, in folder: ScratchFolder) throws -> String {
    let run = try ToolRun(["trace", script, "-o", file], in: folder)
    try #require(run.code == 0, "\(script): \(run.errors)")
    return try folder.text(file)
  }

  @Test("a stored trace gives the same, but for its commands, which name no samples")
  func stored() throws {
    let folder = try ScratchFolder()
    for script in Self.scripts {
      _ = try export(script, "run.trace.jsonl", in: folder)
      for ending in ["txt", "mmd"] {
        let (live, stored) = (
          try export(script, "live.\(ending)", in: folder),
          try export("run.trace.jsonl", "stored.\(ending)", in: folder)
        )
        let count = { (text: String) in text.split(whereSeparator: \.isNewline).count }
        #expect(abs(count(live) - count(stored)) * 10 <= count(live))
        #expect(stored == (try export("run.trace.jsonl", "again.\(ending)", in: folder)))
      }
    }
    let chart = try export("run.trace.jsonl", "run.txt", in: folder)
    #expect(chart.contains("  ms  step  user  "))
  }

  @Test("the console writes the same files as the tool, and standard output has the same lines")
  func console() throws {
    let folder = try ScratchFolder()
    let script = ["open login@fixed", "set name \"aaaaaa\"", "set password $right", "tap login", "advance"]
    try folder.write(script.map { $0 + "\n" }.joined(), to: "login.txt")
    for (ending, format) in [("txt", "text"), ("mmd", "mermaid")] {
      let run = try ToolRun([], lines: script + ["trace console.\(ending)"], in: folder)
      try #require(run.code == 0, "\(run.errors)")
      let text = try export("login.txt", "tool.\(ending)", in: folder)
      // The first lines hold the title of the case, which a script has not.
      let both = [try folder.text("console.\(ending)"), text].map {
        $0.split(whereSeparator: \.isNewline).dropFirst(2)
      }
      #expect(both[0] == both[1])
      let shown = try ToolRun(["trace", "login.txt", "--format", format], in: folder)
      #expect(shown.output == text)
    }
  }

  @Test("what cannot be written says why, and what to do")
  func errors() throws {
    let folder = try ScratchFolder()
    _ = try export(Self.scripts[0], "run.trace.jsonl", in: folder)
    let cases: [([String], String)] = [
      (
        ["run.trace.jsonl"],
        "error[E1200]: run.trace.jsonl: this is a trace already; choose another format with '--format', or by the name of the "
          + "file to write"
      ),
      (
        ["run.trace.jsonl", "-o", "run.svg"],
        "error[E1201]: run.trace.jsonl: a trace holds no screens, which svg shows; name the script that it was made from"
      ),
      (
        ["run.trace.jsonl", "-o", "run.trace.jsonl"],
        "error[E1101]: '--output' would overwrite the input; name another file"
      ),
      (
        ["run.trace.jsonl", "--machine", "login@fixed"],
        "error[E1101]: a trace is not run again; remove '--machine', or name the script that it was made from"
      ),
      (["x.txt", "--allow-truncated"], "error[E1101]: '--allow-truncated' is for a trace; remove it"),
      (
        ["--validate", "run.trace.jsonl", "--format", "text"],
        "error[E1101]: '--validate' only reads; remove '--output', '--format' and '--machine'"
      ),
    ]
    for (arguments, expected) in cases {
      let run = try ToolRun(["trace"] + arguments, in: folder)
      #expect(run.code == 2 && run.output.isEmpty)
      #expect(run.errors.split(separator: "\n").first.map(String.init) == "signalbox: \(expected)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("run.svg")))
    let lines = try folder.text("run.trace.jsonl").split(separator: "\n").dropLast().map { $0 + "\n" }
    try folder.write(lines.joined(), to: "torn.trace.jsonl")
    #expect(try ToolRun(["trace", "torn.trace.jsonl", "--format", "text"], in: folder).errors.contains("E2110"))
    let torn = try ToolRun(["trace", "torn.trace.jsonl", "--format", "text", "--allow-truncated"], in: folder)
    #expect(torn.code == 0 && torn.output.contains("authenticate"))
  }
}
