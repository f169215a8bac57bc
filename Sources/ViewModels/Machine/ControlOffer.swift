import Statecharts

struct ControlOffer: Sendable {
  let control: Control
  /// Nil is a tap without a value.
  let values: [Value?]
  let event: Move.InputEvent?
  private(set) var ofRow: [ControlOffer]
  /// -1 before numbering.
  private(set) var number = -1

  static func offers(of page: MachinePage, _ machine: Machine, _ domain: MoveDomain) -> [ControlOffer] {
    let template = machine.templates.named(page.template)
    return page.screen.controls.distinct(by: \.name).map { control in
      guard case .list(let rows, _, let controls) = control.kind else {
        return ControlOffer(control, control.name.text, template, machine, domain)
      }
      let row = machine.rowTemplate(of: rows, seenFrom: template)
      let offers = controls.distinct(by: \.name).map {
        ControlOffer($0, "\(control.name)[N].\($0.name)", row, machine, domain)
      }
      return ControlOffer(control, [nil], ofRow: offers, template, machine.program)
    }
  }

  func numbered(from next: inout Int) -> ControlOffer {
    var offer = self
    offer.number = next
    next += 1
    offer.ofRow = ofRow.map { $0.numbered(from: &next) }
    return offer
  }

  private init(
    _ control: Control, _ values: [Value?], ofRow: [ControlOffer] = [], _ template: DefinedTemplate?,
    _ program: Program
  ) {
    self.control = control
    self.ofRow = ofRow
    event = control.input.map { Move.InputEvent($0, program) }
    let type = control.input.flatMap { template?.type(ofInput: $0) }
    self.values = values.filter { value in
      guard let type, let given = control.given(value, at: 0) else { return true }
      return Misfit(control.name.text, type, given) == nil
    }
  }

  private init(
    _ control: Control, _ name: String, _ template: DefinedTemplate?, _ machine: Machine, _ domain: MoveDomain
  ) {
    let values = domain.values(of: name) {
      switch control.kind {
      case .text(let bound, _, _):
        let samples = template?.samples(of: control.name) ?? machine.samples(of: control.name.text, showing: bound)
        return samples.filter { Secret<String>($0) != nil }
      case .scroll(_, let bound):
        return machine.samples(of: control.name.text, showing: bound).filter { Double($0) != nil }
      case .button(let input, _): return control.takes.map { template.values(of: input, $0) } ?? [nil]
      case .label, .badge, .refresh, .banner, .list: return [nil]
      }
    }
    self.init(control, values, template, machine.program)
  }
}

/// An input without a control, with the values that a domain sends.
struct InputOffer: Sendable {
  enum Owner: Sendable {
    case page
    /// The instance that answers services, by path.
    case answerer(Name)
    case rows(of: Control)
  }

  let owner: Owner
  let template: Name
  let input: Name
  /// The name in a domain: `callBegan`, `goods.callBegan`, `items[N].loaded`.
  let name: String
  let shape: Shape
  let values: [Value?]
  let isOfEnvironment: Bool

  static func offers(of page: MachinePage, _ machine: Machine, _ domain: MoveDomain) -> [InputOffer] {
    let template = machine.templates.named(page.template)
    let isRoot = page.template == machine.root
    let prefix = isRoot ? "" : "\(page.page)."
    var offers: [InputOffer] = []
    guard page.hasScreen else {
      offers += all(of: template, .page, prefix, domain)
      for field in template?.fields ?? [] where field.rowTemplate != nil {
        let rows = Bound(field: field.name)
        let list = Control(name: field.name, label: "", kind: .list(rows, select: nil, []))
        offers += all(
          of: machine.rowTemplate(of: rows, seenFrom: template), .rows(of: list), "\(field.name)[N].", domain)
      }
      for name in isRoot ? machine.answerers : [] {
        offers += all(of: machine.templates.named(name), .answerer(name), "\(name).", domain)
      }
      return offers
    }
    for input in page.screen.environment {
      offers += all(of: template, .page, prefix, domain, named: input)
    }
    for list in page.screen.controls {
      guard case .list(let rows, _, _) = list.kind else { continue }
      let row = machine.rowTemplate(of: rows, seenFrom: template)
      for input in list.environment {
        offers += all(of: row, .rows(of: list), "\(list.name)[N].", domain, named: input)
      }
    }
    return offers
  }

  private static func all(
    of template: DefinedTemplate?, _ owner: Owner, _ prefix: String, _ domain: MoveDomain, named chosen: Name? = nil
  ) -> [InputOffer] {
    (template?.inputs ?? []).filter { input in chosen.map { input.name == $0 } ?? true }.map { input in
      let name = prefix + input.name.text
      return InputOffer(
        owner: owner, template: template?.template.name ?? "", input: input.name, name: name, shape: input.shape,
        values: domain.values(of: name) { template.values(of: input.name, input.shape) },
        isOfEnvironment: chosen != nil)
    }
  }
}

extension Machine {
  /// The inputs that searches send because no control calls them.
  package var sentInputs: [InputState] {
    screens.flatMap { InputOffer.offers(of: $0, self, MoveDomain()) }.map {
      InputState(name: Name($0.name), shape: $0.shape)
    }
  }
}

extension Shape {
  /// All values of a small type; empty if it needs samples.
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
  package func values(of input: InputState) -> [Value?] {
    let values = input.shape.everyValue
    return values.isEmpty ? samples.filter { $0.owner == input.name }.map(\.value) : values
  }

  fileprivate func samples(of path: String, showing bound: Bound) -> [Value] {
    let atPath = samples.filter { $0.owner == path }.map(\.value)
    return atPath.isEmpty ? templates.lazy.compactMap { $0.samples(of: bound.field) }.first ?? [] : atPath
  }

  func rowTemplate(of rows: Bound, seenFrom template: DefinedTemplate?) -> DefinedTemplate? {
    let fields = (template?.fields ?? []) + templates.flatMap(\.fields)
    let name = fields.first { $0.name == rows.field && $0.rowTemplate != nil }?.rowTemplate
    return templates.named(name)
  }
}

extension DefinedTemplate? {
  fileprivate func values(of input: Name, _ shape: Shape) -> [Value?] {
    let values = shape.everyValue
    let samples = self?.inputSamples.first { $0.input == input }?.samples
    return values.isEmpty ? samples?.map(\.value) ?? [] : values
  }
}

extension DefinedTemplate {
  fileprivate func samples(of field: Name) -> [Value]? {
    let samples = fields.first { $0.name == field }?.samples.map(\.value)
    return samples?.isEmpty ?? true ? nil : samples
  }
}
