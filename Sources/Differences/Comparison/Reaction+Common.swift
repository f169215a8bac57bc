import Traces
import Turns

extension Reaction {
  /// The subject under the name that its repetitions share: rows as `items[*].total`, `load'2.totals` as `load.totals`, pages
  /// by name.
  var common: Subject {
    guard subject.name.isEmpty, case .string(let page)? = values.first else {
      return Subject(subject.kind, Name(subject.name.text.withoutRows.withoutOrdinals))
    }
    switch subject.kind {
    case .pushed, .popped: return Subject(subject.kind, Name(page.withoutOrdinal))
    default: return subject
    }
  }
}

extension RowKeys {
  /// What two machines declare of their rows; where they do not declare the same, rows go by their places.
  package init(commonTo declared: Sides<[Name: Name]>) {
    self.init()
    for (list, member) in declared.a where declared.b[list] == member {
      self.declared[list] = member
    }
  }
}

extension Reaction.Subject {
  /// Whether it is a field, in whose lists rows can have keys.
  var isOfField: Bool { kind == .set || kind == .notified }
}

/// Names of fields, each with what is below it: `items` covers `items[3].total`.
struct FieldNames {
  private let names: Set<Name>

  init(_ names: [String]) {
    self.names = Set(names.names)
  }

  func cover(_ path: String) -> Bool {
    if names.contains(Name(path)) { return true }
    return path.utf8.indices.contains { index in
      let byte = path.utf8[index]
      let isBorder = byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[")
      return isBorder && names.contains(Name(String(path[..<index])))
    }
  }
}
