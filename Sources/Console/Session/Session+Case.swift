import Statecharts
import Traces
import Transcripts
import ViewModels

/// What a driver of cases asks of the open one, and tells it.
extension Session {
  /// The virtual time that the open case has taken, in milliseconds; 0 when none is open.
  package var elapsedMilliseconds: Int { run?.time ?? 0 }

  /// How many turns the open case has run, those of its opening included.
  package var turnCount: Int { run.map { $0.opening.count + $0.tree.turnCount } ?? 0 }

  /// The requests under way and the work that waits but for their replies: `request authenticate`, `timer tick`.
  package var leftovers: [String] {
    guard let run else { return [] }
    let requests = run.machine.requests(of: run.snapshot).filter { !$0.isEnded }
    let work = run.machine.work(of: run.snapshot).filter { $0.source != .reply }
    return requests.map { "request \($0.name)" } + work.map { "\($0.source.rawValue) \($0.name)" }
  }

  /// Names values from now on, as a transcript that is run here does with `%let`.
  package mutating func learn(_ names: [NamedValues.Entry]) {
    run?.learn(names)
  }

  /// The seed of the open machine's random numbers, where one was given.
  package var seed: UInt64? { run?.seed }

  /// Goes on by hand where a case of a transcript has led: every verb is taken, and the case keeps its title.
  package mutating func goOn(withCase title: String) {
    options.isTranscript = false
    run?.givenTitle = title
  }

  /// Goes on with the recording that holds the case. Nothing runs again.
  ///
  /// - Returns: How many entries the recording has to have; nil when no machine is open.
  package mutating func resumeRecording(to file: String) -> Int? {
    guard run != nil else { return nil }
    recording = RecordingState(file: file)
    return recordedEntryCount
  }

  /// Opens a machine as a case asks for it; plainly when there is none.
  package mutating func open(_ machine: Machine, for opening: CaseOpening?) -> Reply {
    open(machine, seed: opening?.seed, names: opening?.names ?? [], paths: opening?.paths ?? OutputPaths())
  }
}
