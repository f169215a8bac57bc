import Traces

/// Which differences are told, and which of them fail.
///
/// As a file it has a word and what it is about on each line: `ignore CLASS`, `ignore-path FIELD`, `fail-on CLASS`,
/// `key LIST=MEMBER`, `tolerance FIELD=NUMBER`, or `internal` alone; a line that begins with `#` says nothing.
package struct DifferencePolicy: Hashable, Sendable {
  /// These are not told.
  package var ignoredClasses: Set<DifferenceClass> = []
  /// What these fields and all below them do is not told: `view`, `items[3].total`, `items[*].total`.
  package var ignoredPaths: [String] = []
  /// Whether fields that nothing shows are compared, too.
  package var comparesInternals = false
  /// The slightest class that fails; nil for every one.
  package var failing: DifferenceClass?

  /// What counts as the same value: the comparison itself keeps to it, so that it is given to that.
  package var rules = ComparisonRules()

  package init() {}

  /// A line of a policy that says nothing that can be followed.
  package struct Problem: Error, Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    package let sentence: String
  }

  /// Reads the text of a policy. Linear.
  package init(text: String) throws(Problem) {
    for (index, line) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let words = Substring(line).split(whereSeparator: \.isWhitespace).map(String.init)
      guard let word = words.first, !word.utf8.starts(with: "#".utf8) else { continue }
      do throws(WordProblem) {
        if word.utf8.elementsEqual("internal".utf8), words.count == 1 {
          comparesInternals = true
          continue
        }
        guard words.count == 2 else { throw WordProblem("'\(word.escapedForDisplay)' is followed by exactly one word") }
        try take(word, words[1])
      } catch {
        throw Problem(line: index + 1, sentence: error.sentence)
      }
    }
  }

  private struct WordProblem: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  private mutating func take(_ word: String, _ value: String) throws(WordProblem) {
    switch word {
    case "ignore": ignoredClasses.insert(try Self.differenceClass(value))
    case "ignore-path": ignoredPaths.append(value)
    case "fail-on": failing = try Self.differenceClass(value)
    case "key", "tolerance":
      do throws(ComparisonRules.Mistake) {
        if word == "key" {
          rules.keys.chosen.append(try .init(value))
        } else {
          rules.tolerances.append(try .init(value))
        }
      } catch {
        throw WordProblem(error.sentence)
      }
    default:
      throw WordProblem(
        "'\(word.escapedForDisplay)' is none of 'ignore', 'ignore-path', 'fail-on', 'key', 'tolerance' and 'internal'")
    }
  }

  private static func differenceClass(_ name: String) throws(WordProblem) -> DifferenceClass {
    if let found = DifferenceClass(rawValue: name) { return found }
    let names = DifferenceClass.allCases.map(\.rawValue).joined(separator: ", ")
    throw WordProblem("'\(name.escapedForDisplay)' is no class of differences; they are \(names)")
  }

  /// Compares two runs as the policy says.
  package func difference(of runs: Sides<Trace>) -> TraceDifference {
    applied(to: TraceDifference(from: runs.a, to: runs.b, by: rules))
  }

  /// Returns a difference without what is ignored, and without what is internal if that does not count.
  package func applied(to difference: TraceDifference) -> TraceDifference {
    var result = difference
    if !comparesInternals { result.leaveOutInternals() }
    if ignoresNothing { return result }
    let paths = FieldNames(ignoredPaths)
    result.findings = result.findings.compactMap { applied(to: $0, paths) }
    for index in result.findings.indices { result.findings[index].carries.removeAll { $0.subject.isBelow(paths) } }
    result.tallies.removeAll { ignoredClasses.contains($0.subject.kind.comparison.differenceClass) }
    return result
  }

  /// Returns a step's difference without what is ignored; nil when nothing is left.
  package func applied(to difference: StepDifference) -> StepDifference? {
    if ignoresNothing { return difference }
    let paths = FieldNames(ignoredPaths)
    return StepDifference(difference.findings.compactMap { applied(to: $0, paths) })
  }

  private var ignoresNothing: Bool { ignoredClasses.isEmpty && ignoredPaths.isEmpty }

  private func applied(to finding: Finding, _ paths: FieldNames) -> Finding? {
    guard let rest = finding.leavingOut(paths), !ignoredClasses.contains(rest.differenceClass) else { return nil }
    return rest
  }

  /// Whether something of a difference fails.
  package func fails(_ difference: TraceDifference) -> Bool { fails(difference.findings) }

  /// Whether something of a step's difference fails.
  package func fails(_ difference: StepDifference) -> Bool { fails(difference.findings) }

  private func fails(_ findings: [Finding]) -> Bool {
    findings.contains { finding in failing.map { finding.differenceClass <= $0 } ?? true }
  }
}

extension Reaction.Subject {
  /// Whether it is a field that one of the names covers.
  fileprivate func isBelow(_ names: FieldNames) -> Bool { (kind == .field || kind == .notify) && names.coverAny(name) }
}

extension FieldNames {
  /// Whether a path is covered, or the path of all rows.
  fileprivate func coverAny(_ path: String) -> Bool { cover(path) || cover(path.withoutRows) }
}

extension Finding {
  /// Returns it without what happened at these paths; nil when nothing is left.
  fileprivate func leavingOut(_ paths: FieldNames) -> Finding? {
    if isAbout({ $0.isBelow(paths) }) { return nil }
    guard case .changed(let reactions, let changes) = content, reactions.a.subject.kind == .field, !changes.isEmpty
    else { return self }
    let rest = changes.filter { !paths.coverAny($0.path.place(in: reactions.a.subject.name)) }
    if rest.isEmpty { return nil }
    var result = self
    result.content = .changed(reactions, rest)
    return result
  }

  /// Whether it is about such reactions alone.
  func isAbout(_ isMeant: (Reaction.Subject) -> Bool) -> Bool {
    switch content {
    case .only(_, let reaction), .reordered(let reaction, _, _): isMeant(reaction.subject)
    case .changed(let reactions, _): isMeant(reactions.a.subject)
    case .shifted(let pairs): pairs.allSatisfy { isMeant($0.a.subject) }
    case .step, .absent, .stimulus: false
    }
  }
}
