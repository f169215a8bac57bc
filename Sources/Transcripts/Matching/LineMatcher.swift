import Traces
import Turns

/// Matches expected lines with actual ones. It compares decoded values, so spelling does not matter.
struct LineMatcher {
  let names: NamedValues

  // MARK: Lines

  /// Adds bindings if the line holds.
  func holds(_ pattern: LinePattern, _ actual: LineFields, _ bindings: inout Bindings) -> Bool {
    let actual = pattern.seen(actual)
    let expected = pattern.line.fields[...]
    let found = pattern.isPrefix && !pattern.line.hasOffset ? actual.timelessFields : actual.fields[...]
    guard pattern.isPrefix ? expected.count <= found.count : expected.count == found.count else { return false }
    return keeping(&bindings) { bindings in
      zip(expected, found).allSatisfy { holds($0.content, $1.content, &bindings) }
    }
  }

  /// Ignores the times of both lines.
  func holdsApartFromTime(_ pattern: LinePattern, _ actual: LineFields, _ bindings: Bindings) -> Bool {
    let expected = pattern.line.timelessFields
    let found = pattern.seen(actual).timelessFields
    return expected.count == found.count && heldCount(expected, found, bindings) == found.count
  }

  func heldCount(
    _ expected: some Sequence<LineFields.Field>, _ found: some Sequence<LineFields.Field>, _ bindings: Bindings
  ) -> Int {
    var scratch = bindings
    return zip(expected, found).prefix { holds($0.content, $1.content, &scratch) }.count
  }

  /// A distance from 2 (almost equal) to 18; nil unless the first field and at least half of all fields hold.
  ///
  /// Both lines have their reason as one field, so that a different reason counts once.
  func distance(_ expected: LineFields, _ found: LineFields, _ bindings: Bindings) -> Int? {
    // Times count only if a matcher is in the place of the output's time.
    let isTimeMatched = !expected.hasOffset && found.hasOffset && expected.fields.count == found.fields.count
    let wanted = isTimeMatched ? expected.fields[...] : expected.timelessFields
    let given = isTimeMatched ? found.fields[...] : found.timelessFields
    var scratch = bindings
    guard let first = wanted.first, let foundFirst = given.first, holds(first.content, foundFirst.content, &scratch)
    else { return nil }
    let held = zip(wanted, given).count { holds($0.content, $1.content, &scratch) }
    let total = max(wanted.count, given.count)
    guard held * 2 >= total else { return nil }
    let timeDiffers = expected.offsetMilliseconds == found.offsetMilliseconds ? 0 : 1
    return 2 + 16 * (total - held + timeDiffers) / (total + 1)
  }

  // MARK: Fields

  /// Adds bindings if the field holds.
  func holds(_ expected: FieldContent, _ actual: FieldContent, _ bindings: inout Bindings) -> Bool {
    switch (expected, actual) {
    case (.value(.marker(let tokens)), _): holds(tokens, actual, &bindings)
    case (.value(let expected), .value(let actual)):
      keeping(&bindings) { holds(expected, actual, &$0) }
    case (.offset, _), (.word, _), (.value, _): expected == actual
    }
  }

  func resolved(_ field: FieldContent) -> FieldContent {
    guard case .value(.named(let name)) = field, let value = names.value(named: name) else { return field }
    if case .secret(let hidden) = value { return .value(.value(hidden)) }
    return .value(.value(value))
  }

  func kind(of fields: [FieldContent]) -> ValuePattern? {
    let kinds =
      ["uuid", "date", "secret", "bool", "int", "number", "string"].map { ValuePattern.marker([.word($0)]) }
      + [.list([], isPartial: true), .record([], isPartial: true)]
    var scratch = Bindings()
    return kinds.first { kind in fields.allSatisfy { holds(.value(kind), $0, &scratch) } }
  }

  // MARK: Values

  private func holds(_ expected: ValuePattern, _ actual: ValuePattern, _ bindings: inout Bindings) -> Bool {
    if case .marker(let tokens) = expected { return holds(tokens, .value(actual), &bindings) }
    guard case .value(let expected) = resolved(.value(expected)), case .value(let actual) = resolved(.value(actual)),
      expected != actual
    else { return true }
    if case .value = expected, case .value = actual { return false }
    guard let wanted = ValueParts(expected), let found = ValueParts(actual), wanted.isSameKind(as: found),
      wanted.isPartial || !found.isPartial && wanted.members.count == found.members.count,
      wanted.members.count <= found.members.count
    else { return false }
    for (index, member) in wanted.members.enumerated() {
      let partner = wanted.isPartial ? found.partner(of: member, at: index) : found.members[index]
      guard let partner, partner.name == member.name, holds(member.pattern, partner.pattern, &bindings)
      else { return false }
    }
    return true
  }

