import Foundation
import PtySupport
import Testing

/// `record FILE --from TRACE`: an app's recording becomes a transcript.
@Suite("record --from")
struct RecordFromTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      "open login@fixed\nset name \"12aaaaaa\"\nset password $right\ntap login\nadvance 5ms\nreply authenticate ok\n",
      to: "script")
    let run = try ToolRun(["trace", "script", "-o", "a.trace.jsonl"], in: folder)
    try #require(run.code == 0, "\(run.errors)")
  }

  private func record(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolRun {
    try ToolRun(["record", "a.transcript", "--from"] + arguments, in: folder, environment: environment)
  }

  /// The trace as an app's recorder writes it: each stimulus before its turns, secrets by name, and no end.
  private func recording(secret: String = "right") throws -> String {
    try folder.text("a.trace.jsonl").split(separator: "\n").dropLast().map { line in
      guard line.hasPrefix(#"{"by":"user","#) else { return "\(line)\n" }
      var begun = line.replacing(#"{"by":"user","event":"#, with: #"{"begin":"#).replacing(#","dt":5"#, with: "")
      for key in ["set", "to", "requests", "outputs"] {
        if let rest = begun.range(of: ",\"\(key)\":") { begun = begun[..<rest.lowerBound] + "}" }
      }
      if begun.hasSuffix(#""value":{"#) { begun += "}" }
      if begun.contains("password") { begun = begun.replacing("}}", with: "},\"secret\":\"\(secret)\"}") }
      return "\(begun)\n\(line)\n"
    }.joined()
  }

  @Test("the transcript replays, and its trace is the recording's")
  func equal() throws {
    try folder.write(recording(), to: "app.trace.jsonl")
    let run = try record("app.trace.jsonl")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == "a.transcript: 5 commands of login@fixed\n")
    let text = try folder.text("a.transcript")
    #expect(text.contains("> set password $right\n"))
    #expect(try ToolRun(["replay", "a.transcript"], in: folder).code == 0)
    let trace = try ToolRun(["trace", "a.transcript", "-o", "b.trace.jsonl"], in: folder)
    #expect(trace.code == 0)
    let diff = try ToolRun(["diff", "app.trace.jsonl", "b.trace.jsonl", "--allow-truncated"], in: folder)
    // An app's recording has no end, so equality holds as far as it goes.
    #expect(
      diff.code == 3 && diff.output.contains("no differences in 5 stimuli: identical"),
      "\(diff.output)\(diff.errors)")
  }

  @Test("an unnamed secret is $typed1, which the transcript explains; another run is a difference")
  func typed() throws {
    try folder.write(recording(secret: "typed1"), to: "app.trace.jsonl")
    let run = try record("app.trace.jsonl")
    #expect(run.code == 0, "\(run.errors)")
    let text = try folder.text("a.transcript")
    #expect(text.contains("> set password $typed1\n") && text.contains("# $typed1 of 'password' has no lasting name"))
    try folder.write(
      try folder.text("app.trace.jsonl").replacing(
        #""to":{"login":["succeeded"]}"#, with: #""to":{"login":["failed"]}"#),
      to: "other.trace.jsonl")
    let other = try record("other.trace.jsonl", "--force")
    #expect(other.code == 1)
    #expect(
      other.errors.contains(
        "error[E5003]: other.trace.jsonl: the run of the transcript differs: turn 5, reply authenticate ok"),
      "\(other.errors)")
  }

  @Test("what is no recording, or of no machine here, is refused with its cure")
  func refused() throws {
    try folder.write("{}\n", to: "bad.trace.jsonl")
    #expect(try record("bad.trace.jsonl").errors.contains("this is not a trace"))
    #expect(try record("nowhere.trace.jsonl").errors.contains("no such file"))
    let nameless = try record("a.trace.jsonl")
    #expect(nameless.code == 2)
    #expect(nameless.errors.contains("E1122") && nameless.errors.contains("command 2, "), "\(nameless.errors)")
    try folder.write(
      try recording().replacing("login@fixed", with: "other@live").replacing(
        #"{"begin":"tap","#, with: #"{"begin":"x","#),
      to: "app.trace.jsonl")
    let other = try record("app.trace.jsonl")
    #expect(other.code == 2)
    #expect(other.errors.contains("no machine here has the definition of 'other@live'; name one with '--machine'"))
    let unknown = try record("app.trace.jsonl", "--machine", "login@fixed")
    #expect(unknown.code == 2 && unknown.errors.contains("command 3, it cannot be written as a command"))
    try folder.write(try recording().replacing("login@fixed", with: "login@live"), to: "app.trace.jsonl")
    let same = try record("app.trace.jsonl")
    #expect(same.output == "a.transcript: 5 commands of login@fixed\n", "the variant with the same definition is used")
    #expect(try record("app.trace.jsonl").errors.contains("already exists"))
    #expect(try record("app.trace.jsonl", "--resume").errors.contains("'--from' makes a whole transcript"))
    #expect(try record("app.trace.jsonl", environment: ["CI": "true"]).errors.contains("refused where CI is set"))
    let own = try ToolRun(["record", "app.trace.jsonl", "--from", "app.trace.jsonl", "--force"], in: folder)
    #expect(own.errors.contains("is the trace itself"))
  }
}
