/// The members of a saved part, taken by name; every one that does not fit is a problem.
struct FormParts {
  typealias Reason = SnapshotProblem.Reason
  let members: [Member]

  init(_ value: Value) throws(Reason) {
    guard case .record(let members) = value else { throw .wrong("this part", expected: "a record") }
    self.members = members
  }

  /// Takes the members of one case of an enumeration.
  init(_ members: [Member]) {
    self.members = members
  }

  func value(_ name: String) throws(Reason) -> Value {
    guard let member = members.first(where: { $0.name.hasBytes(of: name) }) else { throw .missing(name) }
    return member.value
  }

  /// Takes a member that not every part has.
  func optional(_ name: String) -> Value? { members.first { $0.name.hasBytes(of: name) }?.value }

  func list(_ name: String) throws(Reason) -> [Value] { try FormParts.list(try value(name), name) }

  /// The payload at a position, where payloads have no labels.
  func payload(_ position: Int) throws(Reason) -> Value {
    guard members.indices.contains(position) else { throw .missing("payload \(position + 1)") }
    return members[position].value
  }

  static func int(_ value: Value, _ name: String) throws(Reason) -> Int {
    guard case .int(let number) = value else { throw .wrong(name, expected: "an integer") }
    return number
  }

  /// A number that is not negative.
  static func count(_ value: Value, _ name: String) throws(Reason) -> Int {
    let number = try int(value, name)
    guard number >= 0 else { throw .wrong(name, expected: "an integer from 0") }
    return number
  }

  static func list(_ value: Value, _ name: String) throws(Reason) -> [Value] {
    guard case .list(let values) = value else { throw .wrong(name, expected: "a list") }
    return values
  }

  static func id(_ value: Value, _ name: String) throws(Reason) -> InstanceID {
    guard case .reference(let id) = value else { throw .wrong(name, expected: "an instance") }
    return id
  }

  static func enumeration(_ value: Value, _ name: String) throws(Reason) -> (name: String, parts: FormParts) {
    guard case .enumeration(let kind, let members) = value else { throw .wrong(name, expected: "one of its kinds") }
    return (kind, FormParts(members))
  }
}
