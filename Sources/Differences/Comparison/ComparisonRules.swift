import Traces
import Turns

/// What counts as the same value: by what the elements of a list are paired, and how far numbers may lie apart.
package struct ComparisonRules: Hashable, Sendable {
  /// How far two numbers in a field, or below it, may lie apart: `items[*].total=0.01`.
  package struct Tolerance: Hashable, Sendable {
    let field: String
    /// Finite and not negative.
    let distance: Double

    package init(_ text: String) throws(Mistake) {
      guard let parts = text.assignment, let number = Double(parts.value), number.isFinite, number >= 0 else {
        throw Mistake(
          "'\(text.escapedForDisplay)' is no field with a number that is finite and not negative: total=0.01")
      }
      (field, distance) = (parts.name, number)
    }
  }

  /// What is wrong with the words of a rule.
  package struct Mistake: Error, Hashable, Sendable {
    package let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
  }

  /// By what the elements of lists are paired.
  package var keys = RowKeys()
  package var tolerances: [Tolerance] = []

  package init() {}

  /// Returns the rules with what two machines declare of their rows; where they do not declare the same, nothing is declared.
  package func declaring(_ declared: Sides<[String: String]>) -> ComparisonRules {
    var result = self
    for (list, member) in declared.a where declared.b[list].map({ $0.hasBytes(of: member) }) ?? false {
      result.keys.declared[ExactString(list)] = member
    }
    return result
  }

  /// Whether two values at a path are equal but for numbers that may lie apart.
  func agree(_ a: Value, _ b: Value, at path: String) -> Bool {
    if tolerances.isEmpty || a == b { return a == b }
    switch (a, b) {
    case (.record(let a), .record(let b)): return agree(a, b, at: path)
    case (.enumeration(let a, let aMembers), .enumeration(let b, let bMembers)):
      return a.hasBytes(of: b) && agree(aMembers, bMembers, at: path)
    case (.list(let a), .list(let b)):
      return a.count == b.count && a.indices.allSatisfy { agree(a[$0], b[$0], at: "\(path)[\($0)]") }
    default: return distance(at: path).map { a.isWithin($0, of: b) } ?? false
    }
  }

  private func agree(_ a: [Member], _ b: [Member], at path: String) -> Bool {
    a.count == b.count
      && a.indices.allSatisfy { place in
        let name = a[place].name
        return name.hasBytes(of: b[place].name)
          && agree(a[place].value, b[place].value, at: name.isEmpty ? "\(path)[\(place)]" : "\(path).\(name)")
      }
  }

  /// How far numbers at a path may lie apart; nil where they may not. The last rule counts.
  private func distance(at path: String) -> Double? {
    tolerances.last { rule in
      let field = FieldNames([rule.field])
      return field.cover(path) || field.cover(path.withoutRows)
    }?.distance
  }
}

extension RowKeys.Key {
  /// Reads a list with the member that pairs its elements: `items=id`.
  package init(_ text: String) throws(ComparisonRules.Mistake) {
    guard let parts = text.assignment else {
      throw ComparisonRules.Mistake(
        "'\(text.escapedForDisplay)' is no list with the member that tells its elements apart: items=id")
    }
    self.init(list: parts.name, member: parts.value)
  }
}

extension String {
  /// What stands before the last `=` and what stands behind it; nil where one of them is missing.
  fileprivate var assignment: (name: String, value: String)? {
    guard let place = utf8.lastIndex(of: UInt8(ascii: "=")) else { return nil }
    let (name, value) = (String(self[..<place]), String(self[utf8.index(after: place)...]))
    return name.isEmpty || value.isEmpty ? nil : (name, value)
  }
}

extension Value {
  /// Whether both are numbers that differ by at most a distance; never for what is infinite or no number.
  fileprivate func isWithin(_ distance: Double, of other: Value) -> Bool {
    switch (self, other) {
    case (.int(let a), .int(let b)): Self.isWithin(distance, a, b)
    case (.int(let whole), .double(let number)), (.double(let number), .int(let whole)):
      Int(exactly: number).map { Self.isWithin(distance, whole, $0) } ?? Self.isWithin(distance, Double(whole), number)
    case (.double(let a), .double(let b)): Self.isWithin(distance, a, b)
    default: false
    }
  }

  private static func isWithin(_ distance: Double, _ a: Int, _ b: Int) -> Bool {
    let difference = a > b ? UInt(bitPattern: a &- b) : UInt(bitPattern: b &- a)
    return distance >= 0x1p64 || difference <= UInt(distance.rounded(.down))
  }

  /// Numbers count as they are written, 1.01 is 0.01 more than 1.0, though no double of that size is.
  private static func isWithin(_ distance: Double, _ a: Double, _ b: Double) -> Bool {
    guard a.isFinite, b.isFinite else { return false }
    return abs(a - b) <= distance + min(max(abs(a), abs(b)).ulp, distance / 1_024)
  }
}

extension Reaction.Subject {
  /// The field whose rules hold for what a reaction says; nil for what is none.
  var ruledField: String? { kind == .field || kind == .notify ? name : nil }
}
