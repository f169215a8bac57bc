import ArgumentParser
import Diagrams
import Files
import Statecharts
import Traces
import Transcripts

struct TraceCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Write the trace of a script's run in one of several formats, or validate a trace file.",
    discussion: """
      The ending of the output file chooses the format: '.html' is a page with a timeline and each step, its changes \
      and its screen; '.svg' is the timeline alone; '.txt' and '.mmd' are sequence charts, as text and for Mermaid. \
      Any other file is a trace, for 'signalbox diff'.

      A trace (.jsonl) instead of the script is converted to another format; a format with screens needs the script.
      """)

  static let limits = TextLimits(fileBytes: TraceFile.sizeLimit)

  @Argument(
    help: "A script, a transcript of one case, or a trace; PATH:LINE is the case that contains the line.",
    completion: .file())
  var script: String?

  @Option(name: .shortAndLong, help: "The file to write (default: standard output).", completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      RunFormat.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: by the ending of the output file, or trace)."))
  var format: RunFormat?

  @Option(help: "The machine to run instead of the script's own.", completion: .machines)
  var machine: String?

  @Option(
    name: .customLong("validate"),
    help: ArgumentHelp("Check that this trace can be read and is consistent.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var traceFile: String?

  @Flag(name: .customLong("allow-truncated"), help: "Read a trace that has no end line, as far as it goes.")
  var allowsTruncation = false

  @OptionGroup(title: "Limits of one command") var limits: BudgetOptions

  func validate() throws {
    guard (script == nil) != (traceFile == nil) else {
      throw ValidationError("name a script to trace, or a trace file with '--validate'")
    }
    if allowsTruncation, traceFile == nil, script.map(TraceFile.isNamed) != true {
      throw ValidationError("'--allow-truncated' is for a trace; remove it")
    }
    if traceFile != nil, output != nil || machine != nil || format != nil {
      throw ValidationError("'--validate' only reads; remove '--output', '--format' and '--machine'")
    }
    if machine != nil, script.map(TraceFile.isNamed) == true {
      throw ValidationError("a trace is not run again; remove '--machine', or name the script that it was made from")
    }
  }

  func run(in tool: Tool) throws -> Transcripts.ExitCode {
    if let traceFile { return try check(traceFile, tool) }
    let argument = script ?? ""
    let (path, line) = CaseSelection.split(argument)
    if let output, isSameFile(path, output) {
      throw Diagnostic.usage("'--output' would overwrite the input; name another file")
    }
    let format = format ?? output.map(RunFormat.init(file:)) ?? .trace
    if TraceFile.isNamed(path) {
      try CaseSelection.requireNone(line, of: "a trace", in: path)
      return try convert(path, to: format, tool)
    }
    return try play(path, line, format, tool)
  }

  private func play(_ path: String, _ line: Int?, _ format: RunFormat, _ tool: Tool) throws -> Transcripts.ExitCode {
    let run = try Script(path: path, line: line).onlyRun()
    let player = ScriptPlayer(
      catalogue: tool.catalogue, machine: try machine.map(tool.machine), budget: limits.budget)
    if format.needsScreens {
      let picture = try player.picture(of: run, in: path)
      try write(picture.lines(format), "\(format.rawValue), \(picture.steps.count.counted("step"))", tool)
      return .agreed
    }
    let (traced, mismatches) = try player.tracedRun(of: run, in: path)
    try write(traced, format, tool)
    report(mismatches, of: path, tool)
    return mismatches.isEmpty ? .agreed : .differs
  }

  private func convert(_ path: String, to format: RunFormat, _ tool: Tool) throws -> Transcripts.ExitCode {
    guard format != .trace else {
      throw Diagnostic(
        code: "E1200", path: path,
        sentence: "this is a trace already; choose another format with '--format', or by the name of the file to write")
    }
    guard !format.needsScreens else {
      throw Diagnostic(
        code: "E1201", path: path,
        sentence: "a trace holds no screens, which \(format.rawValue) shows; name the script that it was made from")
    }
    try write(TracedRun(try TraceFile.read(path, allowsTruncation: allowsTruncation)), format, tool)
    return .agreed
  }

  private func write(_ run: TracedRun, _ format: RunFormat, _ tool: Tool) throws {
    if format == .trace {
      let counts = "\(run.trace.turns.count.counted("turn")), \((run.trace.end?.time ?? 0)) ms"
      return try write(TraceFile.encode(run.trace), counts, tool)
    }
    let lines = format.lines(run)
    try write(lines, "\(format.rawValue), \(lines.count.counted("line"))", tool)
  }

  private func write(_ lines: [String], _ counts: String, _ tool: Tool) throws {
    try write(lines.map { $0 + "\n" }.joined(), counts, tool)
  }

  private func write(_ text: String, _ counts: String, _ tool: Tool) throws {
    guard let output else {
      try tool.streams.write(text)
      try tool.streams.flush()
      return tool.streams.complain(counts)
    }
    try tool.streams.replaceFile(at: output, with: text, limits: Self.limits)
    try tool.streams.say("\(output.escapedForDisplay): \(counts)")
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

extension RunFormat: ExpressibleByArgument {}

extension TraceFile {
  static func isNamed(_ path: String) -> Bool { path.utf8.suffix(6).elementsEqual(".jsonl".utf8) }

  static func read(_ path: String, allowsTruncation: Bool = false) throws -> Trace {
    if let text = MappedText(path, limit: TraceCommand.limits.fileBytes, lineLimit: TraceCommand.limits.lineBytes) {
      try refuseEdited(text, at: path)
    }
    let text = try readText(path, limit: TraceCommand.limits.fileBytes, lineLimit: TraceCommand.limits.lineBytes)
    do {
      return try decode(Array(text.utf8), allowsTruncation: allowsTruncation)
    } catch {
      throw Diagnostic(error, path: path)
    }
  }

  /// Larger files are checked against their end line first; in smaller ones decoding finds faults quickly.
  private static let decodedAtOnce = 1 << 22

  /// Throws if a large file's bytes do not match its end line. Takes one pass and decodes only the last line; the
  /// decoder reports all other faults.
  static func refuseEdited(_ text: MappedText, at path: String) throws(Diagnostic) {
    let bytes = text.bytes
    guard bytes.count > decodedAtOnce, bytes.last == UInt8(ascii: "\n") else { return }
    let end = bytes[..<(bytes.count - 1)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var count = 0
    var start = 0
    while let feed = lineFeed(in: UnsafeRawBufferPointer(bytes), from: start, to: end) {
      (count, start) = (count + 1, feed + 1)
    }
    var decoder = TraceDecoder(behind: Trace.Header(machine: "", definition: ""))
    decoder.pass(lines: UnsafeBufferPointer(rebasing: bytes[..<end]), count: count)
    do throws(TraceError) {
      _ = try decoder.read(line: Array(bytes[end..<(bytes.count - 1)]))
    } catch {
      switch error.reason {
      case .lineCount, .otherBytes: throw Diagnostic(error, path: path)
      default: return
      }
    }
  }

  /// Checks a trace of any size; `report` receives contradictions at once.
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
        case .begun: break
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
  /// Whether the line lacks its line feed; false for a read failure.
  fileprivate var isTorn: Bool {
    guard case .failure(let error) = text, case .readFailed = error.cause else { return !isTerminated }
    return false
  }
}
