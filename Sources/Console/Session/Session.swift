import Statecharts
import Traces
import Transcripts
import ViewModels

/// A run of the console, as a plain value: a line goes in, lines and file effects come out.
package struct Session: Sendable {
  package let catalogue: Catalogue
  package var options: SessionOptions
  /// Who sees commands that run, and may stop them; nil for nobody.
  package var watch: CommandWatch?
  /// The case that is driven; nil while no machine is open.
  var run: CaseRun?
  var recording: RecordingState?
  /// The cases that were put aside.
  var shelf = CaseShelf()
  /// The file that is being saved.
  var pendingSave: PendingSave?
  /// The tour that Enter goes on with; nil for none.
  var tour: Tour?
  /// The last look, while nothing was done since.
  var lastLook: Look?

  package init(catalogue: Catalogue, options: SessionOptions = SessionOptions()) {
    self.catalogue = catalogue
    self.options = options
  }

  /// `9 login@fixed 750ms> `: number of the next driving command, machine, virtual clock; `> ` when nothing is open.
  package var prompt: String {
    guard let run else { return "> " }
    let clock = VirtualDuration(milliseconds: run.time).readable
    return "\(run.tree.depth + 1) \(run.machine.title) \(clock)> "
  }

  /// One line for who has just come: what there is, and how to begin; nil when a machine is open, or there is none.
  package var greeting: String? {
    guard run == nil, let first = catalogue.machines.first else { return nil }
    let last = catalogue.references.contains(Name(Tour.machine)) ? "'help tour' shows you around" : "'help' explains"
    return
      "\(catalogue.names.count.counted("machine")). Try 'open \(first.name.spelled)'; Tab lists what is possible, \(last)"
  }

  /// How many commands of the open case lead to where it stands.
  package var depth: Int { run?.tree.depth ?? 0 }
  /// What 'redo' would do next; nil where nothing is undone.
  package var undoneCommand: String? {
    guard let tree = run?.tree, tree.undoneCount > 0 else { return nil }
    return tree.command(of: tree.node(atDepth: tree.depth + 1))
  }
  /// The machine that is open.
  package var machine: Machine? { run?.machine }
  package var snapshot: Snapshot? { run?.snapshot }
  /// The samples of the open machine, and the values that were named since.
  package var names: NamedValues { run?.names ?? NamedValues() }
  package var isRecording: Bool { recording != nil }

  /// Opens a machine as a case of its own; the one before stays, and a recording of it ends.
  ///
  /// - Parameters:
  ///   - names: Values that a transcript names with `%let`.
  ///   - paths: What it expands and mutes.
  package mutating func open(
    _ machine: Machine, seed: UInt64? = nil, names: [NamedValues.Entry] = [], paths: OutputPaths = OutputPaths()
  ) -> Reply {
    let ended = endRecording()
    let opened = CaseRun(machine, seed: seed, givenNames: names, paths: paths)
    let kept = begin(opened)
    let summary = "\(machine.title): \(machine.summary)".escapedForDisplay
    var reply = Reply(
      lines: opened.openingLines.map(ReplyLine.recorded) + [.talk(summary)] + ended.lines + kept,
      mutedCount: opened.openingOutput.mutedCount, effects: ended.effects)
    reply.hasCrashed = opened.hasCrashed
    return reply
  }

  /// Runs a command typed at the prompt: prefixes of verbs and bare words are allowed.
  package mutating func run(_ line: String) -> Reply { answer(line, result(of: line, from: .typed), from: .typed) }

  /// Runs the first command of a line that was read in this state.
  package mutating func run(_ line: ReadLine) -> Reply { answer(line.commands[0].text, line.task, from: .typed) }

  /// Runs a command of a transcript or a script: full verbs and quoted texts only. What a look shows is recorded.
  package mutating func runFromFile(_ line: String) -> Reply {
    answer(line, result(of: line, from: .file), from: .file)
  }

  func openRun() throws(Mistake) -> CaseRun {
    guard let run else { throw Mistake(.nothingOpen) }
    return run
  }

  func openScene() throws(Mistake) -> Scene { try openRun().scene }
}

/// A look that was taken, which `keep` can add to a transcript.
struct Look: Hashable, Sendable {
  /// The look as a command.
  var command: String
  var lines: [String]
}
