import Foundation
import PtySupport
import Testing

/// Everything that a person or a file brought comes out inert, whichever way it takes.
@Suite("sinks")
struct SinkTests {
  /// Lines in which a hostile text stands for every kind of argument.
  private static func lines(_ payload: String) -> [String] {
    let quoted = payload.debugDescription.replacing("\\'", with: "'")
    let verbs = [
      "", "open", "help", "fields", "why", "send", "service", "observe", "undo", "advance", "diagram", "source", "tap",
      "hold tap", "focus", "erase", "dismiss", "fire", "switch", "case", "branch", "set name", "paste name",
      "assign name",
      "send login", "service authenticate ok", "reply authenticate ok", "tap login", "hold", "screen", "redo",
      "observers",
      "keep", "record nofolder/", "save nofolder/", "trace nofolder/", "save --force nofolder/", "open ./",
    ]
    return verbs.flatMap { ["\($0) \(payload)", "\($0) \(quoted)", "\($0) x\(payload)"] }
      + ["branches", "trace", "screen", "state", "commands", "timers", "requests", "fields", "observe", "service"]
  }

  private func expectInert(_ run: ToolRun, _ what: String, isLog: Bool = true) {
    let faults = InertBytes.faults(in: run.output, isLog: isLog) + InertBytes.faults(in: run.errors, isLog: isLog)
    #expect(faults.isEmpty, "\(what): \(faults.prefix(5))")
    #expect(run.code < 70, "\(what) ended with \(run.code)")
  }

  @Test("lines of a pipe come out inert: echo, output, mistakes, looks and the trace")
  func pipe() throws {
    let folder = try ScratchFolder()
    let lines = InertBytes.payloads.prefix(60).flatMap(Self.lines) + InertBytes.payloads.map { "tap items[\($0)]" }
    let run = try ToolRun(["login@fixed"], lines: lines, in: folder)
    expectInert(run, "login@fixed")
    #expect(run.code == 2)
    // Most lines are mistakes, whose words are withheld on a machine with secrets.
    #expect(run.output.utf8.count > 100_000)
  }

  @Test("the line of issue 13 is shown with its escape, and can be typed as it is shown")
  func rowSelectors() throws {
    let folder = try ScratchFolder()
    let run = try ToolRun(
      ["goods@fixed"], lines: ["advance 2s", "tap items[\u{1B}c]", "tap items[\u{202E}x]", "trace"], in: folder)
    expectInert(run, "goods@fixed")
    #expect(run.output.contains("\n> tap items[\\u{1B}c]\n| refused items[\\u{1B}c]: "))
    #expect(run.output.contains("\n> tap items[\\u{202E}x]\n| refused items[\\u{202E}x]: "))
    #expect(run.output.contains("\n  2> tap items[\\u{1B}c]\n"))
    let typed = try ToolRun(
      ["goods@fixed"], lines: ["advance 2s", "tap items[\\u{1B}c]", "tap items[\\u{202E}x]", "trace"], in: folder)
    #expect(typed.output == run.output)
  }

  @Test("files are inert, and read back: transcripts, traces, and what replays or compares them")
  func files() throws {
    let folder = try ScratchFolder()
    let payloads = InertBytes.payloads.filter { !$0.contains("\r") }
    let driving = payloads.flatMap { ["set name \($0.debugDescription)", "tap items[x\($0)]", "tap \($0)"] }
    let lines = ["set name \"a\"", "record a.transcript", "case \u{2028}\u{202E}title"] + driving
    let run = try ToolRun(["login@fixed"], lines: lines + ["trace t.trace.jsonl", "save b.transcript"], in: folder)
    expectInert(run, "record")
    for name in ["a.transcript", "b.transcript", "t.trace.jsonl"] {
      let faults = InertBytes.faults(in: try folder.text(name), isLog: name.hasSuffix("jsonl"))
      #expect(faults.isEmpty, "\(name): \(faults.prefix(5))")
    }
    #expect(try folder.text("a.transcript").contains("%case \\u{2028}\\u{202E}title\n"))
    for arguments in [
      ["replay", "a.transcript", "b.transcript"], ["run", "a.transcript"], ["trace", "--validate", "t.trace.jsonl"],
      ["trace", "b.transcript"], ["lint", "a.transcript"],
      ["diff", "a.transcript", "b.transcript", "--json"], ["diff", "a.transcript", "b.transcript"],
    ] {
      let run = try ToolRun(arguments, in: folder)
      expectInert(run, arguments.joined(separator: " "))
      #expect(run.code == 0 || arguments[0] == "diff", "\(arguments): \(run.errors.prefix(300))")
    }
  }

  /// A transcript by hand whose every text is hostile, and which does not hold.
  private static func transcript(_ payload: String) -> String {
    """
    %transcript 1
    %machine login@fixed
    # \(payload)
    %case \(payload) a
    %tag \(payload)
    > set name \(payload.debugDescription)
    | name "" -> "other \(payload)"
    %case \(payload) b
    %xfail \(payload)
    | login idle
    %case \(payload) c
    > tap items[\(payload)]
    | refused \(payload)

    """
  }

