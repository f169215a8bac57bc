import Traces

/// Finds out what became of an expected line that did not come where it was expected.
struct Whereabouts {
  let result: CaseResult

  /// `due 150 ms later`, `now in command 9`, `cancelled`; nil when the line came nowhere.
  func sentence(for expectation: Expectation, missingIn place: Int) -> String? {
    let lines = LineMatcher(names: result.names)
    for other in [place] + places(besides: place) {
      for line in unexpectedLines(in: other)
      where holdsApartFromTime(expectation.pattern, line, lines, result.blocks[place].bindings) {
        return other == place ? moved(expectation.pattern.line, line) : "now \(name(of: other))"
      }
    }
    return cancellation(of: expectation.pattern.line, place)
  }

  private func moved(_ expected: LineFields, _ actual: LineFields) -> String {
    let due = LineDifference.due(expected.offsetMilliseconds ?? 0, actual.offsetMilliseconds ?? 0)
    return due ?? "in another order"
  }

  /// The blocks that come later, then those that came before.
  private func places(besides place: Int) -> [Int] {
    Array(result.blocks.indices.filter { $0 > place }) + result.blocks.indices.filter { $0 < place }.reversed()
  }

  private func unexpectedLines(in place: Int) -> [LineFields] {
    guard case .differs(let alignment) = result.blocks[place].outcome else { return [] }
    return alignment.rows.compactMap { row in
      switch row {
      case .unexpected(let actual): LineFields(result.blocks[place].actual[actual])
      case .matched, .differs, .missing, .unused, .forbidden: nil
      }
    }
  }

  private func holdsApartFromTime(
    _ pattern: LinePattern, _ actual: LineFields, _ lines: LineMatcher, _ bindings: Bindings
  ) -> Bool {
    let expected = pattern.line.timelessFields
    let found = pattern.seen(actual).timelessFields
    var scratch = bindings
    return expected.count == found.count
      && zip(expected, found).allSatisfy { lines.fields.holds($0.content, $1.content, &scratch) }
  }

  /// A reply does not come when its request was cancelled.
  private func cancellation(of expected: LineFields, _ place: Int) -> String? {
    let words = expected.timelessFields.map(\.text)
    guard let reply = words.prefix(2).firstIndex(of: "reply"), reply + 1 < words.count else { return nil }
    let cancelled = words[..<reply] + ["cancelled", words[reply + 1]]
    for other in [place] + places(besides: place) {
      let found = result.blocks[other].actual.contains { line in
        LineFields(line).timelessFields.map(\.text).elementsEqual(cancelled)
      }
      if found { return other == place ? "cancelled" : "cancelled \(name(of: other))" }
    }
    return nil
  }

  private func name(of place: Int) -> String {
    place == 0 ? "in the opening of the case" : "in command \(place)"
  }
}
