import Turns

/// The keys of one line of a trace, taken one by one; what nobody takes is unknown.
struct TraceLine {
  /// What is wrong, and how many bytes of the line stand before it.
  struct Problem: Error {
    var reason: TraceFault
    var offset: Int

    init(_ reason: TraceFault, offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  private var fields: [(key: String, node: JSONNode)]
  private let offset: Int

  init(_ node: JSONNode) throws(Problem) {
    guard case .object(let fields) = node.content else {
      throw Problem(.text(.wrongValue(of: "this line", expected: "an object")), offset: node.offset)
    }
    self.fields = fields
    offset = node.offset
  }

  func has(_ key: String) -> Bool {
    fields.contains { Name($0.key) == key }
  }

  /// Takes a key that may be absent.
  mutating func take(_ key: String) throws(Problem) -> TraceField? {
    guard let index = fields.firstIndex(where: { Name($0.key) == key }) else { return nil }
    let (_, node) = fields.remove(at: index)
    do throws(JSONShapeError) {
      return TraceField(key, try node.value(), offset: node.offset)
    } catch {
      throw Problem(.text(error.reason), offset: error.offset)
    }
  }

  /// Takes a key that must be there.
  mutating func require(_ key: String) throws(Problem) -> TraceField {
    guard let field = try take(key) else { throw Problem(.text(.missingKey(key)), offset: offset) }
    return field
  }

  /// Fails if a key is left.
  func expectNothingMore() throws(Problem) {
    guard let (key, node) = fields.first else { return }
    throw Problem(.text(.unknownKey(key)), offset: node.offset)
  }
}
