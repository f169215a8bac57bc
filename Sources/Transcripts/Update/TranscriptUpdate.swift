import Traces
import Turns

/// A transcript brought up to date with what its cases printed.
package struct TranscriptUpdate: Sendable {
  package var transcript: Transcript
  /// In the order of the lines.
  package var notes: [UpdateNote]
  /// The lines of the cases that were left as they are, counted from one.
  package var refused: [Int]

  /// The file's new text.
  package var text: String { transcript.print() }

  /// Whether anything was written anew.
  package var isChanged: Bool {
    notes.contains { note in
      switch note.kind {
      case .rewritten, .lost, .hash, .unmarked: true
      case .refused: false
      }
    }
  }

  /// Whether every failing case now holds.
  package var isComplete: Bool { refused.isEmpty }
}

extension ReplayReport {
  /// Brings the failing blocks of the report's transcript up to date. Whatever passes stays as it is to the byte, and so
  /// do commands, directives and comments. The result holds for the output that it was made from.
  ///
  /// A case that is expected to fail and passes loses its `%xfail`. Cases that are skipped, fail as expected or are in error are
  /// left alone.
  ///
  /// - Parameter acceptsLost: Whether lines may be dropped with nothing in their places.
  package func updated(acceptsLost: Bool = false) -> TranscriptUpdate {
    var updater = TranscriptUpdater(report: self, acceptsLost: acceptsLost)
    return updater.update()
  }
}

/// Something that an update did, or did not do, at a line of the file as it was before.
package struct UpdateNote: Sendable {
  package enum Kind: Sendable {
    /// The block of a command, or of a case's opening, was written anew; what changed in it, line by line.
    case rewritten([String])
    /// A line was dropped with nothing in its place.
    case lost(String)
    /// The case was left as it is, with all of its blocks.
    case refused(title: String, reason: String)
    /// The line that says that a case fails was removed, since it passes.
    case unmarked(String)
    /// The hash of the machine in the header was written anew, since every case of the file holds for that machine.
    case hash(String)
  }

  /// Counted from one.
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

  /// The lines below the sentence.
  package var details: [String] {
    if case .rewritten(let lines) = kind { lines } else { [] }
  }
}

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
    for result in report.cases { unmark(result) }
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
      UpdateRefusal(
        reason:
          "its commands print nothing, so there is nothing to expect; add a command that prints, or remove the case"))
  }

  /// Removes the line that says that a case fails, where it passes.
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

  /// Rewrites the cases together; when the file would not read or hold any more, halves of them, down to the one that
  /// cannot be updated.
  private mutating func rewrite(_ failing: ArraySlice<Failing>) {
    guard let first = failing.first else { return }
    var trial = Trial(original: report.transcript, document: document, acceptsLost: acceptsLost)
    do throws(UpdateRefusal) {
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
      guard !old.elementsEqual(new, by: { $0.hasBytes(of: $1) }) else { continue }
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

extension Transcript {
  /// The document with another hash of its machine in the header; nil where it has that one, or it is none.
  func withHash(_ hash: String) -> Transcript? {
    guard MachineReference.isHash(hash), machine.hash.map({ !$0.hasBytes(of: hash) }) ?? true else {
      return nil
    }
    let kept = lines[machineIndex].rest.trimmingTrailingBlanks
    let name = machine.hash.map { String(kept.dropLast($0.count)) } ?? kept + " "
    return replacing(lines: machineIndex..<machineIndex + 1, with: [TranscriptLine(.directive, rest: name + hash)])
  }

  /// The document without the line that says that a case fails; nil where it has none.
  func withoutXfail(ofCase index: Int) -> Transcript? {
    let mark = lines[cases[index].line...].firstIndex {
      $0.kind == .directive && $0.content.utf8.starts(with: "\(Directive.xfail.rawValue) ".utf8)
    }
    return mark.flatMap { replacing(lines: $0..<$0 + 1, with: []) }
  }

  /// The document as one of another machine; its hash stands there where one stood before.
  package func of(_ title: String, _ hash: String) -> Transcript {
    let rest = machine.hash == nil ? title : "\(title) \(hash)"
    return replacing(
      lines: machineIndex..<machineIndex + 1, with: [.directive(.machine, rest)])
      ?? self
  }

  /// The document with other lines in the place of some; nil where it would not read any more.
  func replacing(lines range: Range<Int>, with new: [TranscriptLine]) -> Transcript? {
    var lines = lines
    lines.replaceSubrange(range, with: new)
    return try? reading(lines)
  }
}

extension ReplayReport {
  /// Whether every case of the file was run and holds once its differences are accepted, so that the file is then one of
  /// the machine that ran.
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
