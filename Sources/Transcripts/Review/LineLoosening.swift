import Traces
import Turns

/// Writes an expected line anew so that its first field that differs stands for what came as well.
struct LineLoosening {
  private let lines: LineMatcher
  private let bindings: Bindings

  /// - Parameter bindings: What the case had bound before the block.
  init(names: NamedValues, bindings: Bindings) {
    lines = LineMatcher(names: names)
    self.bindings = bindings
  }

  /// The loosened line; nil where the lines have no field in common that could stand for both.
  ///
  /// - Parameter matcher: What stands there then; nil for the narrowest that holds for what was expected and what came.
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

  /// Whether a line holds for more of an output line than another.
  func isLooser(_ pattern: LinePattern, than other: LinePattern, for actual: LineFields) -> Bool {
    var scratch = bindings
    return lines.holds(pattern, actual, &scratch) || heldCount(pattern, actual) > heldCount(other, actual)
  }

  /// How many of the first fields hold.
  private func heldCount(_ pattern: LinePattern, _ actual: LineFields) -> Int {
    lines.heldCount(pattern.line.fields, pattern.seen(actual).fields, bindings)
  }

  private func loosened(_ expected: FieldContent, _ found: FieldContent, _ bindings: inout Bindings) -> String {
    guard case .value(let expected) = expected, case .value(let found) = found else { return "<any>" }
    return ValuePrinter(.literal).patternText(of: loosened(expected, found, &bindings))
  }

  /// The parts of containers of one shape are loosened one by one, as far as they differ.
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
