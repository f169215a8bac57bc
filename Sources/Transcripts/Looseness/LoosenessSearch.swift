import Traces
import Turns

struct LoosenessSearch {
  /// Starts a comment that accepts the line below.
  static let acceptance = "loose:"

  let report: ReplayReport
  /// For a word that begins no line.
  let cure: (String) -> String?
  private(set) var found: [LooseLine] = []
  private(set) var anys: [LooseAny] = []

  mutating func lines() -> [LooseLine] {
    for result in report.cases {
      guard let transcriptCase = report.transcriptCase(of: result) else { continue }
      for block in [transcriptCase.opening] + transcriptCase.steps.filter({ !$0.isLook }).map(\.block) {
        findUnknownWords(in: block)
      }
      for block in transcriptCase.blocks { findWildcards(in: block) }
      findUnusedBindings(in: transcriptCase)
      if case .passed = result.verdict { judge(transcriptCase, result) }
    }
    judgeAnys()
    return found.sorted { $0.line < $1.line }
  }

  private mutating func add(_ kind: LooseLine.Kind, at expectation: Expectation, cause: String, cure: String) {
    found.append(
      LooseLine(
        kind: kind, line: expectation.index + 1, cause: cause, cure: cure, acceptance: acceptance(of: expectation)))
  }

  private func acceptance(of expectation: Expectation) -> String? {
    let comments = report.transcript.lines[..<expectation.index].reversed().prefix { $0.kind == .comment }
    for comment in comments where comment.content.utf8.starts(with: Self.acceptance.utf8) {
      let reason = comment.content.utf8.dropFirst(Self.acceptance.utf8.count).drop { $0 == UInt8(ascii: " ") }
      return reason.isEmpty ? nil : String(Substring(reason))
    }
    return nil
  }

  // MARK: What the text shows

  /// Finds lines that need not match, and never will.
  private mutating func findUnknownWords(in block: ExpectedBlock) {
    for expectation in block.expectations where expectation.mark != .next && expectation.mark != .anyOrder {
      guard case .word(let word)? = expectation.pattern.line.timelessFields.first?.content, let cure = cure(word.text)
      else { continue }
      add(.unknownWord, at: expectation, cause: "no line begins with '\(word)'", cure: cure)
    }
  }

  /// Finds bare `|*` lines in a block without `|!` lines, which would justify them.
  private mutating func findWildcards(in block: ExpectedBlock) {
    guard !block.expectations.contains(where: { $0.mark == .never }) else { return }
    for expectation in block.expectations where expectation.mark == .anyNumber && expectation.pattern.isUnrestricted {
      add(
        .bareWildcard, at: expectation, cause: "'|*' matches any lines",
        cure: "restrict it, as '|* request' does, or write the lines")
    }
  }

  private mutating func findUnusedBindings(in transcriptCase: TranscriptCase) {
    let expectations = transcriptCase.blocks.flatMap(\.expectations)
    var used: Set<String> = []
    for expectation in expectations { used.formUnion(expectation.pattern.usedNames) }
    for expectation in expectations {
      for binding in expectation.pattern.bindings where !used.contains(binding.name) {
        add(
          .unusedBinding, at: expectation, cause: "nothing refers to '\(binding.name)'",
          cure: "write '<=\(binding.name)>' where the same value is expected, or remove ' as \(binding.name)'")
      }
    }
  }

  // MARK: What came

  private mutating func judge(_ transcriptCase: TranscriptCase, _ result: CaseResult) {
    let matcher = LineMatcher(names: result.names)
    for (place, block) in result.blocks.enumerated() {
      let expected = transcriptCase.block(at: place).split
      guard expected.expectations.contains(where: { !$0.mark.isPrefix && $0.pattern.hasParts }) else { continue }
      let actual = block.actual.map(LineFields.init)
      var aligner = BlockAligner(expected, actual, names: result.names, bindings: block.bindingsAfter)
      guard let alignment = try? aligner.align() else { continue }
      for case .matched(let index, let line) in alignment.rows where !expected.expectations[index].mark.isPrefix {
        judge(expected.expectations[index], actual[line], matcher)
      }
    }
  }

  private mutating func judge(_ expectation: Expectation, _ actual: LineFields, _ matcher: LineMatcher) {
    let pattern = expectation.pattern
    guard !pattern.endsWithReason, pattern.line.fields.count == actual.fields.count else { return }
    for (index, (expected, found)) in zip(pattern.line.fields, actual.fields).enumerated() {
      guard case .value(let wanted) = expected.content else { continue }
      let head = pattern.line.timelessFields.prefix { $0.offset < expected.offset }.map(\.text)
      let place = LooseAny.Place(head: head, field: index - (pattern.line.hasOffset ? 1 : 0))
      var walk = LooseWalk(matcher: matcher, expectation: expectation, place: place)
      walk.judge(wanted, found.content, text: found.text)
      for partial in walk.wholes {
        add(
          .partialContainer, at: expectation, cause: "'...' in '\(LineExcerpt(partial).text)' matches nothing",
          cure: "remove it, so that additions are detected")
      }
      anys += walk.anys
    }
  }

  /// Suggests a value that is constant for all equal lines, else a narrower matcher.
  private mutating func judgeAnys() {
    let groups = Dictionary(grouping: anys, by: \.place).mapValues { alike in
      let places = Set(alike.map(\.expectation.index)).count
      return (places: places, isConstant: places > 1 && alike.allSatisfy { $0.found == alike[0].found })
    }
    for any in anys {
      guard let (places, isConstant) = groups[any.place] else { continue }
      if isConstant, !any.isBinding {
        add(
          .wideMatcher, at: any.expectation, cause: "'\(any.text)' matches the same value in all \(places) places",
          cure: "write '\(LineExcerpt(any.foundText).text)'")
      } else if let kind = any.kind {
        add(
          .wideMatcher, at: any.expectation, cause: "'\(any.text)' matches anything, and a narrower matcher holds too",
          cure: "write '\(kind)'")
      }
    }
  }
}

extension LinePattern {
  fileprivate var usedNames: [String] {
    line.fields.flatMap { field -> [String] in
      guard case .value(let pattern) = field.content else { return [] }
      return pattern.leaves.compactMap { leaf in
        if case .marker(let tokens) = leaf, case .equals(let name)? = Matcher(tokens)?.test { name } else { nil }
      }
    }
  }

  fileprivate var hasParts: Bool { line.text.utf8.contains { "<.".utf8.contains($0) } }
}
