import Traces

/// Decides whether an expected line holds for an output line.
struct LineMatcher {
  let fields: FieldMatcher

  init(names: NamedValues) { fields = FieldMatcher(names: names) }

  /// Whether the line holds; what its matchers bind is added when it does.
  func holds(_ pattern: LinePattern, _ actual: LineFields, _ bindings: inout Bindings) -> Bool {
    let expected = pattern.line
    let actual = pattern.seen(actual)
    let ignoresOffset = pattern.isPrefix && !expected.hasOffset
    let actualFields = ignoresOffset ? actual.timelessFields : actual.fields[...]
    guard pattern.isPrefix ? expected.fields.count <= actualFields.count : expected.fields.count == actualFields.count
    else { return false }
    let before = bindings
    for (expected, actual) in zip(expected.fields, actualFields)
    where !fields.holds(expected.content, actual.content, &bindings) {
      bindings = before
      return false
    }
    return true
  }

  /// Whether the line holds when the times of both are left out.
  func holdsApartFromTime(_ pattern: LinePattern, _ actual: LineFields, _ bindings: Bindings) -> Bool {
    let expected = pattern.line.timelessFields
    let found = pattern.seen(actual).timelessFields
    var scratch = bindings
    return expected.count == found.count
      && zip(expected, found).allSatisfy { fields.holds($0.content, $1.content, &scratch) }
  }
}
