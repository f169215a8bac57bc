import ArgumentParser
import Diagrams
import Files
import Traces
import Transcripts

/// Writes the trace of a run, or checks one.
struct TraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Write the trace of a script's run, or validate a trace file.",
    discussion: """
      'signalbox trace FILE -o run.html' makes a page with a timeline and each step, what it changed and the screen behind it, \
      'run.svg' the timeline alone. Any other name is that of a trace, which 'signalbox diff' reads.
      """)

  /// The largest trace that is compared, which needs all of it, and that is written.
  static let limits = TextLimits(fileBytes: TraceFile.sizeLimit)

  @Argument(
    help: "A script or a transcript of one case; PATH:LINE is the case that contains the line.",
    completion: .transcripts)
  var script: String?

  @Option(name: .shortAndLong, help: "The file to write; standard output without it.", completion: .file())
  var output: String?

  @Option(help: "The machine to run instead of the script's own.", completion: .machines)
  var machine: String?

  @Option(
    name: .customLong("validate"),
    help: ArgumentHelp("Check this trace: whether it reads, and whether it contradicts itself.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
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
    if let output, isSameFile(path, output) {
      throw Diagnostic.usage("'--output' would put the trace in the place of the script; name another file")
    }
    let script = try Script(path: path, line: line)
    let player = ScriptPlayer(
      catalogue: tool.catalogue, machine: try machine.map(tool.machine), budget: limits.budget)
    if let output, let form = RunPicture.Form(file: output) {
      return try write(player.picture(of: script.onlyRun(), in: path), form, to: output, tool)
    }
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

  private func write(
    _ picture: RunPicture, _ form: RunPicture.Form, to output: String, _ tool: Tool
  ) throws -> Transcripts.ExitCode {
    tool.streams.warnOfLeftovers(beside: output)
    try replaceFile(at: output, with: picture.lines(form).map { $0 + "\n" }.joined(), limits: Self.limits)
    try tool.streams.say("\(output.escapedForDisplay): \(form.rawValue), \(picture.steps.count.counted("step"))")
    return .agreed
  }

  private func check(_ path: String, _ tool: Tool) throws -> Transcripts.ExitCode {
    var count = 0
    let summary = try TraceFile.check(path, allowsTruncation: allowsTruncation) { mismatches in
      count += mismatches.count
      report(mismatches, of: path, tool)
    }
    let found = count == 0 ? "sound" : count.counted("contradiction")
    let verdict = found + (summary.isTruncated ? ", truncated" : "")
    try tool.streams.say("\(path.escapedForDisplay): \(summary.turnCount.counted("turn")), \(verdict)")
    return count == 0 ? .agreed : .differs
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
      throw Diagnostic(error, path: path)
    }
  }

  /// Reads a trace of any size line by line, and folds it.
  ///
  /// - Parameter report: Given where the trace contradicts itself, as it is found.
  static func check(
    _ path: String, allowsTruncation: Bool, report: ([TraceMismatch]) -> Void
  ) throws -> (turnCount: Int, isTruncated: Bool) {
    var decoder = TraceDecoder()
    var check: TraceCheck?
    var isTruncated = true
    var hasTornLine = false
    let lines = try LineReader(path: path, lineLimit: TraceCommand.limits.lineBytes, ending: .lineFeed)
    do {
      for line in lines {
        if line.isTorn {
          hasTornLine = true
          break
        }
        switch try decoder.read(line: Array(line.text.get().utf8)) {
        case .header(let header): check = TraceCheck(header)
        case .turn(let turn): report(check?.add(turn) ?? [])
        case .end(let end):
          isTruncated = false
          report(check?.mismatches(end) ?? [])
        }
      }
      try decoder.finish(hasTornLine: hasTornLine, allowsTruncation: allowsTruncation)
    } catch let error as TraceError {
      throw Diagnostic(error, path: path)
    }
    return (check?.turnCount ?? 0, isTruncated)
  }
}

extension InputLine {
  /// Whether it is a line that no line feed ends, and not a failure to read it.
  fileprivate var isTorn: Bool {
    guard case .failure(let error) = text, case .readFailed = error.cause else { return !isTerminated }
    return false
  }
}

extension Diagnostic {
  fileprivate init(_ error: TraceError, path: String) {
    self.init(
      code: error.code, path: path, place: SourcePlace(line: error.line, column: error.column), sentence: error.sentence
    )
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
