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

/// The values that `<… as name>` has bound in a case so far, and what is supposed of others.
struct Bindings: Sendable {
  private var fields: [String: FieldContent] = [:]
  /// The values that names must get where they are bound.
  private(set) var pins: [String: FieldContent] = [:]
  /// The names of which nothing is known yet: the first `<=name>` holds for anything, and says what the name is.
  var open: Set<String> = []

  subscript(name: String) -> FieldContent? { fields[name] }

  mutating func bind(_ name: String, to field: FieldContent) { fields[name] = field }

  /// Requires that a name gets a value, or any value again.
  mutating func pin(_ name: String, to field: FieldContent?) { pins[name] = field }

  var withoutPins: Bindings {
    var copy = self
    copy.pins = [:]
    return copy
  }

  /// Whether a name may get a value.
  func allows(_ name: String, _ field: FieldContent) -> Bool { pins[name].map { $0 == field } ?? true }

  /// Those together with the ones of lines whose place in the output is certain: other lines of the block may refer to them.
  func bound(in block: ExpectedBlock, _ actual: [LineFields], _ lines: LineMatcher) -> Bindings {
    var bindings = self
    guard block.refersToNames else { return bindings }
    for (index, line) in block.certainBinders(among: actual.count) {
      _ = lines.holds(block.expectations[index].pattern, actual[line], &bindings)
    }
    return bindings
  }
}

/// A budget of the match, in steps: a pair of an expected and an output line that their texts decide is one, another
/// costs more, by its length.
package struct MatchLimit: Error, Hashable, Sendable {
  /// What is limited.
  package enum Subject: String, Hashable, Sendable {
    /// One block beside its output.
    case block = "match-steps"
    /// The search for lines that give names such values that all that refers to them holds.
    case names = "match-names"
  }

  package static let defaultSteps = 20_000_000

  package var subject: Subject
  package var steps: Int

  package init(steps: Int = defaultSteps, of subject: Subject = .block) {
    self.steps = steps
    self.subject = subject
  }

  package var sentence: String {
    switch subject {
    case .block:
      "limit \(subject.rawValue): comparing this block takes more than \(steps) steps; split the command's block"
    case .names:
      "limit \(subject.rawValue): finding the lines that bind names here takes more than \(steps) steps; write more of "
        + "the lines with '<… as NAME>' out, so that fewer outputs fit"
    }
  }
}
