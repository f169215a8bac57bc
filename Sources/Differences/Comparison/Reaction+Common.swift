import Traces
import Turns

extension Reaction {
  /// The subject under the name that its repetitions share: rows as `items[*].total`, services and pages without their
  /// ordinals, pages by name.
  var common: Subject {
    guard subject.name.isEmpty, case .string(let page)? = values.first else {
      return Subject(subject.kind, subject.name.withoutRows.withoutOrdinal)
    }
    switch subject.kind {
    case .push, .pop: return Subject(subject.kind, page.withoutOrdinal)
    default: return subject
    }
  }
}
