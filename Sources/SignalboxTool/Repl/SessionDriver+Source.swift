import Console
import Traces
import Transcripts
import ViewModels

extension SessionDriver {
  /// - Parameter bySteps: Whether to ask the user before each command.
  /// - Throws: The first mistake, or a write failure.
  func source(_ argument: String, bySteps: Bool) throws {
    if bySteps, ask == nil { throw Diagnostic.nobodyToAsk("source --step", instead: "remove '--step'") }
    rest = SourcedRest()
    let (path, line) = CaseSelection.split(argument)
    let run: Script.Run
    do throws(InputProblems) {
      run = try Script(path: path, line: line).onlyRun()
    } catch {
      for diagnostic in error.diagnostics { note(diagnostic) }
      return
    }
    if let opening = run.opening { try begin(run, opening, in: path) }
    rest = SourcedRest(path: path, commands: run.allCommands()[...])
    try goOn(bySteps: bySteps)
  }

  func goOn(bySteps: Bool) throws {
    guard let path = rest.path else { throw Diagnostic.noRest }
    var asks = bySteps
    while let command = rest.commands.first, !hasQuit {
      if asks, let ask {
        try streams.say("  next: \(command.text.escapedForDisplay)")
        switch ask("-- Enter runs it, c runs the rest, q stops -- ") {
        case "": break
        case "c": asks = false
        default: return try sayRest(of: path)
        }
      }
      rest.commands.removeFirst()
      try takeFromFile(command.text, at: command.place)
      if let left { rest.commands = [Script.Command(text: left, place: command.place)] + rest.commands }
      if endsFile { return try sayRest(of: path) }
    }
    rest = SourcedRest()
  }

  func drive(_ commands: [String]) throws {
    for (index, command) in commands.enumerated() where !endsFile {
      try takeFromFile(command, at: LinePlace(path: "goto", line: index + 1))
    }
  }

  private func sayRest(of path: String) throws {
    let count = rest.commands.count
    guard count > 0 else { return rest = SourcedRest() }
    let wait = count == 1 ? "waits" : "wait"
    try streams.say("  \(count.counted("command")) of '\(path.shownPath)' \(wait); 'source' continues")
  }

  func review(_ path: String) throws {
    guard let review else {
      throw Diagnostic.nobodyToAsk("review", instead: "'signalbox replay --review' reads its answers from a pipe too")
    }
    try review(path)
  }

  func open(_ reference: String, at place: LinePlace) throws {
    let machine = try machine(named: reference, in: place.path, line: place.line)
    guard session.machine == nil else { return try requireOpen(machine, in: place.path, line: place.line) }
    try takeOrThrow("open \(machine.title)", at: place)
  }

  private func begin(_ run: Script.Run, _ opening: CaseOpening, in path: String) throws {
    let machine = try machine(named: opening.machine.description, in: path, line: 1)
    let isRecorded = session.isRecording || recordsStrictly
    guard opening.bindings.isEmpty || !isRecorded else { throw Diagnostic.namesInRecording(path: path) }
    guard session.machine != nil else { return try open(machine, for: run) }
    try requireOpen(machine, in: path, line: 1)
    guard opening.seed == nil || opening.seed == session.seed else { throw Diagnostic.otherSeed(path: path) }
    learn(opening)
  }

  private func machine(named reference: String, in path: String, line: Int) throws -> Machine {
    do throws(Mistake) {
      return try session.catalogue.machine(named: reference)
    } catch {
      throw Diagnostic(
        code: error.code, path: path, place: SourcePlace(line: line, column: 1), sentence: error.sentence)
    }
  }

  private func requireOpen(_ machine: Machine, in path: String, line: Int) throws {
    let open = session.machine?.title ?? ""
    guard open != machine.title else { return }
    throw Diagnostic(
      code: "E1111", path: path, place: SourcePlace(line: line, column: 1),
      sentence: "the transcript is of '\(machine.title)' and '\(open)' is open; 'open \(machine.title)' first")
  }
}

struct SourcedRest {
  var path: String?
  var commands: ArraySlice<Script.Command> = []
}

extension Diagnostic {
  fileprivate static func nobodyToAsk(_ command: String, instead cure: String) -> Diagnostic {
    Diagnostic(code: "E1183", sentence: "'\(command)' asks the user, which needs a terminal; \(cure)")
  }

  fileprivate static let noRest = Diagnostic(
    code: "E1184", sentence: "there is no stopped file to continue; name a file: 'source FILE'")

  fileprivate static func otherSeed(path: String) -> Diagnostic {
    Diagnostic(
      code: "E1111", path: path,
      sentence: "its '%seed' is not that of the open machine; leave, and 'source' it before a machine is open")
  }

  /// A recording cannot hold the bindings of `%let`.
  static func namesInRecording(path: String?) -> Diagnostic {
    Diagnostic(
      code: "E1107", path: path,
      sentence: "a recording cannot contain the names of '%let'; replay the transcript instead")
  }

  static func directive(_ word: String, at place: LinePlace) -> Diagnostic {
    Diagnostic(
      code: "E1112", path: place.path, place: SourcePlace(line: place.line, column: 1),
      sentence: "a pasted '\(word)' is not followed; 'source FILE' runs a transcript with all its directives")
  }
}
