import Traces

/// A transcript with other names for the same things, and what proves that it says the same.
package struct Migration: Sendable {
  package let path: String
  /// The document with the new names.
  package private(set) var document: Transcript
  /// What each renaming is of in this file.
  package let renamings: [Renaming]
  private let original: Transcript

  /// - Throws: that a renaming does not say of what the name is, or cannot be taken back.
  package init(_ transcript: Transcript, path: String, _ renamings: [Renaming]) throws(RenamingProblem) {
    self.path = path
    original = transcript
    self.renamings = try transcript.explicit(renamings)
    document = try transcript.renamed(self.renamings)
  }

  package var isChanged: Bool { !document.print().utf8.elementsEqual(original.print().utf8) }

  /// Replays the document on the machine with the new names. Where all of it holds, the header gets that machine's hash;
  /// what a look shows may differ by the names, and by the columns that they need.
  ///
  /// - Returns: What came, compared with the document as it then is.
  package mutating func prove(
    used: [UsedCommands], with runner: some CaseRunner, text: FailureText
  ) -> ReplayReport {
    var review = FileReview(report: document.replay(path: path, used: used, with: runner), text: text)
    review.acceptLooks(renamings)
    document = review.document
    let report = document.replay(path: path, used: used, with: runner)
    let hash = report.cases.lazy.compactMap(\.definitionHash).first
    if report.exitCode == .agreed, let hash, let renewed = document.withHash(hash) {
      document = renewed
      return ReplayReport(path: path, transcript: renewed, cases: report.cases)
    }
    return report
  }

  /// Replays the file as it was on the machine with the old names, which has to print the same lines, renamed.
  ///
  /// - Parameter report: What came on the machine with the new names.
  /// - Throws: that the old file does not hold there, or where the two part.
  package func compare(
    _ report: ReplayReport, used: [UsedCommands], withOld runner: some CaseRunner
  ) throws(RenamingProblem) {
    let old = original.replay(path: path, used: used, with: runner)
    guard old.exitCode == .agreed else {
      throw RenamingProblem("the file does not hold for the machine with the old names; mend it there first")
    }
    let before = try original.played(old).renamed(renamings)
    let after = try document.played(report)
    for (left, right) in zip(before.lines, after.lines) where !left.text.utf8.elementsEqual(right.text.utf8) {
      throw RenamingProblem(
        "the machines differ beyond the names: '\(LineExcerpt(left.text).text)' came before, and "
          + "'\(LineExcerpt(right.text).text)' comes now; 'compare' tells why")
    }
    guard before.lines.count == after.lines.count else {
      throw RenamingProblem("the machines differ beyond the names; 'compare' tells why")
    }
  }
}

extension Transcript {
  /// The commands of the cases with what they printed; what a look shows is left out.
  fileprivate func played(_ report: ReplayReport) throws(RenamingProblem) -> Transcript {
    var lines: [TranscriptLine] = [.directive(.transcript, "1"), .directive(.machine, machine.description)]
    for result in report.cases {
      guard let transcriptCase = report.transcriptCase(of: result), !result.blocks.isEmpty else { continue }
      lines.append(.directive(.case, transcriptCase.title))
      for (place, block) in result.blocks.enumerated() {
        let step = transcriptCase.step(at: place)
        if let step { lines.append(TranscriptLine(.command, step.command)) }
        guard step?.isLook != true, place <= transcriptCase.steps.count else { continue }
        lines += block.actual.map { TranscriptLine(.output(.next), $0) }
      }
    }
    do throws(TranscriptProblems) {
      return try reading(lines)
    } catch {
      throw RenamingProblem(error.problems.first?.sentence ?? "what came cannot be read")
    }
  }
}

extension FileReview {
  /// Accepts what a look shows where it differs by the renamings alone; leaves all else.
  fileprivate mutating func acceptLooks(_ renamings: [Renaming]) {
    while let difference = next {
      let isAccepted = isOfNames(difference, renamings) && (try? accept(difference, acceptsLost: false)) != nil
      if !isAccepted { leave(difference) }
    }
  }

  private func isOfNames(_ difference: Difference, _ renamings: [Renaming]) -> Bool {
    let transcriptCase = document.cases[difference.index]
    guard transcriptCase.step(at: difference.place)?.isLook ?? false,
      let actual = try? result(of: difference).blocks[difference.place].actual
    else { return false }
    let expectations = transcriptCase.block(at: difference.place).expectations
    return expectations.count == actual.count
      && zip(expectations, actual).allSatisfy { expectation, line in
        let wanted = expectation.pattern.line.fields
        let found = LineFields(line).fields
        return expectation.mark == .next && wanted.count == found.count
          && zip(wanted, found).allSatisfy { $0.text.isRenamed($1.text, renamings) }
      }
  }
}

extension String {
  /// Whether a word is another one, some of its names renamed, or both are rules of a drawing.
  fileprivate func isRenamed(_ other: String, _ renamings: [Renaming]) -> Bool {
    if utf8.elementsEqual(other.utf8) { return true }
    let rules = "+-=|".utf8
    if utf8.allSatisfy(rules.contains), other.utf8.allSatisfy(rules.contains) { return true }
    var bytes = Array(utf8)
    for range in pathNames.reversed() {
      let name = String(decoding: bytes[range], as: UTF8.self)
      if let renaming = renamings.first(where: { $0.old == name }) {
        bytes.replaceSubrange(range, with: renaming.new.utf8)
      }
    }
    return bytes.elementsEqual(other.utf8)
  }
}
