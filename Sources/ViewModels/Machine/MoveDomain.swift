import Statecharts

package struct MoveDomain: Sendable {
  package enum Work: Sendable {
    /// All due work runs in its order.
    case none
    case first
    /// The first of each source, because each source keeps its order.
    case firstOfEachSource
  }

  /// Replaces samples, by the name of a control (`items[N].like` for rows), an input, a field or a service's
  /// success.
  package var values: [(name: Name, values: [Value])] = []
  package var addedValues: [(name: Name, values: [Value])] = []
  package var rows = SearchDomain.Rows.ends
  private var addedRows: [(list: Name, row: String)] = []
  /// By path: `results.photos[2]`.
  private(set) var namedRows: [String] = []
  /// Also enters and leaves text fields, and presses return.
  package var usesKeyboard = false
  /// Requests may be answered at any time, with each outcome.
  package var answersRequests = false
  package var work = Work.none
  /// The program also calls inputs and assigns fields.
  package var isPastTheScreen = false
  package var restarts = false

  package init() {}

  /// Adds the row of a control: `items[3].like`, `items[#3238]`.
  package mutating func addRow(of control: String) {
    let name = ControlName(control)
    if let row = name.row { addedRows.append((Name(name.base), row)) }
  }

  /// Adds the row at a path wherever a list shows it: `items[3].like`, `results.photos[#3238].file`.
  package mutating func addRow(at path: String) {
    let name = ControlName(path)
    if let row = name.row { namedRows.append(name.base + row) }
  }

  package mutating func replaceSamples(of name: String, by added: [Value]) {
    let place = values.firstIndex { $0.name == name } ?? values.endIndex
    if place == values.endIndex { values.append((Name(name), [])) }
    for value in added where !values[place].values.contains(value) { values[place].values.append(value) }
  }

  func addedRows(of list: Name) -> [String] {
    addedRows.isEmpty ? [] : addedRows.filter { $0.list == list }.map(\.row)
  }

  func values(of name: String) -> [Value?]? { values.first { $0.name == name }?.values }

  /// The values of a name with those added; the samples in place of missing ones.
  func values(of name: String, else samples: () -> [Value?]) -> [Value?] {
    let values = values(of: name) ?? samples()
    let added: [Value?] = addedValues.first { $0.name == name }?.values ?? []
    return values + added.filter { !values.contains($0) }
  }
}

extension [Turn] {
  /// Adds the fields that the restart reset to the first turn, which must open the machine.
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

  private var firstValues: [Name: Value] {
    var values: [Name: Value] = [:]
    for case .set(let field, let old, _) in flatMap(\.effects) where values[field] == nil {
      values[field] = old
    }
    return values
  }
}
