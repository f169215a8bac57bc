import Statecharts
import Traces
import ViewModels

extension Session {
  /// Opens a snapshot's text as a case of its own, whose history begins there; a recording of another case ends.
  ///
  /// - Parameter reference: The file that the text is from, and whether a changed definition is accepted.
  package mutating func open(_ text: String, from reference: SnapshotReference) throws(SnapshotFileError) -> Reply {
    let saved = try SavedSnapshot(text)
    guard let machine = catalogue.machines.first(where: { $0.title.hasBytes(of: saved.header.machine) }) else {
      throw SnapshotFileError(.unknownMachine(saved.header.machine), line: 1, column: 1)
    }
    let (snapshot, dropped) = try restored(saved, machine, reference)
    let ended = endRecording()
    let kept = begin(CaseRun(machine, restored: snapshot, from: reference.file))
    let clock = VirtualDuration(milliseconds: snapshot.time).readable
    let talk =
      ["\(machine.title): \(machine.summary)", "opened at \(clock) from \(reference.file); the history begins here"]
      + dropped.map { "dropped: \($0)" }
    return Reply(lines: talk.map { .talk($0.escapedForDisplay) } + ended.lines + kept, effects: ended.effects)
  }

  private func restored(
    _ saved: SavedSnapshot, _ machine: Machine, _ reference: SnapshotReference
  ) throws(SnapshotFileError) -> (snapshot: Snapshot, dropped: [String]) {
    guard reference.isMigrating else {
      return (try saved.restored(for: machine.program, machine.definitionHash), [])
    }
    return try saved.migrated(to: machine.program)
  }

  /// Saves where the case stands; what could not be opened again is not saved.
  mutating func saveSnapshot(to target: SavingTarget) throws(Mistake) -> Reply {
    let file = target.name
    let run = try openRun()
    let header = SnapshotFile.Header(machine: run.machine.title, definition: run.machine.definitionHash)
    let text = SnapshotFile.encode(run.snapshot, of: run.machine.program, header)
    do {
      _ = try SavedSnapshot(text).restored(for: run.machine.program, run.machine.definitionHash)
    } catch {
      throw Mistake(.unopenableSnapshot(error.sentence))
    }
    let name = file.escapedForDisplay
    let opening = SnapshotReference.isFile(file) ? "" : "; 'open ./\(name)' opens it"
    pendingSave = PendingSave(file: file)
    return Reply(
      lines: [.talk("saved to \(name); it holds secrets as they are\(opening)")],
      effects: [.save(SavedFile(.snapshot, file, text: text, replaces: target.replaces))])
  }
}
