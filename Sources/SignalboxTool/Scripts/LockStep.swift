import Console
import Statecharts
import Traces
import Transcripts
import ViewModels

/// Plays one script on two machines, command by command.
///
/// What one machine lacks is absent there: the other does the command, and both go on with what both can do. A command that
/// neither can read is left out where the script was recorded on a third machine; else it is a mistake in the script.
struct LockStep {
  let players: Sides<ScriptPlayer>
  /// What neither machine has, by verb and name, and how often the script has it.
  private(set) var leftOut: [(words: String, count: Int)] = []

  /// The traces of a run; a step that one machine cannot do stands in its trace as an absence.
  mutating func traces(of run: Script.Run, in path: String) throws -> Sides<Trace> {
    var opening = run
    opening.used = []
    var sessions = try players.map { try $0.session(of: opening, in: path, isTranscript: run.opening != nil) }
    var absences: [Absent] = []
    for (command, file) in commands(of: run, in: path) where !command.opensMachine {
      let before = sessions
      let replies = Sides(a: sessions.a.runFromFile(command.text), b: sessions.b.runFromFile(command.text))
      switch (replies.a.mistake, replies.b.mistake) {
      case (nil, nil): break
      case (let mistake?, nil): absences += Absent.all(on: .a, before, sessions, mistake.sentence)
      case (nil, let mistake?): absences += Absent.all(on: .b, before, sessions, mistake.sentence)
      case (_?, _?) where isOfThird(run): leaveOut(command)
      case (let mistake?, _?):
        throw Diagnostic(
          mistake, path: file, line: command.line, shift: command.shift, excerpt: sessions.a.disclosed(command.text))
      }
      if let stop = replies.a.stop ?? replies.b.stop {
        throw Diagnostic(stop, path: file, place: SourcePlace(line: command.line, column: 1 + command.shift))
      }
      if try ends(replies.a.effects + replies.b.effects, command, file) { break }
    }
    var traces = try Sides(
      a: players.a.trace(of: sessions.a, run, in: path), b: players.b.trace(of: sessions.b, run, in: path))
    for absent in absences.reversed() {
      traces[absent.side].insert(absence: absent.reason, of: absent.cause, at: absent.turn)
    }
    return traces
  }

  private func isOfThird(_ run: Script.Run) -> Bool {
    guard let own = run.opening?.machine.description else { return false }
    return DiffSide.allCases.allSatisfy { players[$0].machine.map { !$0.title.utf8.elementsEqual(own.utf8) } ?? false }
  }

  /// Notes the verb and the name; a value may be a secret.
  private mutating func leaveOut(_ command: Script.Command) {
    let words = command.text.split(separator: " ").prefix(2).joined(separator: " ")
    if let index = leftOut.firstIndex(where: { $0.words.utf8.elementsEqual(words.utf8) }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((words, 1))
    }
  }

  /// A stimulus that one side cannot do.
  private struct Absent {
    let side: DiffSide
    /// How many turns of the side stand before it.
    let turn: Int
    /// The stimulus as it is on the other side.
    let cause: Cause
    let reason: String

    /// The stimuli of a command that only the other side did; none for a look.
    static func all(
      on side: DiffSide, _ before: Sides<Session>, _ after: Sides<Session>, _ reason: String
    ) -> [Absent] {
      let done = after[side.other].trace?.turns.dropFirst(before[side.other].trace?.turns.count ?? 0) ?? []
      let turn = before[side].trace?.turns.count ?? 0
      return done.filter { $0.cause.source == .user }.map {
        Absent(side: side, turn: turn, cause: $0.cause, reason: reason)
      }
    }
  }

  private func commands(of run: Script.Run, in path: String) -> [(command: Script.Command, path: String)] {
    run.used.flatMap { file in
      file.commands.map { (Script.Command(text: $0.text, line: $0.line, shift: 2), file.path) }
    } + run.commands.map { ($0, path) }
  }

  /// Whether the script ends here.
  ///
  /// - Throws: that a command would touch a file.
  private func ends(_ effects: [FileEffect], _ command: Script.Command, _ path: String) throws -> Bool {
    guard let effect = effects.first else { return false }
    if case .quit = effect { return true }
    throw Diagnostic.touchesFile(command, in: path)
  }
}
