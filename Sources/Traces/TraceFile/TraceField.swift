import Turns

struct TraceField {
  let key: String
  let value: Value
  /// The byte offset of the outermost value in the line.
  let offset: Int

  func wrong(_ expected: String) -> TraceLine.Problem {
    TraceLine.Problem(.text(.wrongValue(of: key, expected: expected)), offset: offset)
  }

  func text() throws(TraceLine.Problem) -> String {
    guard case .string(let text) = value else { throw wrong("a text") }
    return text
  }

  /// A seed is a string, because it may exceed 63 bits.
  func seed() throws(TraceLine.Problem) -> UInt64 {
    let text = try text()
    guard let seed = UInt64(text), String(seed) == text else {
      throw wrong("a text of a whole number up to \(UInt64.max)")
    }
    return seed
  }

  func int() throws(TraceLine.Problem) -> Int {
    guard case .int(let int) = value else { throw wrong("an integer") }
    return int
  }

  func expectTrue() throws(TraceLine.Problem) {
    guard case .bool(true) = value else { throw wrong("true") }
  }

  func members() throws(TraceLine.Problem) -> [Member] {
    guard case .record(let members) = value else { throw wrong("an object") }
    return members
  }

  func regions() throws(TraceLine.Problem) -> [RegionState] {
    try fields().map { (field) throws(TraceLine.Problem) in RegionState(Name(field.key), Name(try field.text())) }
  }

  func fields() throws(TraceLine.Problem) -> [TraceField] {
    try members().map { TraceField(key: $0.name.text, value: $0.value, offset: offset) }
  }

  func onlyField() throws(TraceLine.Problem) -> TraceField {
    let fields = try fields()
    guard fields.count == 1 else { throw wrong("an object with one key") }
    return fields[0]
  }

  func elements() throws(TraceLine.Problem) -> [TraceField] {
    guard case .list(let values) = value else { throw wrong("an array") }
    return values.map { TraceField(key: key, value: $0, offset: offset) }
  }

  func texts() throws(TraceLine.Problem) -> [String] {
    try elements().map { (element) throws(TraceLine.Problem) in try element.text() }
  }

  func namesByName() throws(TraceLine.Problem) -> [Name: Name] {
    var names: [Name: Name] = [:]
    for field in try fields() { names[Name(field.key)] = Name(try field.text()) }
    return names
  }

  func outcome() throws(TraceLine.Problem) -> Outcome {
    guard let outcome = Outcome(rawValue: try text()) else { throw wrong("\"ok\", \"fail\" or \"error\"") }
    return outcome
  }

  func member(_ name: String) throws(TraceLine.Problem) -> TraceField? {
    try fields().first { Name($0.key) == name }
  }

  func required(_ name: String) throws(TraceLine.Problem) -> TraceField {
    guard let field = try member(name) else { throw TraceLine.Problem(.text(.missingKey(name)), offset: offset) }
    return field
  }

  func expectOnly(_ names: [String]) throws(TraceLine.Problem) {
    for field in try fields() where !names.contains(Name(field.key)) {
      throw TraceLine.Problem(.text(.unknownKey(field.key)), offset: offset)
    }
  }
}
