import Turns

struct FieldChain {
  let field: String
  /// The old value and each new one; neighbours differ.
  private(set) var values: [Value]

  init(_ field: String, old: Value, new: Value) {
    self.field = field
    values = [old, new]
  }

  var isSecret: Bool { values.contains(where: \.isSecret) }

  /// Skips a value that equals the one before it.
  mutating func add(_ later: [Value]) {
    for value in later where values.last != value { values.append(value) }
  }

  /// For each value the index of the first equal one, such as `0, 1, 0` for a flicker, then the length.
  ///
  /// Only the first 16 values are compared, to bound the cost.
  var pattern: [Int] {
    let looked = values.prefix(FieldChain.longestPattern)
    return looked.map { value in looked.firstIndex(of: value) ?? 0 } + [values.count]
  }

  private static let longestPattern = 16
}

struct RegionChain {
  let region: String
  /// The old state (none when the machine opens) and each new one.
  private(set) var states: [String]

  init(_ region: String, from: String, to: String) {
    self.region = region
    states = from.isEmpty ? [to] : [from, to]
  }

  /// Returns false if the move does not start at the last state.
  mutating func add(from: String, to: String) -> Bool {
    guard let last = states.last, Name(last) == from else { return false }
    states.append(to)
    return true
  }
}
