import Traces
import Turns

package struct TranscriptUpdate: Sendable {
  package var transcript: Transcript
  package var notes: [UpdateNote]
  /// The lines of the cases that were not updated, from 1.
  package var refused: [Int]

  package var text: String { transcript.print() }

  package var isChanged: Bool {
    notes.contains { if case .refused = $0.kind { false } else { true } }
  }

  package var isComplete: Bool { refused.isEmpty }
}

extension ReplayReport {
  /// Updates the failing blocks to their output; all other lines keep their bytes. A case that passes unexpectedly
  /// loses its `%xfail`. Skipped cases, expected failures and errors stay unchanged.
  ///
  /// - Parameter acceptsLost: Whether lines may be dropped without replacement.
  package func updated(acceptsLost: Bool = false) -> TranscriptUpdate {
    var updater = TranscriptUpdater(report: self, acceptsLost: acceptsLost)
    return updater.update()
  }
}

/// A change or a refusal, with its line before the update.
package struct UpdateNote: Sendable {
  package enum Kind: Sendable {
    case rewritten([String])
    /// Dropped without replacement.
    case lost(String)
    case refused(title: String, reason: String)
    /// The `%xfail` line was removed, because the case passes.
    case unmarked(String)
    case hash(String)
  }

  /// From 1.
  package var line: Int
  package var kind: Kind

  package var sentence: String {
    switch kind {
    case .rewritten: "block rewritten"
    case .lost(let text): "lost: \(LineExcerpt(text.escapedForDisplay).text)"
    case .refused(let title, let reason):
      "not updated: '\(LineExcerpt(title.escapedForDisplay).text)': \(reason.escapedForDisplay)"
    case .unmarked(let issue): "passes now: '%xfail \(LineExcerpt(issue.escapedForDisplay).text)' removed"
    case .hash(let hash): "header renewed: the machine's hash is now \(hash.escapedForDisplay)"
    }
  }

  package var details: [String] {
    if case .rewritten(let lines) = kind { lines } else { [] }
  }
}

/// Rewrites all failing blocks of a case or none, and checks the result by parsing and comparing it.
struct TranscriptUpdater {
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
    let failing = report.indexedCases { if case .failed = $0 { true } else { false } }
    var accepted: [IndexedCase] = []
    for entry in failing where consents(to: entry) { accepted.append(entry) }
    rewrite(accepted[...])
    for entry in failing { note(entry) }
    for result in report.cases { refuseSilent(result) }
    for result in report.cases { unmark(result) }
    renewHash()
    notes.sort { $0.line < $1.line }
    return TranscriptUpdate(transcript: document, notes: notes, refused: refused.sorted())
  }

  private mutating func consents(to entry: IndexedCase) -> Bool {
    guard !acceptsLost else { return true }
    let trial = Trial(original: report.transcript, document: document, acceptsLost: false)
    let lost = trial.lost(of: entry.index, entry.result)
    if !lost.isEmpty { refuse(entry.result, .losing(lost)) }
    return lost.isEmpty
  }

  /// A case without expectations whose commands print nothing cannot be updated.
  private mutating func refuseSilent(_ result: CaseResult) {
    guard case .passed = result.verdict, report.expectsNothing(result) else { return }
    refuse(
      result,
      UpdateRefusal(
        reason:
          "its commands print nothing, so there is nothing to expect; add a command that prints, or remove the case"))
  }

  private mutating func unmark(_ result: CaseResult) {
    guard case .unexpectedPass(let issue) = result.verdict else { return }
    guard let index = report.transcript.caseIndex(atLine: result.line),
      let changed = document.withoutXfail(ofCase: index)
    else { return refused.append(result.line) }
    document = changed
    notes.append(UpdateNote(line: result.line, kind: .unmarked(issue)))
  }

  private mutating func refuse(_ result: CaseResult, _ refusal: UpdateRefusal) {
    refused.append(result.line)
    notes.append(UpdateNote(line: result.line, kind: .refused(title: result.title, reason: refusal.reason)))
  }

  /// Rewrites all cases together. If the result is invalid, it tries each half.
  private mutating func rewrite(_ failing: ArraySlice<IndexedCase>) {
    guard let first = failing.first else { return }
    var trial = Trial(original: report.transcript, document: document, acceptsLost: acceptsLost)
    do throws(UpdateRefusal) {
      try trial.rewrite(failing)
      document = trial.document
      notes += trial.notes
    } catch {
      guard failing.count > 1 else { return refuse(first.result, error) }
      let middle = failing.startIndex + failing.count / 2
      rewrite(failing[..<middle])
      rewrite(failing[middle...])
    }
  }

  private mutating func note(_ entry: IndexedCase) {
    let before = report.transcript.cases[entry.index]
    let after = document.cases[entry.index]
    for (place, block) in entry.result.blocks.enumerated() {
      let old = report.transcript.lines.text(of: before.block(at: place))
      let new = document.lines.text(of: after.block(at: place))
      guard !old.elementsEqual(new, by: { $0.hasBytes(of: $1) }) else { continue }
      var lines = BlockChangeText(before: old, after: new).lines
      if let head = before.head(at: place, as: block.echo) { lines.insert(LineExcerpt("  " + head).text, at: 0) }
      notes.append(UpdateNote(line: before.line(at: place), kind: .rewritten(lines)))
    }
  }

  private mutating func renewHash() {
    guard refused.isEmpty, report.isOfOneMachine, let new = report.cases.lazy.compactMap(\.definitionHash).first,
      let changed = document.withHash(new)
    else { return }
    document = changed
    notes.append(UpdateNote(line: document.machineIndex + 1, kind: .hash(new)))
  }
}

