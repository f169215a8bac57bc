import Statecharts
import Traces
import Transcripts
import ViewModels

/// Work that is not saved in a file.
package struct UnsavedWork: Hashable, Sendable {
  package var cases: Int
  package var commands: Int
}

/// A transcript for the unsaved cases of one machine.
package struct UnsavedFile: Hashable, Sendable {
  package var text: String
  package var machine: Name
  package var commands: Int
  /// One sentence per secret that has a name only in this session.
  package var unnamedSecrets: [String] = []
}

extension Session {
  /// Nil if files contain everything.
  package var unsavedWork: UnsavedWork? {
    let counts = unsavedCases.map(\.run.unsavedCount)
    return counts.isEmpty ? nil : UnsavedWork(cases: counts.count, commands: counts.reduce(0, +))
  }

  /// Transcripts of the unsaved work, the active case last. Reruns all commands, uninterruptibly.
  package var unsavedFiles: [UnsavedFile] { unsavedFiles(nil, .free) }

  private func unsavedFiles<Stop>(_ title: String?, _ pace: Pace<Stop>) throws(Stop) -> [UnsavedFile] {
    var cases: [CaseRun] = []
    for entry in unsavedCases where entry.number != shelf.current {
      if let run = try shelf.run(entry.number, pace) { cases.append(run) }
    }
    // The active case and its machine come last.
    if let run, unsavedCases.contains(where: { $0.number == shelf.current }) { cases.append(run) }
    var machines: [Name] = []
    for run in cases.reversed() where !machines.contains(run.machine.title) {
      machines.append(run.machine.title)
    }
    return try machines.reversed().map { (machine) throws(Stop) in
      try transcriptFile(of: cases.filter { $0.machine.title == machine }, title, pace)
    }
  }

  /// Marks all work as saved or not worth saving.
  package mutating func countAsSaved() {
    run?.countAsSaved()
    for entry in shelf.aside { shelf.update(entry.number) { $0.countAsSaved() } }
  }

  /// A trace does not count as saved, because no case can continue from it.
  package mutating func fileWasSaved(_ saved: SavedFile) {
    guard saved.kind != .trace, let pendingSave, Name(pendingSave.file) == saved.file else { return }
    if pendingSave.isOfAll { countAsSaved() } else { run?.countAsSaved() }
    self.pendingSave = nil
  }

  /// Saves the open machine's unsaved cases to the file, and those of other machines to numbered files beside it.
  /// Saves nothing if interrupted or refused.
  ///
  /// - Parameter argument: As for 'save'.
  package mutating func saveAll(to argument: String) -> Reply {
    do throws(Mistake) {
      guard var reader = try ArgumentReader("\(Verb.save.name) \(argument)", from: .typed, in: nil) else {
        return Reply()
      }
      return try savingAll(to: reader.file(for: self))
    } catch {
      return Reply(mistake: error)
    }
  }

  private mutating func savingAll(to target: FileArgument) throws(Mistake) -> Reply {
    let file = target.name
    let files = Array(try unsavedFiles(file.caseTitle, pace).reversed())
    let stem = file.withoutEnding
    let names = files.indices.map { $0 == 0 ? file : "\(stem)-\($0 + 1).transcript" }
    let effects = zip(names, files).map {
      FileEffect.save(SavedFile(.transcript, $0, text: $1.text, replaces: target.replaces))
    }
    pendingSave = names.last.map { PendingSave(file: $0, isOfAll: true) }
    let talk = names.map { "saved to \($0.escapedForDisplay)" } + files.flatMap(\.unnamedSecrets)
    return Reply(lines: talk.map(ReplyLine.talk), effects: effects)
  }

  // MARK: Texts

  private var unsavedCases: [(number: Int, run: CaseRun)] {
    let recorded = recordedNumbers
    return numberedCases.filter { !recorded.contains($0.number) && $0.run.unsavedCount > 0 }
  }

  private func transcriptFile<Stop>(
    of runs: [CaseRun], _ fallback: String?, _ pace: Pace<Stop>
  ) throws(Stop) -> UnsavedFile {
    /// The last number per title.
    var titles: [Name: Int] = [:]
    var text = ""
    var unnamed: [String] = []
    for run in runs {
      var run = run
      run.givenTitle = run.givenTitle ?? fallback
      let title = run.title
      var number = titles[Name(title)] ?? 0
      while titles[Name(run.title)] != nil {
        number += 1
        run.givenTitle = "\(title) \(number)"
      }
      let entries = CaseEntries(run: run)
      if titles.isEmpty { text = entries.header }
      text += try entries.all(isFirst: titles.isEmpty, pace).joined()
      titles[Name(title)] = max(number, 1)
      titles[Name(run.title)] = 1
      unnamed += run.unnamedSecrets
    }
    return UnsavedFile(
      text: text + Recording.end(cases: runs.count, notes: unnamed), machine: runs[0].machine.title,
      commands: runs.reduce(0) { $0 + $1.tree.depth }, unnamedSecrets: unnamed)
  }
}

struct PendingSave: Sendable {
  var file: String
  /// False for the active case alone.
  var isOfAll = false
}

extension String {
  fileprivate var withoutEnding: String {
    let name = utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? utf8.startIndex
    guard let dot = utf8[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else { return self }
    return String(self[..<dot])
  }
}
