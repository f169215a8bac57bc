import Turns

/// The values that one field had, one after the other, within one turn.
struct FieldChain {
  let field: String
  /// The value before, and every one after; neighbours differ.
  private(set) var values: [Value]

  init(_ field: String, old: Value, new: Value) {
    self.field = field
    values = [old, new]
  }

  var isSecret: Bool {
    values.contains { if case .secret = $0 { true } else { false } }
  }

  /// Adds an assignment; one that leaves the value equal adds nothing.
  mutating func add(old: Value, new: Value) {
    for value in [old, new] where values.last != value { values.append(value) }
  }

  /// Which of its values are equal, each by the place of the first that is: `0, 1, 0` for a flicker.
  ///
  /// Beyond what is looked at, a chain is as long as it is.
  var pattern: [Int] {
    let looked = values.prefix(FieldChain.longestPattern)
    return looked.map { value in looked.firstIndex(of: value) ?? 0 } + [values.count]
  }

  private static let longestPattern = 16

  /// Adds what the same field did in a later turn.
  mutating func add(_ later: FieldChain) {
    for value in later.values where values.last != value { values.append(value) }
  }
}

/// The states that one region went through within one turn.
struct RegionChain {
  let region: String
  /// The state before, absent when the machine was opened, and every one after.
  private(set) var states: [String]

  init(_ region: String, from: String, to: String) {
    self.region = region
    states = from.isEmpty ? [to] : [from, to]
  }

  /// Adds a move that begins where the chain ends; otherwise returns false.
  mutating func add(from: String, to: String) -> Bool {
    guard let last = states.last, Name(last) == from else { return false }
    states.append(to)
    return true
  }
}
