import Statecharts

/// A control with the values that a domain gives it.
struct ControlOffer: Sendable {
  let control: Control
  /// What it is tapped with, or what is set in a text field; nil is a tap that carries nothing.
  let values: [Value?]
  /// The controls of its rows.
  let ofRow: [ControlOffer]

  /// Returns what the controls of a page offer; a name that comes again means the first of them.
  static func offers(of page: PageModel, _ machine: Machine, _ domain: MoveDomain) -> [ControlOffer] {
    let template = machine.templates.first { $0.template.name.hasBytes(of: page.template) }
    return distinct(page.screen.controls).map { control in
      guard case .list(let rows, _, let controls) = control.kind else {
        return ControlOffer(control, control.name, template, machine, domain)
      }
      let row = machine.rowTemplate(of: rows, seenFrom: template)
      let offers = distinct(controls).map {
        ControlOffer($0, "\(control.name)[N].\($0.name)", row, machine, domain)
      }
      return ControlOffer(control: control, values: [nil], ofRow: offers)
    }
  }

  private static func distinct(_ controls: [Control]) -> [Control] {
    controls.enumerated().filter { index, control in
      !controls[..<index].contains { $0.name.hasBytes(of: control.name) }
    }.map(\.element)
  }

  private init(control: Control, values: [Value?], ofRow: [ControlOffer]) {
    self.control = control
    self.values = values
    self.ofRow = ofRow
  }

  private init(
    _ control: Control, _ name: String, _ template: DefinedTemplate?, _ machine: Machine, _ domain: MoveDomain
  ) {
    self.control = control
    ofRow = []
    values =
      domain.values(of: name)
      ?? {
        switch control.kind {
        case .text(let bound, _, _):
          let samples = template?.samples(of: control.name) ?? machine.samples(of: bound)
          return samples.filter { Secret<String>($0) != nil }
        case .scroll(_, let bound): return machine.samples(of: bound).filter { Double($0) != nil }
        case .button: return control.takes?.everyValue ?? [nil]
        case .label, .badge, .refresh, .banner, .list: return [nil]
        }
      }()
  }
}

extension Shape {
  /// The values that need no samples: nothing, yes and no, and the names of cases; none where there are too many.
  var everyValue: [Value?] {
    switch self {
    case .void: [nil]
    case .bool: [.bool(false), .bool(true)]
    case .enumeration(let cases): cases.map { .enumeration($0, []) }
    case .optional(let wrapped): [.null] + wrapped.everyValue.filter { $0 != nil }
    case .secret(let hidden): hidden.everyValue
    case .int, .double, .string, .list, .record, .any: []
    }
  }
}

extension Machine {
  /// The values that the fields of a name declare, wherever it is declared.
  fileprivate func samples(of bound: Bound) -> [Value] {
    templates.lazy.compactMap { $0.samples(of: bound.field) }.first ?? []
  }

  /// The view model of the rows that a field lists.
  fileprivate func rowTemplate(of rows: Bound, seenFrom template: DefinedTemplate?) -> DefinedTemplate? {
    let fields = (template?.fields ?? []) + templates.flatMap(\.fields)
    let type = fields.first { $0.name.hasBytes(of: rows.field) && $0.rowType != nil }?.rowType
    return templates.first { $0.template.name == type?.templateName }
  }
}

extension DefinedTemplate {
  /// The values that a field declares; nil when there are none.
  fileprivate func samples(of field: String) -> [Value]? {
    let samples = fields.first { $0.name.hasBytes(of: field) }?.samples.map(\.value)
    return samples?.isEmpty ?? true ? nil : samples
  }
}
