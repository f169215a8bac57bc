import Traces

/// Writes failing blocks anew, and proves the result by reading and comparing it again.
struct TranscriptUpdater {
  /// How often a case is written anew; the last time its changed lines are taken over literally.
  private static let attempts = 4

  let report: ReplayReport
  let acceptsLost: Bool
  private var document: Transcript
  private var notes: [UpdateNote] = []

  init(report: ReplayReport, acceptsLost: Bool) {
    self.report = report
    self.acceptsLost = acceptsLost
    document = report.transcript
  }

  mutating func update() -> TranscriptUpdate {
    let failing = report.cases.compactMap { result -> Failing? in
      guard case .failed = result.verdict else { return nil }
      return report.transcript.caseIndex(atLine: result.line).map { Failing(index: $0, result: result) }
    }
    let wasChanged = rewrite(failing[...])
    if wasChanged { updateHash() }
    notes.sort { $0.line < $1.line }
    return TranscriptUpdate(transcript: document, notes: notes)
  }

  private struct Failing {
    /// The case's place in the document, which no update changes.
    let index: Int
    let result: CaseResult
  }

  /// Rewrites the cases together; when the file would not read or hold any more, halves of them, down to the one that
  /// cannot be updated.
  private mutating func rewrite(_ failing: ArraySlice<Failing>) -> Bool {
    guard !failing.isEmpty else { return false }
    var trial = Trial(original: report.transcript, document: document, acceptsLost: acceptsLost)
    do throws(Refusal) {
      try trial.rewrite(failing.map { ($0.index, $0.result) }, attempts: Self.attempts)
      document = trial.document
      notes += trial.notes
      return trial.isChanged
    } catch {
      guard failing.count > 1 else {
        for entry in failing {
          notes.append(
            UpdateNote(line: entry.result.line, kind: .refused(title: entry.result.title, reason: error.reason)))
        }
        return false
      }
    }
    let middle = failing.startIndex + failing.count / 2
    let first = rewrite(failing[..<middle])
    let second = rewrite(failing[middle...])
    return first || second
  }

  /// Puts the hash of the machine that ran into the header, if the header has one.
  private mutating func updateHash() {
    let machine = document.machine
    let hashes = report.cases.compactMap(\.definitionHash)
    guard let old = machine.hash, let new = hashes.first, MachineReference.isHash(new) else { return }
    guard !old.utf8.elementsEqual(new.utf8) else { return }
    let line = document.lines[document.machineIndex]
    let kept = line.rest.trimmingTrailingBlanks
    let blanks = String(repeating: " ", count: line.rest.utf8.count - kept.utf8.count)
    var lines = document.lines
    lines[document.machineIndex] = TranscriptLine(.directive, rest: String(kept.dropLast(old.count)) + new + blanks)
    guard let changed = try? Transcript.parse(Transcript.print(lines), awaitsOutput: true) else { return }
    document = changed
    notes.append(UpdateNote(line: document.machineIndex + 1, kind: .hash(new)))
  }
}
