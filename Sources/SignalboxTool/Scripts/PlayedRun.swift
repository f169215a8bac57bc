import Console
import Statecharts
import Traces
import Transcripts
import ViewModels

struct PlayedRun {
  struct Command {
    /// Why the machine cannot run the command.
    var mistake: Diagnostic?
    /// Why the command was stopped early.
    var stop: Diagnostic?
    var end: End?
    /// The trace's stimuli of this command, if requested.
    var stimuli: Range<Int>?
  }

  enum End: String {
    case quit
    /// The command would access a file.
    case file
  }

  var trace: Trace
  var commands: [Command]
}

/// Plays scripts on one machine, in this process or in another version of the tool.
protocol ScriptSide {
  var machine: String { get }
  /// Plays each run to its end, past commands that the machine cannot run.
  ///
  /// - Parameters:
  ///   - line: The line of the selected case; nil for all.
  ///   - counting: For each run, the commands whose stimuli to count; may be empty.
  /// - Throws: An error in the script outside its commands.
  func play(_ script: Script, line: Int?, counting: [Set<Int>]) throws -> [PlayedRun]
}

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

  /// Stops after `SessionDriver.mistakeLimit` consecutive mistakes.
  private func played(_ run: Script.Run, in path: String, _ counting: Set<Int>) throws -> PlayedRun {
    var opening = run
    opening.used = []
    var session = try player.session(of: opening, in: path, isTranscript: run.opening != nil)
    var commands: [PlayedRun.Command] = []
    var mistakesInARow = 0
    for (number, played) in run.onOpenMachine.enumerated() {
      let isCounted = counting.contains(number)
      let before = isCounted ? session.stimulusCount : 0
      var command = session.play(played)
      if isCounted { command.stimuli = before..<session.stimulusCount }
      commands.append(command)
      mistakesInARow = command.mistake == nil ? 0 : mistakesInARow + 1
      if command.end != nil || command.stop != nil || mistakesInARow == SessionDriver.mistakeLimit { break }
    }
    return PlayedRun(trace: try player.trace(of: session, run, in: path), commands: commands)
  }
}

extension Session {
  mutating func play(_ command: Script.Command) -> PlayedRun.Command {
    let (reply, place) = (runFromFile(command.text), command.place)
    let mistake = reply.mistake.map { Diagnostic($0, at: place, excerpt: disclosed(command.text)) }
    let stop = reply.stop.map { Diagnostic($0, path: place.path, place: place.source(ofColumn: 1)) }
    let end = reply.effects.first.map { effect -> PlayedRun.End in if case .quit = effect { .quit } else { .file } }
    return PlayedRun.Command(mistake: mistake, stop: stop, end: end)
  }

  fileprivate var stimulusCount: Int { trace?.turns.count { $0.cause.isStimulus } ?? 0 }
}

extension Cause {
  /// Opening the machine does not count.
  var isStimulus: Bool { source == .user }
}
