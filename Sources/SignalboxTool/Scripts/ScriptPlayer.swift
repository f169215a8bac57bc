import Console
import Diagrams
import Traces
import Transcripts
import ViewModels

struct ScriptPlayer {
  let catalogue: Catalogue
  /// Nil for the run's own machine.
  var machine: Machine?
  var budget = CommandBudget()

  func trace(of run: Script.Run, in path: String) throws -> Trace {
    try trace(of: played(run, in: path), run, in: path)
  }

  /// `mismatches` are the places where the trace does not give the machine's state.
  func tracedRun(of run: Script.Run, in path: String) throws -> (run: TracedRun, mismatches: [TraceMismatch]) {
    guard var traced = try played(run, in: path).tracedRun else { throw Diagnostic.opensNoMachine(path) }
    traced.run.trace.header.title = run.title
    return traced
  }

  func picture(of run: Script.Run, in path: String) throws -> RunPicture {
    guard var picture = try played(run, in: path).picture else { throw Diagnostic.opensNoMachine(path) }
    picture.title = run.title
    return picture
  }

  private func played(_ run: Script.Run, in path: String) throws -> Session {
    var session = try session(of: run, in: path, isTranscript: run.opening != nil)
    try play(run.commands, on: &session)
    return session
  }

  func trace(of session: Session, _ run: Script.Run, in path: String) throws -> Trace {
    guard var trace = session.trace else { throw Diagnostic.opensNoMachine(path) }
    trace.header.title = run.title
    return trace
  }

  func session(of run: Script.Run, in path: String, isTranscript: Bool) throws -> Session {
    var session = Session(
      catalogue: catalogue, options: SessionOptions(isTranscript: isTranscript, budget: budget))
    if let machine = try startingMachine(of: run, in: path) {
      if let mistake = session.open(machine, for: run.opening).mistake {
        throw Diagnostic(mistake, at: LinePlace(path: path, line: 1))
      }
    }
    for commands in run.used { try play(commands, on: &session) }
    return session
  }

  /// Throws at a mistake or at a command that would access a file.
  func play(_ commands: [Script.Command], on session: inout Session) throws {
    for command in commands where machine == nil || !command.opensMachine {
      let played = session.play(command)
      if let problem = played.mistake ?? played.stop { throw problem }
      if played.end == .quit { return }
      if played.end == .file { throw Diagnostic.touchesFile(command) }
    }
  }

  /// Runs commands as far as possible, then jumps back, so that 'redo' can repeat them.
  func lookAhead(_ commands: [Script.Command], on session: inout Session) {
    var ahead = session
    for command in commands {
      guard (try? play([command], on: &ahead)) != nil else { break }
    }
    if ahead.run("jump \(session.depth)").mistake == nil { session = ahead }
  }

  func startingMachine(of run: Script.Run, in path: String) throws -> Machine? {
    if let machine { return machine }
    guard let opening = run.opening else { return nil }
    do {
      return try catalogue.machine(named: opening.machine.description)
    } catch {
      throw Diagnostic(error, at: LinePlace(path: path, line: 1))
    }
  }
}

extension Diagnostic {
  fileprivate static func opensNoMachine(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "E1105", path: path, sentence: "opens no machine; begin with an 'open' line, or name it with '--machine'")
  }

  static func touchesFile(_ command: Script.Command) -> Diagnostic {
    Diagnostic(
      code: "E1106", path: command.place.path, place: command.place.source(ofColumn: 1),
      sentence: "a command that reads or writes a file is not allowed here; remove this line, or use 'run'")
  }
}

extension Tool {
  func machine(named reference: String) throws -> Machine { try machine(named: reference, under: nil) }

  /// - Parameter root: The folder that the machine's file is below, without links; nil if it may be anywhere.
  func machine(named reference: String, under root: String?) throws -> Machine {
    var catalogue = catalogue
    catalogue.root = root
    do throws(Mistake) {
      return try catalogue.machine(named: reference)
    } catch {
      throw unknownMachine(reference, error)
    }
  }

  /// A diagnostic with a hint for the command line.
  func unknownMachine(_ reference: String, _ mistake: Mistake, hint: String? = nil) -> Diagnostic {
    // The sentence of a diagram's file names the place in it.
    guard mistake.code == "E1020" else { return Diagnostic(code: mistake.code, sentence: mistake.sentence) }
    let nearest = catalogue.nearest(to: reference).map { "did you mean '\($0)'?" }
    let list = "'\(executable) list' lists the machines"
    return Diagnostic(
      code: mistake.code, sentence: "unknown machine '\(reference.shownPath)'; \(nearest ?? hint ?? list)")
  }
}
