/// Encodes values injectively: tagged parts, UTF-8 with length, numbers by bit pattern with one NaN.
private struct CanonicalEncoder {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: Value) {
    switch value {
    case .null: append(tag: 0)
    case .bool(let truth): append(tag: truth ? 2 : 1)
    case .int(let number): append(tag: 3, UInt64(bitPattern: Int64(number)))
    case .double(let number): append(tag: 4, number.identity)
    case .string(let text): append(tag: 5, text)
    case .list(let values):
      append(tag: 6, UInt64(values.count))
      for value in values { append(value) }
    case .record(let members): append(tag: 7, members)
    case .enumeration(let name, let members):
      append(tag: 8, name)
      append(tag: 8, members)
    case .secret(let value):
      append(tag: 9)
      append(value)
    case .reference(let id): append(tag: 10, UInt64(bitPattern: Int64(id.index)))
    case .weak(let id): append(tag: 11, UInt64(bitPattern: Int64(id?.index ?? Int.min)))
    case .signal(let signal):
      append(tag: 12)
      append(FormWriter.form(of: signal))
    }
  }

  private mutating func append(tag: UInt8) { bytes.append(tag) }

  private mutating func append(tag: UInt8, _ word: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func append(tag: UInt8, _ text: String) {
    append(tag: tag, UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(tag: UInt8, _ members: [Member]) {
    append(tag: tag, UInt64(members.count))
    for member in members {
      append(tag: 5, member.name.text)
      append(member.value)
    }
  }
}

extension Value {
  package var canonicalBytes: [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(self)
    return encoder.bytes
  }
}
