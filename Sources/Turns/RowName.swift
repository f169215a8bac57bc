extension [String?] {
  /// What rows of these keys are called in brackets: `#3238`, `#3238'2` for the second of that key; `nil` for those without one.
  package var keyNames: [String?] {
    var counts: [String: Int] = [:]
    return map { key in
      guard let key else { return nil }
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count == 1 ? "#\(key)" : "#\(key)'\(count)"
    }
  }
}

extension Value {
  /// An identity as paths hold it; `nil` for a value that cannot be one.
  package var keyText: String? {
    switch self {
    case .int(let number): String(number)
    case .string(let text): text
    case .bool(let truth): String(truth)
    case .enumeration(let name, let members) where members.isEmpty: name
    default: nil
    }
  }
}
