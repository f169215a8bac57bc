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
