import Console
import Differences
import Statecharts
import Traces
import Transcripts
import ViewModels

struct RunComparison {
  private let sides: Sides<any ScriptSide>
  private let tool: Tool

  init(_ machines: Sides<Machine>, _ tool: Tool, _ budget: CommandBudget) {
    self.init(machines.map { LocalScripts($0, tool.catalogue, budget) as any ScriptSide }, tool)
  }

  init(_ sides: Sides<any ScriptSide>, _ tool: Tool) {
    self.sides = sides
    self.tool = tool
  }

  struct Result {
    let path: String
    let runs: [Sides<Trace>]
    let differences: [TraceDifference]
  }

  func differences(of argument: String, by policy: DifferencePolicy) throws -> Result {
    let runs = RunPairs(try traces(of: argument)).matched
    return Result(path: argument, runs: runs, differences: runs.map(policy.difference))
  }

  func traces(of argument: String) throws -> Sides<[Trace]> {
    let (path, line) = CaseSelection.split(argument)
    let script = try Script(path: path, line: line)
    var steps = LockStep(sides: sides)
    let traces = try steps.traces(of: script, line: line)
    if !steps.leftOut.isEmpty {
      let names = steps.leftOut.map { "'\($0.words.escapedForDisplay)'" + ($0.count > 1 ? " (\($0.count))" : "") }
      tool.streams.warn("skipped, because neither machine has it: \(names.joined(separator: ", "))")
    }
    return Sides(a: traces.map(\.a), b: traces.map(\.b))
  }
}

/// Plays one script on two machines, command by command.
///
/// A command that one machine lacks is an absence in that machine's trace. A command that both lack is skipped if
/// the script was recorded on a third machine; otherwise it is an error.
struct LockStep {
  let sides: Sides<any ScriptSide>
  private(set) var leftOut: [(words: String, count: Int)] = []

  mutating func traces(of script: Script, line: Int?) throws -> [Sides<Trace>] {
    var played = try pairs(script, line, counting: [])
    let lacking = zip(script.runs, played).map { run, pair in Set(Self.oneSided(pair).map(\.command)) }
    if lacking.contains(where: { !$0.isEmpty }) { played = try pairs(script, line, counting: lacking) }
    return try zip(script.runs, played).map { try traces(of: $0, in: script.path, $1) }
  }

  private func pairs(_ script: Script, _ line: Int?, counting: [Set<Int>]) throws -> [Sides<PlayedRun>] {
    let runs = try sides.map { try $0.play(script, line: line, counting: counting) }
    return zip(runs.a, runs.b).map { Sides(a: $0, b: $1) }
  }

  private mutating func traces(
    of run: Script.Run, in path: String, _ pair: Sides<PlayedRun>
  ) throws -> Sides<Trace> {
    let script = run.onOpenMachine
    var isEnded = false
    for (command, commands) in zip(script, zip(pair.a.commands, pair.b.commands)) {
      if let mistake = commands.0.mistake, commands.1.mistake != nil {
        guard isOfThird(run) else { throw mistake }
        leaveOut(command)
      }
      if let stop = commands.0.stop ?? commands.1.stop { throw stop }
      guard let end = commands.0.end ?? commands.1.end else { continue }
      if end == .file { throw Diagnostic.touchesFile(command) }
      isEnded = true
      break
    }
    if !isEnded, let side = DiffSide.allCases.first(where: { pair[$0].commands.count < script.count }) {
      throw Diagnostic(
        code: "E3004", path: path,
        sentence: "\(SessionDriver.mistakeLimit) commands in a row are mistakes on '\(sides[side].machine)'; compare "
          + "machines that have them")
    }
    var traces = pair.map(\.trace)
    for absence in Self.absences(in: pair).reversed() {
      traces[absence.side].insert(absence: absence.reason, of: absence.cause, at: absence.turn)
    }
    return traces
  }

  private func isOfThird(_ run: Script.Run) -> Bool {
    guard let own = run.opening?.machine.description else { return false }
    return DiffSide.allCases.allSatisfy { Name(sides[$0].machine) != own }
  }

  /// Counts the command without its values, which may be secret.
  private mutating func leaveOut(_ command: Script.Command) {
    let words = command.text.split(separator: " ").prefix(2).joined(separator: " ")
    if let index = leftOut.firstIndex(where: { Name($0.words) == words }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((words, 1))
    }
  }

  // MARK: What one machine lacks

  private struct Absence {
    let side: DiffSide
    let turn: Int
    let cause: Cause
    let reason: String
  }

  private static func oneSided(_ pair: Sides<PlayedRun>) -> [(command: Int, side: DiffSide)] {
    zip(pair.a.commands, pair.b.commands).enumerated().compactMap { number, commands in
      switch (commands.0.mistake, commands.1.mistake) {
      case (.some, nil): (number, .a)
      case (nil, .some): (number, .b)
      default: nil
      }
    }
  }

  /// Queries have no stimuli.
  private static func absences(in pair: Sides<PlayedRun>) -> [Absence] {
    let stimuli = pair.map { run in run.trace.turns.indices.filter { run.trace.turns[$0].cause.isStimulus } }
    return oneSided(pair).flatMap { number, side -> [Absence] in
      let (lacks, does) = (pair[side].commands[number], pair[side.other].commands[number])
      guard let reason = lacks.mistake?.sentence, let place = lacks.stimuli?.lowerBound, let done = does.stimuli else {
        return []
      }
      let turn = place < stimuli[side].count ? stimuli[side][place] : pair[side].trace.turns.count
      return stimuli[side.other][done].map {
        Absence(side: side, turn: turn, cause: pair[side.other].trace.turns[$0].cause, reason: reason)
      }
    }
  }
}
