extension String {
  /// A name of letters, digits and `_`.
  package var asMemberName: String {
    String(asUsableName.map { $0 == "." || $0 == "-" ? "_" : $0 })
  }

  /// With words for operators, so that `n < 0` and `n >= 0` get names that one can read.
  var asQuestionName: String {
    let words = [("<=", "le"), (">=", "ge"), ("==", "eq"), ("!=", "ne"), ("<", "lt"), (">", "gt"), ("=", "eq")]
    return words.reduce(self) { $0.split(on: $1.0).joined(separator: " \($1.1) ") }.asMemberName
  }

  private func split(on mark: String) -> [String] {
    var (parts, rest): ([String], String) = ([], self)
    while let (head, tail) = rest.split(at: mark) {
      parts.append(head)
      rest = tail
    }
    return parts + [rest]
  }
}

/// Gives each text a name that commands can contain; different texts get different names.
struct UsableNames {
  private var names: [String: String] = [:]
  private var taken: Set<String>

  init(taken: [String] = []) { self.taken = Set(taken) }

  subscript(text: String) -> String? { names[Self.key(text)] }

  mutating func name(of text: String, _ usable: (String) -> String = { $0.asUsableName }) -> String {
    let key = Self.key(text)
    if let known = names[key] { return known }
    let name = usable(text)
    var (unique, number) = (name, 1)
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(name)_\(number)"
    }
    names[key] = unique
    return unique
  }

  /// A blank and `_` mean the same.
  private static func key(_ text: String) -> String { String(text.map { $0 == " " ? "_" : $0 }) }
}
