/// How near an output line is to an expected one that does not hold.
struct LineSimilarity {
  let lines: LineMatcher

  /// From 2 (all but one of many fields hold) to 18; nil when the lines have too little in common to be the same line
  /// changed: the first field must hold, and half of the fields.
  func cost(_ pattern: LinePattern, _ actual: LineFields, _ bindings: Bindings) -> Int? {
    let actual = pattern.seen(actual)
    // Another reason, in however many words, is one field that differs.
    let (expected, found) = sides(pattern.line.withReasonAsOneField, actual.withReasonAsOneField)
    var scratch = bindings
    guard let first = expected.first, let foundFirst = found.first,
      lines.fields.holds(first.content, foundFirst.content, &scratch)
    else { return nil }
    let held = zip(expected, found).count { lines.fields.holds($0.content, $1.content, &scratch) }
    let total = max(expected.count, found.count)
    guard held * 2 >= total else { return nil }
    let timeDiffers = pattern.line.offsetMilliseconds == actual.offsetMilliseconds ? 0 : 1
    return 2 + 16 * (total - held + timeDiffers) / (total + 1)
  }

  /// The fields to compare: times are left out, unless a matcher stands where the output has one.
  private func sides(
    _ expected: LineFields, _ actual: LineFields
  ) -> (expected: ArraySlice<LineFields.Field>, found: ArraySlice<LineFields.Field>) {
    let standsForTime = !expected.hasOffset && actual.hasOffset && expected.fields.count == actual.fields.count
    return standsForTime
      ? (expected.fields[...], actual.fields[...]) : (expected.timelessFields, actual.timelessFields)
  }
}