  /// A text of each class: those that act by a character four together, as each character is looked for, and those
  /// that act at the start of a line by themselves.
  private static let hostile: [String] = {
    let (characters, starts) = (InertBytes.payloads.prefix(24), InertBytes.payloads[24..<30])
    return stride(from: 0, to: characters.count, by: 4).map { characters[$0..<$0 + 4].joined(separator: "x") } + starts
  }()

  @Test("a hostile transcript and file name come out inert from every command that reads them", arguments: hostile)
  func reports(_ payload: String) throws {
    let folder = try ScratchFolder()
    let file = payload.replacing("/", with: "") + ".transcript"
    try folder.write(Self.transcript(payload), to: file)
    for arguments in [
      ["replay", file], ["replay", file, "--case", payload], ["replay", file, "--as", payload], ["lint", file],
      ["run", file], ["run", file, "--machine", payload], ["diff", file, file],
      ["diff", file, "--as", "login@fixed"],
      ["diff", file + ":4", "--as", "login@fixed", "--as", "login@original"],
      ["diff", file + ":4", "--as", "login@fixed", "--as", "login@original", "--json"],
      ["trace", file], ["trace", file + ":4"], ["trace", "--validate", file], ["record", payload + "/x", file],
      ["record", file], ["record", "--resume", file], ["replay", payload], [payload], ["--\(payload)"],
      ["diagram", payload], ["diagram", "login", "-o", payload + "/x"],
      ["-c", payload, "-c", "open \(payload)"], ["repl", file + ":4"],
      ["fmt", "--check", file], ["fmt", payload],
      ["replay", "--review", file],
      ["replay", "--update", file, "--accept-lost"], ["replay", "."],
    ] {
      expectInert(try ToolRun(arguments, in: folder), arguments.joined(separator: " "))
    }
    for arguments in [[file], ["--json", file], ["."], ["--\(payload)"]] {
      let run = try ToolRun(arguments, in: folder, tool: "signalbox-layers")
      expectInert(run, "signalbox-layers \(arguments.joined(separator: " "))")
    }
  }

  @Test("a machine whose every text is hostile comes out inert: list, lint, diagrams, looks, help, replies, files")
  func machine() throws {
    let folder = try ScratchFolder()
    let looks = [
      "help", "state", "fields", "screen", "commands", "properties", "requests", "timers", "service", "observers",
      "trace",
      "diagram", "diagram mermaid", "diagram dot",
    ]
    let refused = try ToolRun(["evil"], lines: looks, in: folder, tool: "hostile-fixture")
    expectInert(refused, "a machine whose names cannot be typed")
    #expect(refused.code == 2 && refused.errors.contains("no command can name this"))
    let run = try ToolRun(["typed"], lines: looks, in: folder, tool: "hostile-fixture")
    expectInert(run, "looks")
    #expect(run.code == 0, "\(run.errors.prefix(300))")
    let names = ["text", "busy", "rows", "pictures", "press", "picked", "call", "service", "rows[0].keyed"]
    let driving = names.flatMap { name in
      [
        "tap \(name)", "set \(name) a", "paste \(name) b", "type \(name) c", "erase \(name)", "focus \(name)",
        "send \(name)", "assign \(name) x", "assign \(name) true", "service \(name) ok", "reply \(name) ok",
        "why \(name)",
        "help \(name)", "observe \(name)", "fields \(name)", "tap \(name)[0]", "screen", "state", "advance", "dismiss",
      ]
    }
    let all =
      ["record a.transcript"] + driving + looks + ["trace t.trace.jsonl", "save b.transcript", "keep", "undo 3"]
    let driven = try ToolRun(["typed"], lines: all, in: folder, tool: "hostile-fixture")
    expectInert(driven, "driving")
    for verb in ["tap", "set", "paste", "type", "erase", "focus", "send", "assign"] {
      #expect(driven.output.contains("\n> \(verb) "), "no name of the machine could be typed behind '\(verb)'")
    }
    for name in ["a.transcript", "b.transcript", "t.trace.jsonl"] {
      let faults = InertBytes.faults(in: try folder.text(name), isLog: name.hasSuffix("jsonl"))
      #expect(faults.isEmpty, "\(name): \(faults.prefix(5))")
    }
    for arguments in [
      ["list"], ["lint"], ["lint", "--json"], ["lint", "--strict"], ["replay", "b.transcript"],
      ["run", "b.transcript"],
      ["trace", "b.transcript"], ["diff", "a.transcript", "b.transcript"],
      ["diff", "a.transcript", "b.transcript", "--json"],
      ["diagram", "typed"], ["diagram", "typed", "--format", "mermaid"], ["diagram", "typed", "--format", "dot"],
      ["diagram", "evil"], ["explore", "evil", "--states", "300"],
      ["--help"],
    ] {
      expectInert(
        try ToolRun(arguments, in: folder, tool: "hostile-fixture"), arguments.joined(separator: " "))
    }
  }
}