extension [TranscriptLine] {
  /// Includes comments below, because they stay when its last lines are dropped.
  fileprivate func text(of block: ExpectedBlock) -> [String] {
    let below = self[block.range.upperBound...].prefix { $0.kind == .comment }
    return (self[block.range] + below).map(\.text)
  }
}

extension ExpectedBlock {
  /// Includes the comments above its lines.
  var range: Range<Int> {
    let end = expectations.last.map { $0.index + 1 } ?? insertion
    return min(insertion, end)..<end
  }
}

extension Transcript {
  /// Nil if the hash is invalid or unchanged.
  func withHash(_ hash: String) -> Transcript? {
    guard MachineReference.isHash(hash), machine.hash.map({ !$0.hasBytes(of: hash) }) ?? true else {
      return nil
    }
    let kept = lines[machineIndex].rest.trimmingTrailingBlanks
    let name = machine.hash.map { String(kept.dropLast($0.count)) } ?? kept + " "
    return replacing(lines: machineIndex..<machineIndex + 1, with: [TranscriptLine(.directive, rest: name + hash)])
  }

  func withoutXfail(ofCase index: Int) -> Transcript? {
    let mark = lines[cases[index].line...].firstIndex {
      $0.kind == .directive && $0.content.utf8.starts(with: "\(Directive.xfail.rawValue) ".utf8)
    }
    return mark.flatMap { replacing(lines: $0..<$0 + 1, with: []) }
  }

  /// The transcript for another machine; it gets the hash only if it had one.
  package func of(_ title: String, _ hash: String) -> Transcript {
    let rest = machine.hash == nil ? title : "\(title) \(hash)"
    return replacing(
      lines: machineIndex..<machineIndex + 1, with: [.directive(.machine, rest)])
      ?? self
  }

  func replacing(lines range: Range<Int>, with new: [TranscriptLine]) -> Transcript? {
    var lines = lines
    lines.replaceSubrange(range, with: new)
    return try? reading(lines)
  }
}

extension ReplayReport {
  /// Whether all cases fit one machine once their differences are accepted. Skipped cases are allowed.
  var isOfOneMachine: Bool {
    guard cases.count == transcript.cases.count else { return false }
    return cases.allSatisfy { result in
      switch result.verdict {
      case .passed, .failed, .skipped, .expectedFailure: true
      case .unexpectedPass, .leftover, .nondeterministic, .error: false
      }
    }
  }
}