  private func holds(_ tokens: [MarkerToken], _ actual: FieldContent, _ bindings: inout Bindings) -> Bool {
    let isSame = actual == .value(.marker(tokens))
    guard let matcher = Matcher(tokens) else { return isSame }
    let value = resolved(actual)
    guard passes(matcher.test, value, bindings) || isSame else { return false }
    if case .equals(let name) = matcher.test, bindings[name] == nil { bindings.bind(name, to: value) }
    guard let name = matcher.binding else { return true }
    if let pinned = bindings.pins[name], pinned != value { return false }
    bindings.bind(name, to: value)
    return true
  }

  private func passes(_ test: Matcher.Test, _ actual: FieldContent, _ bindings: Bindings) -> Bool {
    switch (test, actual) {
    case (.any, _): true
    case (.equals(let name), _): bindings[name].map { $0 == actual } ?? bindings.open.contains(name)
    case (.int, .value(.value(.int))), (.number, .value(.value(.int))), (.number, .value(.value(.double))),
      (.bool, .value(.value(.bool))), (.string, .value(.value(.string))):
      true
    case (.string, .value(.folded(let folded))):
      if case .string = folded.kind { true } else { false }
    case (.secret, _): actual == .value(.marker([.word("secret")]))
    case (.approximately(let number, let tolerance), .value(.value(.int(let int)))):
      abs(Double(int) - number) <= tolerance
    case (.approximately(let number, let tolerance), .value(.value(.double(let double)))):
      abs(double - number) <= tolerance
    case (_, .word(let word)): passes(test, word.text)
    case (_, .value(.value(.string(let text)))): passes(test, text)
    case (_, .offset), (_, .value): false
    }
  }

  private func passes(_ test: Matcher.Test, _ text: String) -> Bool {
    switch test {
    case .uuid: TextForm.isUUID(text)
    case .date: TextForm.isDate(text)
    case .glob(let glob): Glob(glob).matches(text)
    case .any, .int, .number, .string, .bool, .secret, .approximately, .equals: false
    }
  }

  /// Restores the bindings if nothing holds.
  private func keeping(_ bindings: inout Bindings, _ holds: (inout Bindings) -> Bool) -> Bool {
    let before = bindings
    if holds(&bindings) { return true }
    bindings = before
    return false
  }
}

struct Bindings: Sendable {
  private var fields: [String: FieldContent] = [:]
  /// The required values of names that are not bound yet.
  var pins: [String: FieldContent] = [:]
  /// Unknown names. The first `<=name>` accepts any value and binds it.
  var open: Set<String> = []

  subscript(name: String) -> FieldContent? { fields[name] }

  mutating func bind(_ name: String, to field: FieldContent) { fields[name] = field }

  var withoutPins: Bindings {
    var copy = self
    copy.pins = [:]
    return copy
  }
}

struct ValueParts {
  private enum Kind: Equatable {
    case list, record
    case enumeration(Name)
  }

  private let kind: Kind
  /// Members of a list have empty names.
  let members: [MemberPattern]
  let isPartial: Bool

  init?(_ pattern: ValuePattern) {
    switch pattern {
    case .list(let elements, let isPartial):
      self.init(.list, elements.map { MemberPattern("", $0) }, isPartial)
    case .value(.list(let values)): self.init(.list, values.map { MemberPattern("", .value($0)) })
    case .record(let members, let isPartial): self.init(.record, members, isPartial)
    case .value(.record(let members)): self.init(.record, members.map { MemberPattern($0.name, .value($0.value)) })
    case .enumeration(let name, let members): self.init(.enumeration(Name(name)), members)
    case .value(.enumeration(let name, let members)):
      self.init(.enumeration(Name(name)), members.map { MemberPattern($0.name, .value($0.value)) })
    case .value, .folded, .named, .marker: return nil
    }
  }

  private init(_ kind: Kind, _ members: [MemberPattern], _ isPartial: Bool = false) {
    self.kind = kind
    self.members = members
    self.isPartial = isPartial
  }

  var caseName: String? { if case .enumeration(let name) = kind { name.text } else { nil } }

  func isSameKind(as other: ValueParts) -> Bool { kind == other.kind }

  /// By name, or by position without a name.
  func partner(of member: MemberPattern, at index: Int) -> MemberPattern? {
    if member.name.isEmpty { return index < members.count ? members[index] : nil }
    return members.first { $0.name == member.name }
  }

  func pattern(of members: [MemberPattern]) -> ValuePattern {
    switch kind {
    case .list: .list(members.map(\.pattern), isPartial: isPartial)
    case .record: .record(members, isPartial: isPartial)
    case .enumeration(let name): .enumeration(name.text, members)
    }
  }
}

extension ValuePattern {
  var leaves: [ValuePattern] {
    if case .value = self { return [self] }
    return ValueParts(self)?.members.flatMap(\.pattern.leaves) ?? [self]
  }
}
