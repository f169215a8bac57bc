import Traces
import Turns

/// Rewrites an expected line so that its first different field also accepts the actual one.
struct LineLoosening {
  let names: NamedValues
  let bindings: Bindings

  private var lines: LineMatcher { LineMatcher(names: names) }

  /// - Parameter matcher: Nil for the narrowest one that accepts both fields.
  func loosened(_ pattern: LinePattern, _ actual: LineFields, as matcher: String?) -> String? {
    var scratch = bindings
    let expected = pattern.line.fields
    let found = pattern.seen(actual).fields
    let held = heldCount(pattern, actual)
    let head = expected[..<held].map(\.text)
    if let colon = head.lastIndex(where: \.introducesProse) {
      return (head[...colon] + [matcher ?? "<any>"]).joined(separator: " ")
    }
    guard held < expected.count, expected.count == found.count else { return nil }
    let field = matcher ?? loosened(expected[held].content, found[held].content, &scratch)
    return (head + [field] + expected[(held + 1)...].map(\.text)).joined(separator: " ")
  }

  func isLooser(_ pattern: LinePattern, than other: LinePattern, for actual: LineFields) -> Bool {
    var scratch = bindings
    return lines.holds(pattern, actual, &scratch) || heldCount(pattern, actual) > heldCount(other, actual)
  }

  private func heldCount(_ pattern: LinePattern, _ actual: LineFields) -> Int {
    lines.heldCount(pattern.line.fields, pattern.seen(actual).fields, bindings)
  }

  private func loosened(_ expected: FieldContent, _ found: FieldContent, _ bindings: inout Bindings) -> String {
    guard case .value(let expected) = expected, case .value(let found) = found else { return "<any>" }
    return ValuePrinter(.literal).patternText(of: loosened(expected, found, &bindings))
  }

  /// Loosens only the differing parts of containers with equal shape.
  private func loosened(_ expected: ValuePattern, _ found: ValuePattern, _ bindings: inout Bindings) -> ValuePattern {
    if lines.holds(.value(expected), .value(found), &bindings) { return expected }
    if let wanted = ValueParts(expected), let given = ValueParts(found), wanted.isSameKind(as: given),
      wanted.members.elementsEqual(given.members, by: { $0.name == $1.name })
    {
      let members = zip(wanted.members, given.members).map { member, other in
        MemberPattern(member.name, loosened(member.pattern, other.pattern, &bindings))
      }
      return wanted.pattern(of: members)
    }
    if case .marker = expected { return .marker([.word("any")]) }
    return lines.kind(of: [.value(expected), .value(found)]) ?? .marker([.word("any")])
  }
}
