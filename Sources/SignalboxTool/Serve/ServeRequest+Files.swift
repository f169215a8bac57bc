import Console
import Differences
import Files
import Statecharts
import Traces
import Transcripts
import ViewModels

extension ServeRequest {
  static let diff = ServeRequest(
    name: "diff", work: .search,
    parameters: [
      Parameter(
        "a", .text, "A state of the open case ('@4': the path to it), or a trace or transcript; PATH:LINE is one case.",
        isRequired: true),
      Parameter("b", .text, "What to compare it with, of the same kind.", isRequired: true),
    ], summary: "Shows how two runs differ, causes first."
  ) { task in
    let sides = Sides(a: task.arguments.text("a") ?? "", b: task.arguments.text("b") ?? "")
    let difference: TraceDifference
    if sides.a.utf8.first == UInt8(ascii: "@"), sides.b.utf8.first == UInt8(ascii: "@") {
      let session = try task.view()
      let (a, b) = (try session.state(named: sides.a, in: "a"), try session.state(named: sides.b, in: "b"))
      difference = try session.difference(from: a, to: b)
    } else {
      let traces = Sides(a: try task.trace(of: sides.a), b: try task.trace(of: sides.b))
      difference = TraceDifference(from: traces.a, to: traces.b)
    }
    let values = DifferenceJSON.values(difference)
    return [
      Member("diff", values[0]), Member("summary", values[values.count - 1]),
      Member("differences", .list(Array(values.dropFirst().dropLast()))),
    ]
  }

  static let replay = ServeRequest(
    name: "replay", work: .search,
    parameters: [
      Parameter("machine", .text, "With 'script': the machine to run it on."),
      Parameter("script", .texts, "Commands after 'open', such as a verdict's script."),
      Parameter(
        "law", .text, "With 'script': what must hold of the run, such as 'never EXPRESSION' or 'P leads to Q'."),
      Parameter("file", .text, "A transcript below the root folder; PATH:LINE is one case."),
    ],
    summary:
      "Checks a script on a fresh machine, or a transcript: 'broken' if a law breaks, it crashes, or a line differs."
  ) { task in
    if let file = task.arguments.text("file") { return try task.replayed(file) }
    guard let script = task.arguments.texts("script"), let name = task.arguments.text("machine") else {
      throw ServeError(
        code: "E1403", place: ServePlace(in: "replay"), message: "'replay' needs 'machine' and 'script', or 'file'",
        help: ["replay machine script"])
    }
    return try task.replayed(script, on: try task.server.catalogue.soundMachine(named: name))
  }

  static let save = ServeRequest(
    name: "save", work: .command,
    parameters: [.file, Parameter("force", .flag, "Whether it may replace a file."), .at],
    summary: "Saves the commands up to a state as a transcript: a case that 'replay' checks."
  ) { task in
    try task.changing { session in
      let file = task.arguments.text("file") ?? ""
      var drive = ServeDrive(task)
      let force = task.arguments.flag("force") ? "\(SavedFile.replacingFlag) " : ""
      try drive.run("save \(force)\(file.quoted)", in: &session)
      return [Member("at", .string(session.handle)), Member("file", .string(file))]
    }
  }
}

extension ServeTask {
  fileprivate func trace(of argument: String) throws -> Trace {
    let (path, line) = CaseSelection.split(argument)
    if TraceFile.isNamed(path) {
      try CaseSelection.requireNone(line, of: "a trace", in: path)
      let text = try text(of: path, TextLimits(fileBytes: 64 << 20, lineBytes: TraceCommand.limits.lineBytes))
      do {
        return try TraceFile.decode(Array(text.utf8))
      } catch {
        throw Diagnostic(error, path: path)
      }
    }
    let text = try text(of: path, TranscriptLimits().text)
    let script = try Script(path: self.path(of: path), text: text, line: line)
    var run = try script.onlyRun()
    for index in run.commands.indices { run.commands[index].place.path = path }
    return try ScriptPlayer(catalogue: server.catalogue).trace(of: run, in: path)
  }

  fileprivate func replayed(_ script: [String], on machine: Machine) throws -> [Member] {
    var session = Session(catalogue: server.catalogue, options: server.session.options)
    session.watch = run.watch
    let opened = session.open(machine)
    var verdict = ServeVerdict(opened, path: [])
    for (index, command) in script.enumerated() where verdict == nil {
      let reply = session.runFromFile(command)
      if let mistake = reply.mistake { throw ServeError(mistake, of: command, in: "script", line: index + 1) }
      guard reply.effects.isEmpty else {
        throw ServeError(
          code: "E1405", place: ServePlace(in: "script", line: index + 1),
          message: "a script only drives and inspects its machine", help: ["help"])
      }
      verdict = ServeVerdict(reply, path: session.path)
    }
    if verdict == nil, let law = arguments.text("law") { verdict = try self.verdict(of: law, in: &session) }
    let claim = "no law breaks, and nothing crashes, in \(script.count.counted("command"))"
    return [
      Member("machine", .string(machine.title.text)),
      (verdict ?? ServeVerdict(claim: claim, outcome: .holds)).member,
    ]
  }

  private func verdict(of law: String, in session: inout Session) throws -> ServeVerdict {
    let reply = session.run("show \(law)")
    if let mistake = reply.mistake { throw ServeError(mistake, of: "show", in: "law") }
    let claim = session.disclosed(law, of: "show")
    switch reply.lines.first {
    case .talk("true")?: return ServeVerdict(claim: claim, outcome: .holds)
    case .talk("false")?: return ServeVerdict(claim: claim, outcome: .broken(script: session.path))
    default: return ServeVerdict(claim: claim, outcome: .stopped(["kind": "turns", "value": .null]))
    }
  }

  fileprivate func replayed(_ file: String) throws -> [Member] {
    let (path, line) = CaseSelection.split(file)
    let text = try text(of: path, TranscriptLimits().text)
    let full = self.path(of: path)
    let replay = FileReplay(awaitsOutput: false, text: FailureText(executable: ExecutableName.standard))
    var runners = [ConsoleRunner(catalogue: server.catalogue, budget: server.session.options.budget)]
    let found = replay.run(.transcript(NamedTranscript(path: full, line: line, text: text)), on: &runners)
    if let problem = found.problems.first { throw problem }
    var result = RunResult()
    result.add(found)
    let claim = "the transcript holds"
    let outcome: ServeVerdict.Outcome
    switch result.exitCode {
    case .agreed: outcome = .holds
    case .inconclusive: outcome = .stopped(["kind": "turns", "value": .null])
    default:
      let failed = found.cases.first { $0.verdict.exitCode != .agreed }
      let script = try Script(path: full, text: text, line: failed?.line).runs.first
      outcome = .broken(script: script?.commands.map(\.text))
    }
    return [
      Member("file", .string(file)), ServeVerdict(claim: claim, outcome: outcome).member,
      Member("report", .list(Array(JSONReport(run: result).values.dropFirst()))),
    ]
  }
}
