import Turns

/// The keys of one line of a trace, taken one by one; what nobody takes is unknown.
package struct TraceLine {
  /// What is wrong, and how many bytes of the line stand before it.
  package struct Problem: Error {
    var reason: TraceFault
    var offset: Int

    init(_ reason: TraceFault, offset: Int) {
      self.reason = reason
      self.offset = offset
    }
  }

  private var fields: [(key: String, node: JSONNode)]
  private let offset: Int

  /// Reads a line, given without its line feed; nil when it is no object.
  package init?(reading bytes: [UInt8]) {
    guard let node = try? JSONParser.parse(bytes), let line = try? TraceLine(node) else { return nil }
    self = line
  }

  init(_ node: JSONNode) throws(Problem) {
    guard case .object(let fields) = node.content else {
      throw Problem(.text(.wrongValue(of: "this line", expected: "an object")), offset: node.offset)
    }
    self.fields = fields
    offset = node.offset
  }

  package func has(_ key: String) -> Bool {
    fields.contains { $0.key.utf8.elementsEqual(key.utf8) }
  }

  /// Takes a key that may be absent.
  mutating func take(_ key: String) throws(Problem) -> TraceField? {
    guard let index = fields.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return nil }
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

extension TraceLine {
  /// Takes what the line says of fields and regions, and returns what they are behind it.
  package mutating func lastValues() -> [Reaction.Subject: Value] {
    var result: [Reaction.Subject: Value] = [:]
    for (key, kind) in [(EffectKey.set, Reaction.Kind.field), (.to, .transition)] {
      for member in (try? take(key.rawValue)?.fields()) ?? [] {
        result[Reaction.Subject(kind, member.key)] = (try? member.elements())?.last?.value
      }
    }
    return result
  }
}
