/// A 128-bit digest for printed and saved text, the same on every platform.
///
/// Of a secret it covers only the kind, so that no one can find the value by trial. `Fingerprint` identifies
/// values.
package struct MaskedDigest: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(of value: Value) {
    var hash = SipHash()
    hash.update(value)
    description = hash.digits
  }

  package var short: String { String(description.prefix(12)) }
}

extension SipHash {
  fileprivate mutating func update(_ value: Value) {
    switch value {
    case .null: update(UInt8(0))
    case .bool(let bool): update([1, bool ? 1 : 0])
    case .int(let int): update(2, UInt64(bitPattern: Int64(int)))
    case .double(let double): update(3, double.identity)
    case .string(let text): update(4, text)
    case .list(let values): update(5, values)
    case .record(let members): update(6, members)
    case .enumeration(let name, let members):
      update(7, name)
      update(7, members)
    case .secret: update(UInt8(8))
    case .reference(let id): update(9, UInt64(bitPattern: Int64(id.index)))
    case .weak(.none): update(UInt8(10))
    case .weak(.some(let id)): update(11, UInt64(bitPattern: Int64(id.index)))
    case .signal(let signal): update(signal)
    }
  }

  private mutating func update(_ signal: SignalValue) {
    switch signal {
    case .wiring(let name, let captures):
      update(12, name.text)
      update(12, captures)
    case .execution(let id): update(13, UInt64(bitPattern: Int64(id.index)))
    case .executionCatchingErrors(let id): update(14, UInt64(bitPattern: Int64(id.index)))
    case .failing(let value):
      update(UInt8(15))
      update(value)
    }
  }

  private mutating func update(_ tag: UInt8, _ word: UInt64) {
    update(tag)
    update(word)
  }

  private mutating func update(_ tag: UInt8, _ text: String) {
    update(tag, UInt64(text.utf8.count))
    update(text.utf8)
  }

  private mutating func update(_ tag: UInt8, _ values: [Value]) {
    update(tag, UInt64(values.count))
    for value in values { update(value) }
  }

  private mutating func update(_ tag: UInt8, _ members: [Member]) {
    update(tag, UInt64(members.count))
    for member in members {
      update(4, member.name.text)
      update(member.value)
    }
  }
}
