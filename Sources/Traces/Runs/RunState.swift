import Turns

/// The fields and regions of a run so far; the source of old values.
package struct RunState {
  private var values: [Reaction.Subject: Value] = [:]
  /// Values stored for parts of rows, by the field that holds the rows.
  private var subjectsOfRows: [Name: [Reaction.Subject]] = [:]
  private var rowNames: RowNames

  package init(by keys: RowKeys = RowKeys()) {
    rowNames = RowNames(by: keys)
  }

  /// Nil if unknown.
  package subscript(subject: Reaction.Subject) -> Value? {
    mutating get { values[subject] ?? valueInRow(subject) }
  }

  /// Applies the header and returns the initial values as reactions.
  package mutating func open(_ header: Trace.Header) -> [Reaction] {
    var reactions =
      header.phase.map { Reaction(.moved, $0.region, [.string($0.state.text)]) }
      + header.fields.map { Reaction(.set, $0.name, [$0.value]) }
    for index in reactions.indices {
      nameRow(of: &reactions[index])
      fold(reactions[index])
    }
    return reactions
  }

  mutating func nameRow(of reaction: inout Reaction) { rowNames.take(&reaction) }

  package mutating func fold(_ reaction: Reaction) {
    let subject = reaction.subject
    guard subject.kind.isStateful, let last = reaction.values.last else { return }
    let known = values.updateValue(last, forKey: subject)
    if let field = subject.fieldOfRow {
      if known == nil { subjectsOfRows[field, default: []].append(subject) }
    } else if !subjectsOfRows.isEmpty, let rows = subjectsOfRows.removeValue(forKey: subject.name) {
      for subject in rows { values[subject] = nil }
    }
  }

  package func knowsRows(of field: String) -> Bool { subjectsOfRows[Name(field)] != nil }

  private mutating func valueInRow(_ subject: Reaction.Subject) -> Value? {
    guard subject.fieldOfRow != nil, let path = PathInRow(rowNames.path(of: subject.name.text)) else { return nil }
    let value = values[Reaction.Subject(.set, Name(path.list))]?.part(at: path.steps)
    guard subject.kind == .moved else { return value }
    guard case .enumeration(let state, _)? = value else { return nil }
    return .string(state)
  }
}

extension Reaction.Subject {
  /// `items` of `items[3].total`.
  fileprivate var fieldOfRow: Name? {
    guard let open = name.utf8.firstIndex(of: UInt8(ascii: "[")), !name.text.isDetached else { return nil }
    return Name(String(name.text[..<open]))
  }

  package func isInRow(of field: Reaction.Subject) -> Bool {
    field.kind == .set && fieldOfRow.map { $0 == field.name } ?? false
  }
}
