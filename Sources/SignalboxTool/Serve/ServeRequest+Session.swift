import Console
import Files
import Statecharts
import Transcripts
import ViewModels

extension ServeRequest.Parameter {
  static let at = Self("at", .text, "The state to begin from, such as '@7'; the current one otherwise.")
  static let file = Self("file", .text, "A path below the root folder.", isRequired: true)
}

extension ServeRequest {
  static let list = ServeRequest(
    name: "list", work: .command, parameters: [], summary: "Lists the machines, NAME@VARIANT, that can be opened."
  ) { task in
    let machines = task.server.catalogue.machines
    return [
      Member(
        "machines",
        .list(machines.map { ["machine": .string($0.title.text), "summary": .string($0.summary)] }))
    ]
  }

  static let open = ServeRequest(
    name: "open", work: .command,
    parameters: [
      Parameter("machine", .text, "NAME or NAME@VARIANT.", isRequired: true),
      Parameter("seed", .count, "The seed of its random numbers."),
    ], summary: "Opens a machine as a new case; its states are '@0' and the ones that commands reach."
  ) { task in
    let machine = try task.server.catalogue.soundMachine(named: task.arguments.text("machine") ?? "")
    return try task.open(machine) { $0.open(machine, seed: task.arguments.count("seed").map(UInt64.init)) }
  }

  /// 'open' for a case of a script.
  static func opening(_ machine: Machine, for opening: CaseOpening?) -> ServeRequest {
    ServeRequest(name: open.name, work: .command, parameters: [], summary: "") { task in
      try task.open(machine) { $0.open(machine, for: opening) }
    }
  }

  /// 'do' of a line that a file has.
  static func doing(lineOfFile line: String) -> ServeRequest {
    ServeRequest(name: `do`.name, work: .command, parameters: [], summary: "") { task in
      try task.changing { session in
        var drive = ServeDrive(task)
        try drive.runFromFile(line, in: &session)
        return try drive.members(session)
      }
    }
  }

  static let `do` = ServeRequest(
    name: "do", work: .command,
    parameters: [Parameter("command", .text, "A line of the console; 'help' lists its verbs.", isRequired: true), .at],
    summary:
      "Runs a command of the console, such as 'set name \"x\"', 'tap login', 'advance 1s', 'screen' or 'undo', and shows what happened."
  ) { task in
    try task.changing { session in
      var drive = ServeDrive(task)
      try drive.run(task.arguments.text("command") ?? "", in: &session)
      return try drive.members(session)
    }
  }

  static let undo = ServeRequest(
    name: "undo", work: .command,
    parameters: [
      Parameter("count", .count, "How many commands; 1 otherwise."), Parameter("to", .text, "The state to go back to."),
    ], summary: "Takes back commands; nothing is lost, since every state keeps its handle.", isTool: false
  ) { task in
    try task.changing { session in
      if let handle = task.arguments.text("to") {
        try session.go(to: session.state(named: handle, in: "to"))
      } else if let mistake = session.run("undo \(task.arguments.count("count") ?? 1)").mistake {
        throw ServeError(mistake, of: "undo", in: "count")
      }
      return try session.head
    }
  }

  static let state = ServeRequest(
    name: "state", work: .command,
    parameters: [
      .at, Parameter("more", .text, "The handle of a value that was cut, such as '~3': its rest."),
      Parameter("from", .count, "With 'more': the byte or element to begin at."),
    ], summary: "Shows regions, fields and waiting work of a state; with 'more', the rest of a value that was cut."
  ) { task in
    if let rest = task.arguments.text("more") {
      return try task.server.rests.part(of: rest, from: task.arguments.count("from") ?? 0)
    }
    let session = try task.view()
    return try session.head + [
      Member("time", .int(session.elapsedMilliseconds)),
      Member("waiting", .list(session.leftovers.map(Value.string))),
      Member("broken", .list(session.brokenLaws.texts.map(Value.string))),
      Member("crash", (session.snapshot?.fault).map(Value.string) ?? .null),
    ]
  }

  static let moves = ServeRequest(
    name: "moves", work: .command, parameters: [.at],
    summary: "Lists the commands that are possible now, with the values to try, and what the first of each changes."
  ) { task in
    let session = try task.view()
    let moves = try session.moves().map { move -> Value in
      [
        "command": .string(move.command), "values": .list(move.values.map(Value.string)),
        "changes": .string(move.changes),
      ]
    }
    return [Member("at", .string(session.handle)), Member("moves", .list(moves))]
  }

