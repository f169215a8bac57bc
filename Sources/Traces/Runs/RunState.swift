import Turns

/// Where a run has come to: the folding of its reactions. Old values come from here.
package struct RunState {
  private var values: [Reaction.Subject: Value] = [:]
  /// What of rows is known apart from the fields that hold them, by these fields.
  private var subjectsOfRows: [Name: [Reaction.Subject]] = [:]
  private var rowNames: RowNames

  /// - Parameter keys: By which of their members rows are known, which are called by their keys then.
  package init(by keys: RowKeys = RowKeys()) {
    rowNames = RowNames(by: keys)
  }

  /// The value of a field, or the state of a region; nil when nothing has been said of it yet.
  package subscript(subject: Reaction.Subject) -> Value? {
    mutating get { values[subject] ?? valueInRow(subject) }
  }

  /// Takes in what a machine was when it was opened, and tells it.
  package mutating func open(_ header: Trace.Header) -> [Reaction] {
    var reactions = header.initialReactions
    for index in reactions.indices {
      nameRow(of: &reactions[index])
      fold(reactions[index])
    }
    return reactions
  }

  /// Names the row that a reaction is about.
  package mutating func nameRow(of reaction: inout Reaction) { rowNames.take(&reaction) }

  /// Takes in what a reaction changed.
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

  /// Whether something is known of a field's rows apart from the field.
  package func knowsRows(of field: String) -> Bool { subjectsOfRows[Name(field)] != nil }

  /// What the field that holds a row says of it.
  private mutating func valueInRow(_ subject: Reaction.Subject) -> Value? {
    guard subject.fieldOfRow != nil, let path = PathInRow(rowNames.path(of: subject.name.text)) else { return nil }
    let value = values[Reaction.Subject(.set, Name(path.list))]?.part(at: path.steps)
    guard subject.kind == .moved else { return value }
    guard case .enumeration(let state, _)? = value else { return nil }
    return .string(state)
  }
}

extension Trace.Header {
  /// What the machine was when it was opened, as reactions that have no old value.
  var initialReactions: [Reaction] {
    phase.map { Reaction(.moved, $0.region, [.string($0.state.text)]) }
      + fields.map { Reaction(.set, $0.name, [$0.value]) }
  }
}

extension Reaction.Subject {
  /// The field that holds the row which it is about: `items` of `items[3].total`; nil for what is in no row.
  fileprivate var fieldOfRow: Name? {
    guard let open = name.utf8.firstIndex(of: UInt8(ascii: "[")), !name.text.isDetached else { return nil }
    return Name(String(name.text[..<open]))
  }

  /// Whether it is in a row of a field.
  package func isInRow(of field: Reaction.Subject) -> Bool {
    field.kind == .set && fieldOfRow.map { $0 == field.name } ?? false
  }
}
