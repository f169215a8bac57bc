import Traces
import Turns

/// Writes an expected line anew so that it holds for an output line, keeping every matcher that still holds.
struct LineMerge {
  private let fields: FieldMatcher

  init(names: NamedValues) { fields = FieldMatcher(names: names) }

  /// The merged line; what its remaining matchers bind is added.
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
    texts += partners(of: found, among: wanted).enumerated().map { index, partner in
      partner.map { merged($0, found[index], &bindings) } ?? found[index].text
    }
    // A line that keeps nothing of the old one keeps the columns of the new one.
    return texts == actual.fields.map(\.text) ? actual.text : texts.joined(separator: " ")
  }

  /// For every field of the output the expected field beside it: by place when there are as many, else counted from both
  /// ends as far as they hold.
  private func partners(of found: [LineFields.Field], among wanted: [LineFields.Field]) -> [LineFields.Field?] {
    if found.count == wanted.count { return wanted }
    var partners = [LineFields.Field?](repeating: nil, count: found.count)
    let shorter = min(found.count, wanted.count)
    var scratch = Bindings()
    var head = 0
    while head < shorter, fields.holds(wanted[head].content, found[head].content, &scratch) {
      partners[head] = wanted[head]
      head += 1
    }
    var tail = 1
    while tail <= shorter - head,
      fields.holds(wanted[wanted.count - tail].content, found[found.count - tail].content, &scratch)
    {
      partners[found.count - tail] = wanted[wanted.count - tail]
      tail += 1
    }
    return partners
  }

  private func merged(
    _ expected: LineFields.Field, _ actual: LineFields.Field, _ bindings: inout Bindings
  ) -> String {
    if fields.holds(expected.content, actual.content, &bindings) { return expected.text }
    guard case .value(let wanted) = expected.content, case .value(let found) = actual.content else {
      return actual.text
    }
    let pattern = merged(wanted, found, &bindings)
    return pattern == found ? actual.text : ValuePrinter(.literal).patternText(of: pattern)
  }

  // MARK: Inside a value

  private func merged(_ expected: ValuePattern, _ actual: ValuePattern, _ bindings: inout Bindings) -> ValuePattern {
    if fields.holds(.value(expected), .value(actual), &bindings) { return expected }
    if let wanted = expected.elements, let found = actual.elements {
      return .list(merged(wanted, found.parts, &bindings), isPartial: wanted.isPartial)
    }
    if let wanted = expected.members, let found = actual.members {
      return .record(merged(wanted, found.parts, &bindings), isPartial: wanted.isPartial)
    }
    if let wanted = expected.payload, let found = actual.payload, wanted.name.hasBytes(of: found.name) {
      return .enumeration(found.name, merged((wanted.members, false), found.members, &bindings))
    }
    return actual
  }

  /// A partial list stays as long as it was, or as the output allows.
  private func merged(
    _ wanted: (parts: [ValuePattern], isPartial: Bool), _ found: [ValuePattern], _ bindings: inout Bindings
  ) -> [ValuePattern] {
    let kept = wanted.isPartial ? found.prefix(wanted.parts.count) : found[...]
    return kept.enumerated().map { index, element in
      index < wanted.parts.count ? merged(wanted.parts[index], element, &bindings) : element
    }
  }

  /// A partial record keeps the members that it named, as far as the output has them.
  private func merged(
    _ wanted: (parts: [MemberPattern], isPartial: Bool), _ found: [MemberPattern], _ bindings: inout Bindings
  ) -> [MemberPattern] {
    func partner(of member: MemberPattern, _ index: Int) -> MemberPattern? {
      if member.name.isEmpty { return index < wanted.parts.count ? wanted.parts[index] : nil }
      return wanted.parts.first { $0.name == member.name }
    }
    var result: [MemberPattern] = []
    for (index, member) in found.enumerated() {
      if let partner = partner(of: member, index) {
        result.append(MemberPattern(member.name, merged(partner.pattern, member.pattern, &bindings)))
      } else if !wanted.isPartial {
        result.append(member)
      }
    }
    return result
  }
}
