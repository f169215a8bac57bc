import Statecharts

/// What moves try: the values that the outside gives, and how far it reaches.
package struct MoveDomain: Sendable {
  package enum Work: Sendable {
    /// None: what is due runs as a whole, in its order.
    case none
    /// What comes first in its order.
    case first
    /// The first of each source: what one source makes due keeps its order.
    case firstOfEachSource
  }

  /// Values in place of samples, by the name of a control, an input, a field or a service; a control of rows is
  /// `items[N].like`, and a service's are those of its success.
  package var values: [(name: Name, values: [Value])] = []
  /// Values besides the samples, named in the same way.
  package var addedValues: [(name: Name, values: [Value])] = []
  package var rows = SearchDomain.Rows.ends
  /// Rows that are used besides, where they are: the control of a list, and the row in brackets.
  private var addedRows: [(list: Name, row: String)] = []
  /// Whether text fields are also entered and left, and return is pressed.
  package var usesKeyboard = false
  /// Whether a request may be answered at any time, with each outcome.
  package var answersRequests = false
  /// Which of the work that is due may run by itself before the rest.
  package var work = Work.none
  /// Whether the program calls inputs itself, and assigns fields.
  package var isPastTheScreen = false
  /// Whether the app may end wherever a stimulus may come, and be opened again.
  package var restarts = false

  package init() {}

  /// Lets the row of a control be used besides: `items[3].like`, `items[#3238]`. A control of no row adds nothing.
  package mutating func addRow(of control: String) {
    let name = ControlName(control)
    if let row = name.row { addedRows.append((Name(name.base), row)) }
  }

  /// Gives values in place of samples of the name, besides those that were given before; each is tried once.
  package mutating func replaceSamples(of name: String, by added: [Value]) {
    let place = values.firstIndex { $0.name == name } ?? values.endIndex
    if place == values.endIndex { values.append((Name(name), [])) }
    for value in added where !values[place].values.contains(value) { values[place].values.append(value) }
  }

  func addedRows(of list: String) -> [String] {
    addedRows.isEmpty ? [] : addedRows.filter { $0.list == list }.map(\.row)
  }

  func values(of name: String) -> [Value?]? { values.first { $0.name == name }?.values }

  func addedValues(of name: String) -> [Value?] { addedValues.first { $0.name == name }?.values ?? [] }
}

extension [Turn] {
  /// The turns of a machine that was opened again; its first turn also says which fields begin anew.
  ///
  /// - Precondition: The first of them opens it.
  func settingInitially(_ fields: [FieldState], after old: [FieldState]) -> [Turn] {
    let first = firstValues
    let initial = fields.map { field in
      var field = field
      field.value = first[field.path] ?? field.value
      return field
    }
    var turns = self
    turns[0].effects = initial.sets(since: old) + turns[0].effects
    return turns
  }

  /// What each field that the turns set was before.
  private var firstValues: [Name: Value] {
    var values: [Name: Value] = [:]
    for case .set(let field, let old, _) in flatMap(\.effects) where values[field] == nil {
      values[field] = old
    }
    return values
  }
}
