import Turns

extension JSONWriter {
  /// Integers beyond ±(2⁵³ − 1) would be rounded by readers that know only doubles.
  static let exactIntegers = -9_007_199_254_740_991...9_007_199_254_740_991

  /// Writes a value; what JSON lacks is an object whose first key begins with `#`.
  ///
  /// | value | written |
  /// |---|---|
  /// | an integer beyond ±(2⁵³ − 1) | `{"#bigint":"9007199254740993"}` |
  /// | `nan`, `inf`, `-inf` | `{"#double":"nan"}` |
  /// | a case of an enumeration | `{"#enum":"failed","payload":{"code":401}}`, without labels `"payload":[["",401]]` |
  /// | a record whose keys repeat | `{"#map":[["a",1],["a",2]]}` |
  /// | a secret | `{"#secret":1}`, for another process of ours `{"#revealed":"aaaaaa"}` |
  /// | an instance, held or weak | `{"#ref":3}`, `{"#weak":3}`, `{"#weak":null}` |
  /// | a signal | `{"#signal":"showTotal","captures":[…]}`, `{"#execution":3}`, `{"#execution":3,"catching":true}` |
  package mutating func value(_ value: Value) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value) where Self.exactIntegers.contains(value): int(value)
    case .int(let value): tagged("#bigint", .string(String(value)))
    case .double(let value) where value.isFinite: double(value)
    case .double(let value): tagged("#double", .string(value.canonicalText))
    case .string(let value): string(value)
    case .list(let values): array { for value in values { $0.value(value) } }
    case .record(let members): record(members)
    case .enumeration(let name, let members): enumeration(name, members)
    case .secret(let value) where revealsSecrets: tagged("#revealed", value)
    case .secret: tagged("#secret", 1)
    case .reference(let id): tagged("#ref", .int(id.index))
    case .weak(let id): tagged("#weak", id.map { .int($0.index) } ?? .null)
    case .signal(let signal): self.signal(signal)
    }
  }

  /// Writes an object with a value's members; keys that begin with `#` get one more.
  private mutating func object(_ members: [Member]) {
    object {
      for member in members {
        $0.key(member.name.utf8.first == UInt8(ascii: "#") ? "#\(member.name)" : member.name.text)
        $0.value(member.value)
      }
    }
  }

  private mutating func pairs(_ members: [Member]) {
    value(.list(members.map { [.string($0.name.text), $0.value] }))
  }

  private mutating func record(_ members: [Member]) {
    if members.hasUniqueNames { return object(members) }
    object {
      $0.key("#map")
      $0.pairs(members)
    }
  }

  private mutating func enumeration(_ name: String, _ members: [Member]) {
    object {
      $0.key("#enum")
      $0.string(name)
      guard !members.isEmpty else { return }
      $0.key("payload")
      let isLabelled = members.hasUniqueNames && members.allSatisfy { !$0.name.isEmpty }
      if isLabelled { $0.object(members) } else { $0.pairs(members) }
    }
  }

  private mutating func signal(_ signal: SignalValue) {
    object {
      switch signal {
      case .wiring(let name, let captures):
        $0.key("#signal")
        $0.string(name)
        $0.key("captures")
        $0.value(.list(captures))
      case .execution(let id):
        $0.key("#execution")
        $0.int(id.index)
      case .executionCatchingErrors(let id):
        $0.key("#execution")
        $0.int(id.index)
        $0.key("catching")
        $0.bool(true)
      case .failing(let value):
        $0.key("#failing")
        $0.value(value)
      }
    }
  }

  private mutating func tagged(_ tag: String, _ content: Value) {
    object {
      $0.key(tag)
      $0.value(content)
    }
  }
}

extension [Member] {
  fileprivate var hasUniqueNames: Bool {
    count < 2 || Set(map { $0.name }).count == count
  }
}
