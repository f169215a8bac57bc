import Turns

extension Value {
  /// The value as one line of canonical JSON without secrets.
  ///
  /// It has no blanks and keeps the order of keys. Scalars that act on a terminal are written as `\u001b`, so that
  /// `cat` is safe; `##[`, a command in some build logs, becomes `#\u0023[`. Values that JSON lacks are objects
  /// whose first key begins with `#`:
  ///
  /// | value | written |
  /// |---|---|
  /// | an integer beyond ±(2⁵³ − 1) | `{"#bigint":"9007199254740993"}` |
  /// | `nan`, `inf`, `-inf` | `{"#double":"nan"}` |
  /// | a case of an enumeration | `{"#enum":"failed","payload":{"code":401}}`, without labels `"payload":[["",401]]` |
  /// | a record with duplicate keys | `{"#map":[["a",1],["a",2]]}` |
  /// | a secret | `{"#secret":1}`, in `revealedJSON` `{"#revealed":"aaaaaa"}` |
  /// | an instance, held or weak | `{"#ref":3}`, `{"#weak":3}`, `{"#weak":null}` |
  /// | a signal | `{"#signal":"showTotal","captures":[…]}`, `{"#execution":3}`, `{"#execution":3,"catching":true}` |
  package var json: String { JSONWriter.text(of: self, revealsSecrets: false) }

  /// Includes secrets: only for another Signalbox process, never for a file.
  package var revealedJSON: String { JSONWriter.text(of: self, revealsSecrets: true) }
}

private struct JSONWriter {
  private var text = ""
  private var needsComma = false
  private let revealsSecrets: Bool

  static func text(of value: Value, revealsSecrets: Bool) -> String {
    var writer = JSONWriter(revealsSecrets: revealsSecrets)
    writer.value(value)
    return writer.text
  }

  // MARK: Values

  /// Readers that know only doubles would round larger integers.
  private static let exactIntegers = -9_007_199_254_740_991...9_007_199_254_740_991

  mutating func value(_ value: Value) {
    switch value {
    case .null: literal("null")
    case .bool(let value): literal(value ? "true" : "false")
    case .int(let value) where Self.exactIntegers.contains(value): literal(String(value))
    case .int(let value): tagged("#bigint", .string(String(value)))
    // Swift's shortest form; `5.0` stays `5.0`.
    case .double(let value) where value.isFinite: literal(value.description)
    case .double(let value): tagged("#double", .string(value.canonicalText))
    case .string(let value): string(value)
    case .list(let values): enclose("[", "]") { for value in values { $0.value(value) } }
    case .record(let members): record(members)
    case .enumeration(let name, let members): enumeration(name, members)
    case .secret(let value) where revealsSecrets: tagged("#revealed", value)
    case .secret: tagged("#secret", 1)
    case .reference(let id): tagged("#ref", .int(id.index))
    case .weak(let id): tagged("#weak", id.map { .int($0.index) } ?? .null)
    case .signal(let signal): self.signal(signal)
    }
  }

  /// Keys that begin with `#` get one more.
  private mutating func object(_ members: [Member]) {
    object {
      for member in members {
        $0.key(member.name.utf8.first == UInt8(ascii: "#") ? "#\(member.name)" : member.name.text)
        $0.value(member.value)
      }
    }
  }

  private func pairs(_ members: [Member]) -> Value { .list(members.map { [.string($0.name.text), $0.value] }) }

  private mutating func record(_ members: [Member]) {
    if members.hasUniqueNames { object(members) } else { tagged("#map", pairs(members)) }
  }

  private mutating func enumeration(_ name: String, _ members: [Member]) {
    object {
      $0.key("#enum")
      $0.string(name)
      guard !members.isEmpty else { return }
      $0.key("payload")
      let isLabelled = members.hasUniqueNames && members.allSatisfy { !$0.name.isEmpty }
      if isLabelled { $0.object(members) } else { $0.value($0.pairs(members)) }
    }
  }

  private mutating func signal(_ signal: SignalValue) {
    switch signal {
    case .wiring(let name, let captures): tagged("#signal", .string(name.text), ("captures", .list(captures)))
    case .execution(let id): tagged("#execution", .int(id.index))
    case .executionCatchingErrors(let id): tagged("#execution", .int(id.index), ("catching", true))
    case .failing(let value): tagged("#failing", value)
    }
  }

  private mutating func tagged(_ tag: String, _ content: Value, _ extra: (key: String, value: Value)? = nil) {
    object {
      $0.key(tag)
      $0.value(content)
      guard let extra else { return }
      $0.key(extra.key)
      $0.value(extra.value)
    }
  }

  // MARK: JSON

  private mutating func object(_ content: (inout JSONWriter) -> Void) {
    enclose("{", "}", content)
  }

  private mutating func key(_ key: String) {
    string(key)
    text += ":"
    needsComma = false
  }

  private mutating func string(_ string: String) {
    separate()
    text += "\""
    if string.isPlainJSON { text += string } else { escape(string) }
    text += "\""
  }

  private mutating func escape(_ string: String) {
    let marks = string.logCommandMarks
    for (place, scalar) in string.unicodeScalars.enumerated() {
      text += marks.contains(place) ? "\\u0023" : scalar.jsonText ?? String(scalar)
    }
  }

  private mutating func literal(_ literal: String) {
    separate()
    text += literal
  }

  private mutating func separate() {
    if needsComma { text += "," }
    needsComma = true
  }

  private mutating func enclose(_ open: String, _ close: String, _ content: (inout JSONWriter) -> Void) {
    separate()
    text += open
    needsComma = false
    content(&self)
    text += close
    needsComma = true
  }
}

extension [Member] {
  fileprivate var hasUniqueNames: Bool {
    count < 2 || Set(map(\.name)).count == count
  }
}

extension String {
  fileprivate var isPlainJSON: Bool {
    var before: UInt8 = 0
    return allBytes { byte in
      defer { before = byte }
      return byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        && !(byte == UInt8(ascii: "#") && before == byte)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var jsonText: String? {
    switch self {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return isAlwaysEscaped ? String(self).utf16.map { "\\u" + $0.hexDigits }.joined() : nil
    }
  }
}
