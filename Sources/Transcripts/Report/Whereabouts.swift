import Traces

/// Finds out what became of expected lines that did not come where they were expected.
struct Whereabouts {
  private let result: CaseResult
  private let lines: LineMatcher
  /// The lines that nobody expected, in the order of their blocks, by their first word; those behind no word of their own
  /// are not looked for.
  private let unexpected: [FieldContent: [(place: Int, line: LineFields)]]
  /// The lines that tell of cancelled requests.
  private let cancelled: [(place: Int, line: LineFields)]

  init(result: CaseResult) {
    self.result = result
    lines = LineMatcher(names: result.names)
    var unexpected: [FieldContent: [(place: Int, line: LineFields)]] = [:]
    for (place, block) in result.blocks.enumerated() {
      guard case .differs(let alignment) = block.outcome else { continue }
      for case .unexpected(let actual) in alignment.rows {
        let line = LineFields(block.actual[actual])
        guard let first = line.timelessFields.first else { continue }
        unexpected[first.content, default: []].append((place, line))
      }
    }
    self.unexpected = unexpected
    cancelled = result.blocks.enumerated().flatMap { place, block in
      block.actual.map { (place, LineFields($0)) }.filter { $1.fields.contains { $0.text == "cancelled" } }
    }
  }

  /// `due 150 ms later`, `now in command 9`, `cancelled`; nil when the line came nowhere.
  func sentence(for expectation: Expectation, missingIn place: Int) -> String? {
    let first = expectation.pattern.line.timelessFields.first
    let candidates = first.flatMap { unexpected[$0.content] } ?? []
    let found = nearest(to: place, of: candidates).first {
      lines.holdsApartFromTime(expectation.pattern, $0.line, result.blocks[place].bindings)
    }
    guard let found else { return cancellation(of: expectation.pattern.line, place) }
    return found.place == place ? moved(expectation.pattern.line, found.line) : "now \(name(of: found.place))"
  }

  private func moved(_ expected: LineFields, _ actual: LineFields) -> String {
    let due = LineDifference.due(expected.offsetMilliseconds ?? 0, actual.offsetMilliseconds ?? 0)
    return due ?? "in another order"
  }

  /// The lines of the block at a place, then those of later ones, then those of earlier ones.
  private func nearest(to place: Int, of lines: [(place: Int, line: LineFields)]) -> [(place: Int, line: LineFields)] {
    lines.filter { $0.place == place } + lines.filter { $0.place > place }
      + lines.filter { $0.place < place }.reversed()
  }

  /// A reply does not come when its request was cancelled.
  private func cancellation(of expected: LineFields, _ place: Int) -> String? {
    let words = expected.timelessFields.map(\.text)
    guard let reply = words.prefix(2).firstIndex(of: "reply"), reply + 1 < words.count else { return nil }
    let sought = words[..<reply] + ["cancelled", words[reply + 1]]
    let found = nearest(to: place, of: cancelled).first { $0.line.timelessFields.map(\.text).elementsEqual(sought) }
    return found.map { $0.place == place ? "cancelled" : "cancelled \(name(of: $0.place))" }
  }

  private func name(of place: Int) -> String {
    place == 0 ? "in the opening of the case" : "in command \(place)"
  }
}
