import Console
import Statecharts
import Traces
import Transcripts
import ViewModels

/// What became of a run of a script on one machine, command by command.
struct PlayedRun {
  /// What a command came to; where nothing is said of it, it was done.
  struct Command {
    /// Why the machine cannot do it.
    var mistake: Diagnostic?
    /// Why it was stopped before its end.
    var stop: Diagnostic?
    var end: End?
    /// The stimuli of the trace that are the command's, where that was asked.
    var stimuli: Range<Int>?
  }

  /// How a command ends a script.
  enum End: String {
    case quit
    /// It would touch a file.
    case file
  }

  var trace: Trace
  /// Up to the one that ended the script.
  var commands: [Command]
}

/// Who plays scripts on one machine: this process, or another version of the tool.
protocol ScriptSide {
  /// `login@fixed`
  var machine: String { get }
  /// Plays each run of a script to its end, past what the machine cannot do.
  ///
  /// - Parameters:
  ///   - line: The line of the case that is meant; nil for all cases.
  ///   - counting: The commands of each run whose stimuli are asked for; no run where none are.
  /// - Throws: a mistake in the script that is no command's.
  func play(_ script: Script, line: Int?, counting: [Set<Int>]) throws -> [PlayedRun]
}

/// Plays scripts in this process.
struct LocalScripts: ScriptSide {
  let player: ScriptPlayer
  let machine: String

  init(_ machine: Machine, _ catalogue: Catalogue, _ budget: CommandBudget) {
    player = ScriptPlayer(catalogue: catalogue, machine: machine, budget: budget)
    self.machine = machine.title.text
  }

  func play(_ script: Script, line: Int?, counting: [Set<Int>]) throws -> [PlayedRun] {
    try script.runs.enumerated().map { number, run in
      try played(run, in: script.path, counting.indices.contains(number) ? counting[number] : [])
    }
  }

  /// Ends after `SessionDriver.mistakeLimit` mistakes in a row.
  private func played(_ run: Script.Run, in path: String, _ counting: Set<Int>) throws -> PlayedRun {
    var opening = run
    opening.used = []
    var session = try player.session(of: opening, in: path, isTranscript: run.opening != nil)
    var commands: [PlayedRun.Command] = []
    var mistakesInARow = 0
    for (number, place) in run.placed(in: path).enumerated() {
      let isCounted = counting.contains(number)
      let before = isCounted ? session.stimulusCount : 0
      var command = Self.played(place, on: &session)
      if isCounted { command.stimuli = before..<session.stimulusCount }
      commands.append(command)
      mistakesInARow = command.mistake == nil ? 0 : mistakesInARow + 1
      if command.end != nil || command.stop != nil || mistakesInARow == SessionDriver.mistakeLimit { break }
    }
    return PlayedRun(trace: try player.trace(of: session, run, in: path), commands: commands)
  }

  private static func played(_ place: Script.PlacedCommand, on session: inout Session) -> PlayedRun.Command {
    let (command, path) = (place.command, place.path)
    let excerpt = session.disclosed(command.text)
    let reply = session.runFromFile(command.text)
    let mistake = reply.mistake.map {
      Diagnostic($0, path: path, line: command.line, shift: command.shift, excerpt: excerpt)
    }
    let stop = reply.stop.map {
      Diagnostic($0, path: path, place: SourcePlace(line: command.line, column: 1 + command.shift))
    }
    let end = reply.effects.first.map { effect -> PlayedRun.End in if case .quit = effect { .quit } else { .file } }
    return PlayedRun.Command(mistake: mistake, stop: stop, end: end)
  }
}

extension Script {
  /// A command, and the file that it stands in.
  struct PlacedCommand {
    var command: Command
    var path: String
  }
}

extension Script.Run {
  /// The commands in their order, those of used files first; a machine is open already.
  func placed(in path: String) -> [Script.PlacedCommand] {
    let used = used.flatMap { file in
      file.commands.map {
        Script.PlacedCommand(command: Script.Command(text: $0.text, line: $0.line, shift: 2), path: file.path)
      }
    }
    let all = used + commands.map { Script.PlacedCommand(command: $0, path: path) }
    return all.filter { !$0.command.opensMachine }
  }
}

extension Session {
  /// How many stimuli the trace has so far.
  fileprivate var stimulusCount: Int { trace?.turns.count { $0.cause.isStimulus } ?? 0 }
}

extension Cause {
  /// Whether it comes from outside, and is no opening.
  var isStimulus: Bool { source == .user }
}
