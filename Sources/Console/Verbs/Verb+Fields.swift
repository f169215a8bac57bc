import Statecharts
import Traces
import ViewModels

extension Verb {
  static let fields = Verb(
    "fields", .look, [Parameter("PATH", .path, isOptional: true)],
    summary: "list the fields with value and type",
    explanation:
      "With PATH only that field and what lies below it, the view's own bookkeeping included: 'fields items' lists "
      + "rows, 'fields items[3]' or 'fields items[#3238]' the fields and regions of one. A computed field is marked; a secret is "
      + "never shown.",
    action: .look { (session, arguments) throws(Mistake) in
      let scene = try session.openScene()
      guard !arguments.isAtEnd() else {
        return FieldTable(scene.fields.filter { !$0.isInternal }, names: scene.names).lines
      }
      let word = try arguments.word("a field")
      try arguments.end()
      let path = scene.path(named: word.text)
      let below = PathSelection([path])
      let rows = scene.machine.fields(of: scene.snapshot, below: path)
      let own = rows.isEmpty ? scene.fields.filter { below.contains($0.path) } : rows
      let chosen = own.isEmpty ? scene.field(at: path).map { [$0] } ?? [] : own
      let regions = path.namesRow ? scene.machine.regions(of: scene.snapshot, at: path) : []
      guard chosen.isEmpty, regions.isEmpty else {
        return FieldTable(chosen, regions: regions, names: scene.names).lines
      }
      _ = try word.naming(.field, among: scene.fields, by: \.path)
      return []
    })
}

/// Fields with value, type and marks, and the regions of a row.
struct FieldTable {
  let fields: [FieldState]
  let regions: [(region: String, state: String)]
  let names: NamedValues

  init(_ fields: [FieldState], regions: [(region: String, state: String)] = [], names: NamedValues) {
    self.regions = regions
    self.fields = fields
    self.names = names
  }

  var lines: [String] {
    let lines = fields.map { [$0.path, text(of: $0), type(of: $0)] } + regions.map { [$0.region, $0.state, "region"] }
    return lines.isEmpty ? ["there are no fields"] : TextTable(lines).lines
  }

  private func text(of field: FieldState) -> String {
    field.shape.isSecret
      ? field.value.secretText : ValuePrinter(.folded, names: names).text(of: field.value, for: field.path)
  }

  private func type(of field: FieldState) -> String {
    var marks: [String] = []
    if !field.isAssignable, !field.listsRows { marks.append("computed") }
    if field.shape.isSecret { marks.append("secret") }
    if field.isInternal { marks.append("internal") }
    return ([field.shape.title] + marks).joined(separator: ", ")
  }
}
