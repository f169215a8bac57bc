extension Snapshot {
  /// How many bytes the identity of everything that it holds takes, which grows as its memory does. Linear.
  package func byteCount(_ program: Program) -> Int {
    let work = agenda.ordered.reduce(0) { $0 + FormWriter.form(of: $1).identityByteCount }
    return instances.indices.reduce(FormWriter.form(of: frame).identityByteCount + work) {
      $0 + (value(of: InstanceID($1), program)?.identityByteCount ?? 0)
    }
  }
}

extension Value {
  /// How many bytes its identity takes, without making them.
  var identityByteCount: Int {
    switch self {
    case .null, .bool: 1
    case .int, .double, .reference, .weak: 9
    case .string(let text): 9 + text.utf8.count
    case .list(let values): values.reduce(9) { $0 + $1.identityByteCount }
    case .record(let members): members.identityByteCount
    case .enumeration(let name, let members): 9 + name.utf8.count + members.identityByteCount
    case .secret(let value): 1 + value.identityByteCount
    case .signal(let signal): 1 + FormWriter.form(of: signal).identityByteCount
    }
  }
}

extension [Member] {
  fileprivate var identityByteCount: Int { reduce(9) { $0 + 9 + $1.name.utf8.count + $1.value.identityByteCount } }
}
