import Statecharts

extension Machine {
  /// The input of a name, for any row: `login`, `goods.pullDown`, `items[3].like`.
  package func input(named name: String) -> InputState? {
    if let input = inputs.first(where: { $0.name == name }) { return input }
    guard let found = rowInput(name) else { return nil }
    return InputState(name: Name(name), shape: found.shape)
  }

  package func rowInputs(of snapshot: Snapshot) -> [InputState] {
    rowCommands(of: snapshot).compactMap { input(named: $0.name.text) }
  }

  /// The identities of a list's rows: `[#3238]`, `[#3238'2]`. `list` is a field, or a control of the top page.
  package func rowNames(of list: String, _ snapshot: Snapshot) -> [String?] {
    let view = View(machine: self, snapshot: snapshot)
    if let place = view.field(at: list), place.definition.rows != nil {
      return snapshot.rowNames(place.definition.name, of: place.instance, program)
    }
    guard let top = view.top, let control = top.screen.controls.first(where: { $0.name == list }),
      case .list(let rows, _, _) = control.kind, let place = view.place(rows, from: top.owner)
    else { return [] }
    return snapshot.rowNames(rows.field, of: place.instance, program)
  }

  private func rowInput(_ name: String) -> InputState? {
    let parts = ControlName(name)
    guard parts.row != nil, let inner = parts.inner else { return nil }
    let list = parts.base.utf8.split(separator: UInt8(ascii: ".")).last.map { String(decoding: $0, as: UTF8.self) }
    for field in templates.flatMap(\.fields) where field.name.text == list {
      guard let row = templates.named(field.rowTemplate) else { continue }
      if let input = row.inputs.first(where: { $0.name == inner }) { return input }
    }
    return rowInput(inner)
  }
}

extension Machine {
  /// By list name, the visible field that identifies the rows; omits a name whose lists use different fields.
  package var rowKeys: [Name: Name] {
    let shown = templates.filter { !$0.template.isInternal }
    let lists = shown.flatMap(\.template.fields).filter { $0.rows != nil }
    return Dictionary(grouping: lists, by: \.name).compactMapValues { lists in
      let key = lists[0].rows?.key
      return lists.allSatisfy { $0.rows?.key == key } ? key : nil
    }
  }
}

/// A machine with one small change of a chart.
package struct Mutant: Sendable {
  package let template: Int
  package let change: ChartMutation.Change
  package let machine: Machine
}

extension Machine {
  /// Only the charts are made before use. A machine of objects has none, because its chart is the adapter's.
  package var mutants: [Mutant] {
    runsObjects
      ? []
      : program.templates.enumerated().flatMap { index, template -> [Mutant] in
        guard !template.isInternal, let chart = template.chart else { return [] }
        return chart.mutations.map { Mutant(template: index, change: $0.change, machine: with($0.chart, of: index)) }
      }
  }
}
