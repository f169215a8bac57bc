import ArgumentParser
import Files
import Traces
import Transcripts

/// Writes the trace of a run, or checks one.
struct TraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Write the trace of a script's run, or validate a trace file.")

  /// The largest trace that is read at once, and that is written.
  static let limits = TextLimits(fileBytes: 1 << 30)

  @Argument(help: "A script or a transcript of one case; PATH:LINE is the case in which the line stands.")
  var script: String?

  @Option(name: .shortAndLong, help: "The file to write; standard output without it.")
  var output: String?

  @Option(help: "The machine to run instead of the script's own.")
  var machine: String?

  @Option(
    name: .customLong("validate"),
    help: ArgumentHelp("Check this trace: whether it reads, and whether it contradicts itself.", valueName: "file"))
  var traceFile: String?

  @Flag(name: .customLong("allow-truncated"), help: "Check a trace without its end line as far as it goes.")
  var allowsTruncation = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    guard (script == nil) != (traceFile == nil) else {
      throw ValidationError("name a script to trace, or a trace file with '--validate'")
    }
    if allowsTruncation, traceFile == nil {
      throw ValidationError("'--allow-truncated' is for '--validate'; remove it")
    }
    if traceFile != nil, output != nil || machine != nil {
      throw ValidationError("'--validate' only reads; remove '--output' and '--machine'")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if let traceFile { return try check(traceFile, tool) }
    return try write(script ?? "", tool)
  }

  private func write(_ argument: String, _ tool: Tool) throws -> Transcripts.ExitCode {
    let (path, line) = CaseSelection.split(argument)
    let script = try Script(path: path, selection: CaseSelection(line: line))
    let player = ScriptPlayer(
      catalogue: tool.catalogue, machine: try machine.map(tool.machine), budget: limits.budget)
    let (trace, mismatches) = try player.checkedTrace(of: script.onlyRun(), in: path)
    let text = TraceFile.encode(trace)
    let counts = "\(trace.turns.count.counted("turn")), \((trace.end?.time ?? 0)) ms"
    if let output {
      tool.streams.warnOfLeftovers(beside: output)
      try replaceFile(at: output, with: text, limits: Self.limits)
      try tool.streams.say("\(output.escapedForDisplay): \(counts)")
    } else {
      try tool.streams.write(text)
      try tool.streams.flush()
      tool.streams.complain(counts)
    }
    report(mismatches, of: path, tool)
    return mismatches.isEmpty ? .agreed : .differs
  }

  private func check(_ path: String, _ tool: Tool) throws -> Transcripts.ExitCode {
    let trace = try TraceFile.read(path, allowsTruncation: allowsTruncation)
    let mismatches = trace.mismatches()
    report(mismatches, of: path, tool)
    let found = mismatches.isEmpty ? "sound" : mismatches.count.counted("contradiction")
    let verdict = found + (trace.end == nil ? ", truncated" : "")
    try tool.streams.say("\(path.escapedForDisplay): \(trace.turns.count.counted("turn")), \(verdict)")
    return mismatches.isEmpty ? .agreed : .differs
  }

  private func report(_ mismatches: [TraceMismatch], of path: String, _ tool: Tool) {
    for mismatch in mismatches {
      tool.streams.report(
        Diagnostic(code: "E5001", path: path, sentence: mismatch.description, exitCode: .differs))
    }
  }
}

extension TraceFile {
  /// Reads a trace file.
  static func read(_ path: String, allowsTruncation: Bool = false) throws -> Trace {
    let text = try readText(path, limit: TraceCommand.limits.fileBytes, lineLimit: TraceCommand.limits.lineBytes)
    do {
      return try decode(Array(text.utf8), allowsTruncation: allowsTruncation)
    } catch {
      throw Diagnostic(
        code: error.code, path: path, place: SourcePlace(line: error.line, column: error.column),
        sentence: error.sentence)
    }
  }
}

extension TraceError {
  /// The name that scripts may rely on.
  var code: String {
    switch reason {
    case .text: "E2010"
    case .notATrace: "E2101"
    case .unsupportedVersion: "E2040"
    case .truncated: "E2110"
    case .afterEnd: "E2102"
    case .carriageReturn: "E2203"
    case .timeOutOfRange: "E2103"
    case .lineCount: "E2104"
    case .otherBytes: "E2105"
    }
  }
}