  static let cancel = ServeRequest(
    name: "cancel", work: .cancel,
    parameters: [Parameter("target", .id, "The id of the request to end.", isRequired: true)],
    summary: "Ends a search that runs or waits; its answer has the verdict 'stopped'.", isTool: false
  ) { _ in preconditionFailure("a cancellation is no work") }
}

extension ServeTask {
  fileprivate func open(_ machine: Machine, _ open: (inout Session) -> Reply) throws -> [Member] {
    try changing { session in
      let reply = open(&session)
      if let mistake = reply.mistake { throw mistake }
      let (turns, _) = try session.turns(after: 0, limit: ServeDrive.mostTurns)
      return try session.head + [Member("turns", .list(turns.map { .record($0) }))]
        + (ServeVerdict(reply, path: []).map { [$0.member] } ?? [])
    }
  }
}

extension Session {
  /// Where it is: the state's handle, its machine, regions and fields.
  fileprivate var head: [Member] {
    get throws {
      let names: [Name] = ["machine", "definition", "phase", "fields"]
      return try [Member("at", .string(handle))] + description().filter { names.contains($0.name) }
    }
  }
}

/// A line of the console as it runs for a program.
struct ServeDrive {
  static let mostTurns = 100

  private let task: ServeTask
  private var ran: [String] = []
  private var lines: [String] = []
  private var turns: [Value] = []
  private(set) var verdict: ServeVerdict?

  init(_ task: ServeTask) { self.task = task }

  mutating func run(_ text: String, in session: inout Session) throws {
    let line = session.read(text)
    for (index, command) in line.commands.enumerated() where verdict == nil {
      try take(command.text, in: &session) { index == 0 ? $0.run(line) : $0.run(command.text) }
    }
  }

  /// A command as files have it.
  mutating func runFromFile(_ text: String, in session: inout Session) throws {
    try take(text, in: &session) { $0.runFromFile(text) }
  }

  func members(_ session: Session) throws -> [Member] {
    let driven = ran.isEmpty ? [] : [Member("ran", .list(ran.map(Value.string))), Member("turns", .list(turns))]
    return [Member("at", session.machine == nil ? .null : .string(session.handle))]
      + [Member("lines", .list(lines.map(Value.string)))] + driven + (verdict.map { [$0.member] } ?? [])
  }

  private mutating func take(
    _ command: String, in session: inout Session, _ run: (inout Session) -> Reply
  ) throws {
    let (before, number, depth) = (session, session.caseNumber, session.position)
    let reply = run(&session)
    if let mistake = reply.mistake { throw ServeError(mistake, of: command, in: "command") }
    do {
      for effect in reply.effects { try perform(effect, of: command, in: &session) }
    } catch {
      session = before
      session.watch = task.run.watch
      throw error
    }
    lines += reply.lines.map {
      switch $0 {
      case .recorded(let text), .talk(let text): text
      }
    }
    if let echo = reply.echo {
      ran.append(echo)
      if session.caseNumber == number, session.position != depth {
        let more = try session.turns(after: depth, limit: Self.mostTurns).members
        turns += more.map { .record($0) }
      }
    }
    verdict = ServeVerdict(reply, path: session.path) ?? verdict
  }

  private mutating func perform(_ effect: FileEffect, of command: String, in session: inout Session) throws {
    switch effect {
    case .save(let saved):
      do {
        try saved.write(under: task.server.root)
      } catch {
        throw effect.diagnostic(of: error)
      }
      session.fileWasSaved(saved)
    case .drive(let commands):
      for command in commands where verdict == nil { try runFromFile(command, in: &session) }
    case .read(let file, bySteps: false): try source(file, in: &session)
    case .startRecording, .append, .truncate, .replaceRecording, .stopRecording, .read, .readOn, .review, .quit:
      let verb = command.split(separator: " ").first.map(String.init) ?? ""
      throw ServeError(
        code: "E1405", place: ServePlace(in: "command", column: 1),
        message: "'\(verb)' is for a person at a prompt; 'save FILE' writes the case", help: ["save"])
    }
  }

  private mutating func source(_ argument: String, in session: inout Session) throws {
    let (path, line) = CaseSelection.split(argument)
    let text = try task.text(of: path, TranscriptLimits().text)
    let script = try Script(path: task.path(of: path), text: text, line: line).onlyRun()
    if let opening = script.opening {
      let machine = try task.server.catalogue.soundMachine(named: opening.machine.description)
      if let mistake = session.open(machine, for: opening).mistake { throw mistake }
    }
    for command in script.allCommands() where verdict == nil { try runFromFile(command.text, in: &session) }
  }
}
