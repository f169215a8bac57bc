import Console
import Files
import Traces
import Transcripts

/// A resumed recording: its file, and a session in its final state.
struct Resumption {
  let session: Session
  let recorder: Recorder

  /// Locks the file, drops an incomplete last entry, and runs the last case again.
  ///
  /// - Throws: If the file cannot be resumed or its last case no longer holds.
  init(path: String, budget: CommandBudget, tool: Tool) throws {
    let file = try AppendingFile(path, opening: .resuming, limits: TranscriptLimits().text)
    if file.droppedBytes > 0 {
      tool.streams.warn("'\(path.shownPath)': \(file.droppedBytes) bytes of an incomplete line were dropped")
    }
    let source = try TranscriptFile.read(path, awaitsOutput: true, isGoneOnWith: true)
    guard let last = source.transcript.cases.last, source.used.isEmpty, last.skipReason == nil, last.loop == nil else {
      throw Diagnostic(
        code: "E1107", path: path,
        sentence: "a recording with '%use', '%skip' or '%loop' cannot be resumed; record to another file")
    }
    let entries = RecordedEntries(source.transcript, last)
    let runner = ConsoleRunner(catalogue: tool.catalogue, budget: budget)
    let (result, end) = source.transcript.replayGoingOn(last, with: runner)
    let count = try Self.heldCount(of: last, result, in: source)
    if count < last.steps.count {
      try file.truncate(toLength: entries.ends[count + 1])
      tool.streams.warn("'\(path.shownPath)': the last command was recorded incompletely and is dropped")
    }
    if count == last.steps.count, var end {
      end.goOn(withCase: last.title)
      session = end
    } else {
      // The dropped command has already run, so the others run again without it.
      session = try Self.session(last, count, in: source, budget, tool)
    }
    recorder = Recorder(
      resuming: file, head: entries.head, lengths: Array(entries.ends[...(count + 1)]),
      cases: source.transcript.cases.count)
  }

  /// The number of commands that hold. Only the last may be incomplete, in a recording without `%end`.
  private static func heldCount(
    of last: TranscriptCase, _ result: CaseResult, in source: TranscriptFile
  ) throws -> Int {
    switch result.verdict {
    case .error(let error):
      throw Diagnostic(
        code: "E1108", path: source.path, place: error.place, sentence: error.sentence, exitCode: error.exitCode)
    case .passed, .skipped, .expectedFailure, .unexpectedPass, .leftover, .nondeterministic, .failed: break
    }
    guard let place = result.failures.first else { return last.steps.count }
    if place > 0, place == last.steps.count, source.transcript.endIndex == nil { return place - 1 }
    let line = last.line(at: place)
    throw Diagnostic(
      code: "E5001", path: source.path, place: SourcePlace(line: line, column: 1),
      sentence: "the recording no longer holds, so it is not resumed; replay it first", exitCode: .differs)
  }

  private static func session(
    _ last: TranscriptCase, _ count: Int, in source: TranscriptFile, _ budget: CommandBudget, _ tool: Tool
  ) throws -> Session {
    let run = Script.run(last, of: source)
    let player = ScriptPlayer(catalogue: tool.catalogue, budget: budget)
    var session = try player.session(of: run, in: source.path, isTranscript: false)
    let place = LinePlace(path: source.path, line: last.line)
    try player.play([Script.Command(text: "case \(last.title.quoted)", place: place)], on: &session)
    try player.play(Array(run.commands.prefix(count)), on: &session)
    return session
  }
}

struct RecordedEntries {
  let head: [String]
  /// Byte offsets of the ends: the text above the case, the case's own lines, each command with its block.
  let ends: [Int]

  init(_ transcript: Transcript, _ last: TranscriptCase) {
    var offsets = [0]
    for line in transcript.lines { offsets.append((offsets.last ?? 0) + line.text.utf8.count + 1) }
    func beginning(ofLine number: Int) -> Int {
      var index = number - 1
      while index > 0, transcript.lines[index - 1].kind == .comment || transcript.lines[index - 1].kind == .separator {
        index -= 1
      }
      return offsets[index]
    }
    ends =
      [offsets[last.line - 1]] + last.steps.map { beginning(ofLine: $0.line) } + [
        offsets[transcript.endIndex ?? transcript.lines.count]
      ]
    let bytes = Array(transcript.print().utf8)
    head = [bytes[..<ends[0]], bytes[ends[0]..<ends[1]]].map { String(decoding: $0, as: UTF8.self) }
  }
}
