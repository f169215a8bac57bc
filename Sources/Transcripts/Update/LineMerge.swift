import Traces
import Turns

/// Rewrites an expected line for an output line and keeps each matcher that still holds.
extension LineMatcher {
  func merged(_ pattern: LinePattern, _ actual: LineFields, _ bindings: inout Bindings) -> String {
    let expected = pattern.line
    let actual = pattern.seen(actual)
    var texts: [String] = []
    if let time = actual.fields.first, actual.hasOffset {
      let before = expected.hasOffset || expected.fields.count == actual.fields.count ? expected.fields.first : nil
      texts.append(before.map { merged($0, time, &bindings) } ?? time.text)
    }
    let skipsFirst = actual.hasOffset && !expected.hasOffset && expected.fields.count == actual.fields.count
    let found = Array(actual.timelessFields)
    let wanted = Array(skipsFirst ? expected.fields.dropFirst() : expected.timelessFields)
    texts += zip(partners(of: found, among: wanted), found).map { partner, field in
      partner.map { merged($0, field, &bindings) } ?? field.text
    }
    // A line with no old field keeps the output's spacing.
    return texts == actual.fields.map(\.text) ? actual.text : texts.joined(separator: " ")
  }

  /// Pairs fields by index if the counts are equal, else from both ends as far as they hold.
  private func partners(of found: [LineFields.Field], among wanted: [LineFields.Field]) -> [LineFields.Field?] {
    if found.count == wanted.count { return wanted }
    let shorter = min(found.count, wanted.count)
    let head = heldCount(wanted, found, Bindings())
    let tail = min(shorter - head, heldCount(wanted.reversed(), found.reversed(), Bindings()))
    var partners = [LineFields.Field?](repeating: nil, count: found.count)
    for place in 0..<head { partners[place] = wanted[place] }
    for place in 0..<tail { partners[found.count - tail + place] = wanted[wanted.count - tail + place] }
    return partners
  }

  private func merged(
    _ expected: LineFields.Field, _ actual: LineFields.Field, _ bindings: inout Bindings
  ) -> String {
    if holds(expected.content, actual.content, &bindings) { return expected.text }
    guard case .value(let wanted) = expected.content, case .value(let found) = actual.content else {
      return actual.text
    }
    let pattern = merged(wanted, found, &bindings)
    return pattern == found ? actual.text : ValuePrinter(.literal).patternText(of: pattern)
  }

  /// A partial container keeps its members as far as the output has them.
  private func merged(_ expected: ValuePattern, _ actual: ValuePattern, _ bindings: inout Bindings) -> ValuePattern {
    if holds(.value(expected), .value(actual), &bindings) { return expected }
    guard let wanted = ValueParts(expected), let found = ValueParts(actual), wanted.isSameKind(as: found) else {
      return actual
    }
    let members = found.members.enumerated().compactMap { index, member -> MemberPattern? in
      guard let partner = wanted.partner(of: member, at: index) else { return wanted.isPartial ? nil : member }
      return MemberPattern(member.name, merged(partner.pattern, member.pattern, &bindings))
    }
    return wanted.pattern(of: members)
  }
}
