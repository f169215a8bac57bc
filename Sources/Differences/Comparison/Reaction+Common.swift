import Traces
import Turns

extension Reaction {
  /// The subject shared by repetitions: rows as `items[*].total`, `load'2.totals` as `load.totals`, pages by name.
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
  /// Keeps the keys that both machines declare alike.
  package init(commonTo declared: Sides<[Name: Name]>) {
    self.init()
    for (list, member) in declared.a where declared.b[list] == member {
      self.declared[list] = member
    }
  }
}

extension Reaction.Subject {
  var isOfField: Bool { kind == .set || kind == .notified }
}
