extension Machine {
  /// By the name of each list of rows, the field by which its rows are known, where that is declared and can be seen. A name
  /// stands for every list of the name; one whose rows are known differently in two view models has none.
  package var rowKeys: [String: String] {
    var keys: [String: String?] = [:]
    for defined in templates where !defined.template.isInternal {
      for field in defined.template.fields {
        guard let rows = field.rows else { continue }
        if let known = keys[field.name], known != rows.key {
          keys[field.name] = .some(nil)
        } else {
          keys[field.name] = .some(rows.key)
        }
      }
    }
    return keys.compactMapValues(\.self)
  }
}
