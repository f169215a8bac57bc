import Statecharts
import Traces
import Transcripts
import ViewModels

/// What a person did that no file holds.
package struct UnsavedWork: Hashable, Sendable {
  package var cases: Int
  /// The commands that lead to where those cases stand.
  package var commands: Int
}

/// A transcript that holds the unsaved cases of one machine.
package struct UnsavedFile: Hashable, Sendable {
  package var text: String
  package var machine: Name
  package var commands: Int
  /// A sentence for every secret in it that only this session has a name for.
  package var unnamedSecrets: [String] = []
}

extension Session {
  /// What would be lost if the session ended now; nil when files hold everything.
  package var unsavedWork: UnsavedWork? {
    let counts = unsavedCases.map(\.run.unsavedCount)
    return counts.isEmpty ? nil : UnsavedWork(cases: counts.count, commands: counts.reduce(0, +))
  }

  /// The files that would hold it, the present case's last; secrets stand in transcripts by name. The commands run again:
  /// linear in them, and nothing stops them.
  package var unsavedFiles: [UnsavedFile] { unsavedFiles(nil, .free) }

  /// - Parameter title: What cases are called that have no title.
  private func unsavedFiles<Stop>(_ title: String?, _ pace: Pace<Stop>) throws(Stop) -> [UnsavedFile] {
    var cases: [CaseRun] = []
    for entry in unsavedCases {
      if let run = entry.number == shelf.current ? run : try shelf.run(entry.number, pace) { cases.append(run) }
    }
    if run?.unsavedCount != 0, let present = run,
      let index = unsavedCases.firstIndex(where: { $0.number == shelf.current })
    {
      cases.remove(at: index)
      cases.append(present)
    }
    var machines: [Name] = []
    // The machine of the last case comes last.
    for run in cases.reversed() where !machines.contains(run.machine.title) {
      machines.append(run.machine.title)
    }
    return try machines.reversed().map { (machine) throws(Stop) in
      try transcriptFile(of: cases.filter { $0.machine.title == machine }, title, pace)
    }
  }

  /// Tells the session that everything that was done is in files, or need not be in one.
  package mutating func countAsSaved() {
    run?.countAsSaved()
    for entry in shelf.aside { shelf.update(entry.number) { $0.countAsSaved() } }
  }

  /// Tells the session that a file which it wanted to be saved was written. A trace holds no case that could go on.
  package mutating func fileWasSaved(_ saved: SavedFile) {
    guard saved.kind != .trace, let pendingSave, Name(pendingSave.file) == saved.file else { return }
    if pendingSave.isOfAll { countAsSaved() } else { run?.countAsSaved() }
    self.pendingSave = nil
  }

  /// Saves every case that no file holds: to the file those of the machine that is open, and beside it, with a number, those
  /// of other machines. Stopped by the watch, or refused, nothing is saved.
  ///
  /// - Parameter argument: What 'save' takes: the file's name, and options.
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
    /// Each with the number that the last case of that title got.
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
      let entries = CaseEntries(run)
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

/// A file that is being written, and what it will hold.
struct PendingSave: Sendable {
  var file: String
  /// Every case, or the present one alone.
  var isOfAll = false
}

extension String {
  /// `a/b.transcript` as `a/b`.
  fileprivate var withoutEnding: String {
    let name = utf8.lastIndex(of: UInt8(ascii: "/")).map { utf8.index(after: $0) } ?? utf8.startIndex
    guard let dot = utf8[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else { return self }
    return String(self[..<dot])
  }
}
