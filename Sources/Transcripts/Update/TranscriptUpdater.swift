import Traces

/// Writes the failing blocks of cases anew, all of a case or none, and proves the result by reading and comparing it again.
struct TranscriptUpdater {
  /// How often a case is written anew; the last time its changed lines are taken over literally.
  private static let attempts = 4

  let report: ReplayReport
  let acceptsLost: Bool
  private var document: Transcript
  private var notes: [UpdateNote] = []
  private var refused: [Int] = []

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
    var accepted: [Failing] = []
    for entry in failing where consents(to: entry) { accepted.append(entry) }
    rewrite(accepted[...])
    for entry in failing { note(entry) }
    for result in report.cases { refuseSilent(result) }
    renewHash()
    notes.sort { $0.line < $1.line }
    return TranscriptUpdate(transcript: document, notes: notes, refused: refused.sorted())
  }

  private struct Failing {
    /// The case's place in the document, which no update changes.
    let index: Int
    let result: CaseResult
  }

  /// Whether nothing of the case is lost, or may be; else it is refused.
  private mutating func consents(to entry: Failing) -> Bool {
    guard !acceptsLost else { return true }
    let trial = Trial(original: report.transcript, document: document, acceptsLost: false)
    let lost = trial.lost(of: entry.index, entry.result)
    if !lost.isEmpty { refuse(entry.result, .losing(lost)) }
    return lost.isEmpty
  }

  /// A case that expects nothing and whose commands print nothing cannot be filled.
  private mutating func refuseSilent(_ result: CaseResult) {
    guard case .passed = result.verdict, report.expectsNothing(result) else { return }
    refuse(
      result,
      Refusal(
        reason: "its commands print nothing, so there is nothing to expect; add one that prints, or remove the case"))
  }

  private mutating func refuse(_ result: CaseResult, _ refusal: Refusal) {
    refused.append(result.line)
    notes.append(UpdateNote(line: result.line, kind: .refused(title: result.title, reason: refusal.reason)))
  }

  /// Rewrites the cases together; when the file would not read or hold any more, halves of them, down to the one that
  /// cannot be updated.
  private mutating func rewrite(_ failing: ArraySlice<Failing>) {
    guard let first = failing.first else { return }
    var trial = Trial(original: report.transcript, document: document, acceptsLost: acceptsLost)
    do throws(Refusal) {
      try trial.rewrite(failing.map { ($0.index, $0.result) }, attempts: Self.attempts)
      document = trial.document
      notes += trial.notes
    } catch {
      guard failing.count > 1 else { return refuse(first.result, error) }
      let middle = failing.startIndex + failing.count / 2
      rewrite(failing[..<middle])
      rewrite(failing[middle...])
    }
  }

  /// Tells of every block of a case that was written anew, with what changed in it.
  private mutating func note(_ entry: Failing) {
    let before = report.transcript.cases[entry.index]
    let after = document.cases[entry.index]
    for (place, block) in entry.result.blocks.enumerated() {
      let old = report.transcript.lines.text(of: before.block(at: place))
      let new = document.lines.text(of: after.block(at: place))
      guard !old.elementsEqual(new, by: { $0.utf8.elementsEqual($1.utf8) }) else { continue }
      var lines = BlockChangeText(before: old, after: new).lines
      if let head = before.head(at: place, as: block.echo) { lines.insert(LineExcerpt("  " + head).text, at: 0) }
      notes.append(UpdateNote(line: before.line(at: place), kind: .rewritten(lines)))
    }
  }

  /// Puts the hash of the machine that ran into the header.
  private mutating func renewHash() {
    guard refused.isEmpty, report.isOfOneMachine, let new = report.cases.lazy.compactMap(\.definitionHash).first,
      let changed = document.withHash(new)
    else { return }
    document = changed
    notes.append(UpdateNote(line: document.machineIndex + 1, kind: .hash(new)))
  }
}

extension [TranscriptLine] {
  /// The lines of a block, with the comments below it: they stay where its last lines went.
  fileprivate func text(of block: ExpectedBlock) -> [String] {
    let below = self[block.range.upperBound...].prefix { $0.kind == .comment }
    return (self[block.range] + below).map(\.text)
  }
}

extension ExpectedBlock {
  /// Where the block stands among the document's lines, with the comments above its lines.
  var range: Range<Int> {
    let end = expectations.last.map { $0.index + 1 } ?? insertion
    return min(insertion, end)..<end
  }
}
