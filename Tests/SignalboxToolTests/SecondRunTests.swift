import PtySupport
import Testing

/// `replay` runs every case again in another process: what is not the same there is no answer.
@Suite("The second run")
struct SecondRunTests {
  private static let transcript = """
    %transcript 1
    %machine guests@hashed
    %case counts
    | party quiet
    > tap count
    | isCounted false -> true
    %case greets
    |*
    > tap count
    |*
    > tap greet
    |*
    %case fails
    | nonsense
    > tap greet
    |*
    %case mistaken
    |*
    > tap nowhere
    |*
    %case skipped
    %skip later
    |*

    """

  private func suite(_ variant: String = "hashed") throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.write(Self.transcript.replacing("@hashed", with: "@\(variant)"), to: "a.transcript")
    return folder
  }

  private func replayed(
    _ arguments: [String], in folder: ScratchFolder, hashing: String? = nil
  ) throws -> ToolRun {
    let environment = hashing.map { ["SWIFT_DETERMINISTIC_HASHING": $0] } ?? [:]
    return try ToolRun(["replay"] + arguments, in: folder, environment: environment, tool: "unsteady-fixture")
  }

  @Test(
    "a case that differs there fails, at its first line that does, whatever else it does",
    arguments: [nil, "1"] as [String?])
  func different(hashing: String?) throws {
    let run = try replayed(["a.transcript"], in: suite(), hashing: hashing)
    #expect(run.code == 2)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines[0] == "a.transcript:11: not deterministic: greets")
    #expect(lines[1].hasPrefix("  first run:  ") && lines[1].contains("guest"))
    #expect(lines[2].hasPrefix("  second run: ") && lines[2].contains("guest"))
    #expect(lines[1].dropFirst(14) != lines[2].dropFirst(14))
    #expect(lines[3].hasPrefix("  the second run has another hash seed; "))
    #expect(lines[4] == "a.transcript:15: not deterministic: fails")
    #expect(lines[8].hasPrefix("a.transcript:19:7: error: "))
    #expect(lines[10] == "5 cases in 1 file: 1 passed, 2 not deterministic, 1 in error, 1 skipped")
    #expect(run.errors.isEmpty)
  }

  @Test("what is deterministic passes, and nothing of the second run is seen")
  func same() throws {
    let folder = try suite("sorted")
    let run = try replayed(["."], in: folder)
    let once = try replayed([".", "--once"], in: folder)
    #expect(run.output == once.output && run.errors == once.errors && run.code == once.code)
    #expect(run.output.hasSuffix("\n5 cases in 1 file: 2 passed, 1 failed, 1 in error, 1 skipped\n"))
  }

  @Test("one run does not see it")
  func once() throws {
    let run = try replayed(["a.transcript:9", "--once"], in: suite())
    #expect(run.code == 0 && run.output == "1 case in 1 file: 1 passed\n")
  }

  @Test(
    "the cases that are selected run again, in the same order, whatever the jobs and the parts", arguments: ["1", "3"])
  func selection(_ jobs: String) throws {
    let folder = try suite()
    for number in 0..<40 { try folder.write(Self.transcript, to: "b\(number).transcript") }
    for options in [
      ["--case", "greets"], ["--case", "greets", "--shard", "1/1"],
    ] {
      let run = try replayed([".", "--jobs", jobs] + options, in: folder)
      #expect(
        run.code == 1 && run.output.contains("\n41 cases of 205 in 41 files: 41 not deterministic\n"), "\(options)")
    }
  }

  @Test(
    "each report tells of it as a failure",
    arguments: [
      ("junit", "<failure message=\"not deterministic: greets\" type=\"not deterministic\">"),
      ("json", "{\"failure\":\"not deterministic\",\"v\":1,\"file\":\"a.transcript\",\"line\":11,\"column\":null,"),
      ("markdown", "| <code>a.transcript:11</code> | <code>not deterministic: greets</code> |\n"),
      ("github", "::error file=a.transcript,line=11,title=not deterministic%3A greets::not deterministic: greets%0A"),
    ])
  func reports(_ format: String, _ text: String) throws {
    let run = try replayed(["a.transcript", "--report", format], in: suite())
    #expect(run.output.contains(text), "\(run.output)")
    guard format == "json" else { return }
    let schema = try JSONSchema("replay.schema.json")
    for line in run.output.split(separator: "\n") { #expect(try schema.faults(in: line) == []) }
  }

  @Test("a second run that ends before the cases do is told with the case that it did not come to")
  func ended() throws {
    let folder = try suite("trapping")
    let run = try replayed(["a.transcript"], in: folder, hashing: "1")
    #expect(run.code == 4)
    #expect(
      run.errors.contains(
        "error[E4205]: a.transcript:3:1: the second run did not reach the end of this case, and ended with"),
      "\(run.errors)")
    #expect(try replayed(["a.transcript:7", "--once"], in: folder, hashing: "1").code == 0)
  }

  @Test("an update leaves a case alone that is not deterministic, and writes the others of its file")
  func update() throws {
    let folder = try suite()
    let text = try folder.text("a.transcript").replacing("| isCounted false -> true", with: "| isCounted false -> nil")
      .replacing("%case mistaken\n|*\n> tap nowhere\n|*\n", with: "%case silent\n")
    try folder.write(text, to: "a.transcript")
    let run = try replayed(["--update", "a.transcript"], in: folder)
    #expect(run.code == 1 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("\na.transcript:11: not deterministic: greets\n"))
    #expect(
      run.output.hasSuffix(
        "\n5 cases in 1 file: 2 failed, 2 not deterministic, 1 skipped; 1 file updated, 2 blocks rewritten\n"),
      "\(run.output)")
    #expect(
      try folder.text("a.transcript")
        == text.replacing("false -> nil", with: "false -> true")
        .replacing("%case silent\n", with: "%case silent\n| party quiet\n"))
    let once = try replayed(["--update", "--once", "a.transcript"], in: folder)
    #expect(once.code == 0 && once.output.contains("1 block rewritten"))
  }
}
