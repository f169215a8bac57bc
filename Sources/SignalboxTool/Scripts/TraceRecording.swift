import Console
import DiagramFiles
import Files
import Traces
import Transcripts
import ViewModels

/// The transcript of a trace, for `record --from`.
struct TraceRecording {
  let file: String
  let trace: String
  /// Overrides the machine of the trace.
  let machine: String?
  let replaces: Bool

  func write(_ tool: Tool) throws -> Transcripts.ExitCode {
    if isSameFile(file, trace) {
      throw Diagnostic.usage("'\(file)' is the trace itself; name another file")
    }
    if !replaces, (try? LineReader(path: file)) != nil { throw Diagnostic.alreadyRecorded(file) }
    let bytes = try readTextBytes(
      trace, limit: TraceCommand.limits.fileBytes, lineLimit: TraceCommand.limits.lineBytes)
    let recording: RecordedTrace
    do { recording = try RecordedTrace(bytes, allowsTruncation: true) } catch {
      throw Diagnostic(error, path: trace)
    }
    let machine = try chosenMachine(of: recording, tool)
    let transcript: RecordedTranscript
    do { transcript = try RecordedTranscript(recording, on: machine, in: tool.catalogue) } catch {
      throw Diagnostic(code: "E1122", path: trace, sentence: "command \(error.command), \(error.reason)")
    }
    try write(transcript.text)
    try tool.streams.say("\(file.escapedForDisplay): \(transcript.commandCount.counted("command")) of \(machine.title)")
    guard let difference = transcript.difference else { return .agreed }
    tool.streams.report(
      Diagnostic(
        code: "E5003", path: trace, sentence: "the run of the transcript differs: \(difference)", exitCode: .differs))
    return .differs
  }

  private func write(_ text: String) throws {
    let (text, limits) = (try DiagramTranscript(text, at: file).text, TranscriptLimits().text)
    if replaces { return try replaceFile(at: file, with: text, limits: limits) }
    _ = try AppendingFile(file, opening: .new, limits: limits, holding: [text])
  }

  /// The machine of the trace, or another variant with the same definition.
  private func chosenMachine(of recording: RecordedTrace, _ tool: Tool) throws -> Machine {
    if let machine { return try tool.machine(named: machine) }
    let title = recording.trace.header.machine
    if let own = tool.catalogue.machines.first(where: { $0.title == title }) { return own }
    if DiagramReference(title.text) != nil { return try tool.machine(named: title.text) }
    let name = title.text.split(separator: "@").first.map { Name(String($0)) }
    let same = tool.catalogue.machines.first { $0.name == name && !recording.isForeign(to: $0) }
    if let same { return same }
    throw Diagnostic(
      code: "E1123", path: trace,
      sentence: "no machine here has the definition of '\(title)'; name one with '--machine'")
  }
}
