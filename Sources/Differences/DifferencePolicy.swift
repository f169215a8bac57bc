import Traces
import Turns

/// Which differences are reported and which fail.
package struct DifferencePolicy: Hashable, Sendable {
  package var ignoredClasses: Set<DifferenceClass> = []
  /// Each path covers everything below it: `view`, `items[3].total`, `items[*].total`.
  package var ignoredPaths: [String] = []
  /// Whether fields that nothing shows are compared.
  package var comparesInternals = false
  /// The mildest class that fails; nil if every difference fails.
  package var failing: DifferenceClass?

  package init() {}

  package func difference(of runs: Sides<Trace>) -> TraceDifference {
    applied(to: TraceDifference(from: runs.a, to: runs.b))
  }

  package func applied(to difference: TraceDifference) -> TraceDifference {
    var result = difference
    if !comparesInternals { result.leaveOutInternals() }
    if ignoresNothing { return result }
    let paths = FieldNames(ignoredPaths)
    result.findings = result.findings.compactMap { applied(to: $0, paths) }
    for index in result.findings.indices { result.findings[index].carries.removeAll { $0.subject.isBelow(paths) } }
    result.tallies.removeAll { ignoredClasses.contains($0.subject.kind.row.differenceClass) }
    return result
  }

  /// Nil if no finding is left.
  package func applied(to difference: StepDifference) -> StepDifference? {
    if ignoresNothing { return difference }
    let paths = FieldNames(ignoredPaths)
    return StepDifference(difference.findings.compactMap { applied(to: $0, paths) })
  }

  private var ignoresNothing: Bool { ignoredClasses.isEmpty && ignoredPaths.isEmpty }

  private func applied(to finding: Divergence, _ paths: FieldNames) -> Divergence? {
    guard let rest = finding.leavingOut(paths), !ignoredClasses.contains(rest.differenceClass) else { return nil }
    return rest
  }

  package func fails(_ difference: TraceDifference) -> Bool { fails(difference.findings) }

  package func fails(_ difference: StepDifference) -> Bool { fails(difference.findings) }

  private func fails(_ findings: [Divergence]) -> Bool {
    findings.contains { finding in failing.map { finding.differenceClass <= $0 } ?? true }
  }
}

extension Reaction.Subject {
  fileprivate func isBelow(_ names: FieldNames) -> Bool { isOfField && names.cover(name.text) }
}

/// Each name covers everything below it: `items` covers `items[3].total`.
private struct FieldNames {
  private let names: Set<Name>

  init(_ names: [String]) {
    self.names = Set(names.names)
  }

  /// A name with `[*]` covers every row.
  func cover(_ path: String) -> Bool { coverWords(of: path) || coverWords(of: path.withoutRows) }

  private func coverWords(of path: String) -> Bool {
    if names.contains(Name(path)) { return true }
    return path.utf8.indices.contains { index in
      let byte = path.utf8[index]
      let isBorder = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
      return isBorder && names.contains(Name(String(path[..<index])))
    }
  }
}

extension Divergence {
  fileprivate func leavingOut(_ paths: FieldNames) -> Divergence? {
    if isAbout({ $0.isBelow(paths) }) { return nil }
    guard case .changed(let reactions, let changes) = content, reactions.a.subject.kind == .set, !changes.isEmpty
    else { return self }
    let rest = changes.filter { !paths.cover($0.path.place(in: reactions.a.subject.name.text)) }
    if rest.isEmpty { return nil }
    var result = self
    result.content = .changed(reactions, rest)
    return result
  }

  func isAbout(_ isMeant: (Reaction.Subject) -> Bool) -> Bool {
    let reactions = content.reactions
    return !reactions.isEmpty && reactions.allSatisfy { isMeant($0.subject) }
  }
}
