import Traces
import Turns

/// Decides whether an expected field holds for an actual one. Comparison is on decoded values, so spelling never fails.
struct FieldMatcher {
  /// What `$name` stands for, on both sides.
  let names: NamedValues

  /// Whether a field holds; what its matchers bind is added when it does.
  func holds(_ expected: FieldContent, _ actual: FieldContent, _ bindings: inout Bindings) -> Bool {
    switch (expected, actual) {
    case (.offset(let expected), .offset(let actual)): return expected == actual
    case (.value(let expected), .value(let actual)):
      let before = bindings
      if holds(expected, actual, &bindings) { return true }
      bindings = before
      return false
    case (.value(.marker(let tokens)), _): return holds(tokens, actual, &bindings)
    case (.word(let expected), .word(let actual)): return expected.hasBytes(of: actual)
    case (.offset, _), (.word, _), (.value, _): return false
    }
  }

  private func holds(_ expected: ValuePattern, _ actual: ValuePattern, _ bindings: inout Bindings) -> Bool {
    if case .marker(let tokens) = expected { return holds(tokens, .value(actual), &bindings) }
    let expected = resolved(expected)
    let actual = resolved(actual)
    if case .value(let expected) = expected, case .value(let actual) = actual { return expected == actual }
    if let expectedParts = expected.elements, let actualParts = actual.elements {
      return holds(expectedParts, actualParts, &bindings)
    }
    if let expectedParts = expected.members, let actualParts = actual.members {
      return holds(expectedParts, actualParts, &bindings)
    }
    if let expectedParts = expected.payload, let actualParts = actual.payload {
      guard expectedParts.name.hasBytes(of: actualParts.name) else { return false }
      return holds((expectedParts.members, false), (actualParts.members, false), &bindings)
    }
    return expected == actual
  }

  private func holds(
    _ expected: (parts: [ValuePattern], isPartial: Bool), _ actual: (parts: [ValuePattern], isPartial: Bool),
    _ bindings: inout Bindings
  ) -> Bool {
    guard !actual.isPartial || expected.isPartial else { return false }
    let fits =
      expected.isPartial ? expected.parts.count <= actual.parts.count : expected.parts.count == actual.parts.count
    guard fits else { return false }
    for (expected, actual) in zip(expected.parts, actual.parts) where !holds(expected, actual, &bindings) {
      return false
    }
    return true
  }

  private func holds(
    _ expected: (parts: [MemberPattern], isPartial: Bool), _ actual: (parts: [MemberPattern], isPartial: Bool),
    _ bindings: inout Bindings
  ) -> Bool {
    guard !actual.isPartial || expected.isPartial else { return false }
    guard expected.isPartial || expected.parts.count == actual.parts.count else { return false }
    for (index, member) in expected.parts.enumerated() {
      let found =
        expected.isPartial
        ? actual.parts.first { $0.name == member.name }
        : actual.parts[index].name == member.name ? actual.parts[index] : nil
      guard let found, holds(member.pattern, found.pattern, &bindings) else { return false }
    }
    return true
  }

  private func holds(_ tokens: [MarkerToken], _ actual: FieldContent, _ bindings: inout Bindings) -> Bool {
    guard let matcher = Matcher(tokens) else { return actual == .value(.marker(tokens)) }
    guard passes(matcher.test, resolved(actual), bindings) || actual == .value(.marker(tokens)) else { return false }
    if case .equals(let name) = matcher.test, bindings[name] == nil { bindings.bind(name, to: resolved(actual)) }
    guard let name = matcher.binding else { return true }
    let value = resolved(actual)
    guard bindings.allows(name, value) else { return false }
    bindings.bind(name, to: value)
    return true
  }

  private func passes(_ test: Matcher.Test, _ actual: FieldContent, _ bindings: Bindings) -> Bool {
    switch test {
    case .any: true
    case .int: actual.isInteger
    case .number: actual.isInteger || actual.isDouble
    case .string: actual.isText
    case .bool: actual.isTruthValue
    case .uuid: actual.text.map(TextForm.isUUID) ?? false
    case .date: actual.text.map(TextForm.isDate) ?? false
    case .secret: actual == .value(.marker([.word("secret")]))
    case .approximately(let number, let tolerance): actual.number.map { abs($0 - number) <= tolerance } ?? false
    case .glob(let glob): actual.text.map(Glob(glob).matches) ?? false
    case .equals(let name): bindings[name].map { $0 == actual } ?? bindings.open.contains(name)
    }
  }

  /// The field with `$name` replaced, at its top, by the value of that name.
  func resolved(_ field: FieldContent) -> FieldContent {
    guard case .value(let pattern) = field else { return field }
    return .value(resolved(pattern))
  }

  private func resolved(_ pattern: ValuePattern) -> ValuePattern {
    guard case .named(let name) = pattern, let value = names.value(named: name) else { return pattern }
    if case .secret(let hidden) = value { return .value(hidden) }
    return .value(value)
  }
}

extension FieldContent {
  fileprivate var literal: Value? {
    if case .value(.value(let value)) = self { value } else { nil }
  }

  fileprivate var isInteger: Bool {
    if case .int? = literal { true } else { false }
  }

  fileprivate var isDouble: Bool {
    if case .double? = literal { true } else { false }
  }

  fileprivate var number: Double? {
    switch literal {
    case .int(let int)?: Double(int)
    case .double(let double)?: double
    default: nil
    }
  }

  fileprivate var isTruthValue: Bool {
    if case .bool? = literal { true } else { false }
  }

  fileprivate var isText: Bool {
    switch self {
    case .value(.folded(let folded)):
      if case .string = folded.kind { true } else { false }
    case .offset, .word, .value:
      if case .string? = literal { true } else { false }
    }
  }

  /// The text of a string or of a bare word.
  fileprivate var text: String? {
    if case .word(let word) = self { return word }
    if case .string(let text)? = literal { return text }
    return nil
  }
}

extension FieldMatcher {
  /// From the narrowest to the widest.
  private static let kinds: [ValuePattern] =
    ["uuid", "date", "secret", "bool", "int", "number", "string"].map { .marker([.word($0)]) }
    + [.list([], isPartial: true), .record([], isPartial: true)]

  /// The narrowest pattern of a kind that holds for all of the fields; nil where they have no kind in common.
  func kind(of fields: [FieldContent]) -> ValuePattern? {
    Self.kinds.first { kind in
      fields.allSatisfy { field in
        var bindings = Bindings()
        return holds(.value(kind), field, &bindings)
      }
    }
  }
}
