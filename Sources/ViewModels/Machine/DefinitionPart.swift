import Statecharts

/// One declared item, for comparing two versions. The parts cover everything in the definition hash.
package struct DefinitionPart: Hashable, Sendable {
  /// The raw values are a report's words, in its order.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case viewModel = "view model"
    case page
    case service
    case field
    case input
    case subject
    case state
    case invocation = "invoke"
    case transition
    case property
    case control
    case route
    case setting
  }

  package var kind: Kind
  package var owner: Name
  package var name: Name
  package var detail: String

  package init(_ kind: Kind, of owner: Name = "", _ name: Name, _ detail: String = "") {
    self.kind = kind
    self.owner = owner
    self.name = name
    self.detail = detail
  }
}

extension Machine {
  package var parts: [DefinitionPart] {
    let shown = templates.filter { !$0.template.isInternal }
    var parts = shown.flatMap { DefinitionPart.parts(of: $0) }
    for page in screens {
      parts.append(DefinitionPart(.page, page.page, "shows \(page.template)"))
      parts += page.screen.parts.compactMap { DefinitionPart($0, of: page.page) }
    }
    if runsObjects { parts.append(.objects) }
    if templates.contains(where: \.readsClock) { parts.append(DefinitionPart(.setting, "clock", "is read")) }
    return parts
  }
}

extension DefinitionPart {
  /// Swift objects run in the machine; their sleeps are not a chart's timers.
  package static let objects = DefinitionPart(.setting, "objects", "of a class run")

  /// A diagram, which has no fields, screens and timers to compare.
  package static let design = DefinitionPart(.setting, "design", "of a diagram")

  fileprivate static func parts(of defined: DefinedTemplate) -> [DefinitionPart] {
    let template = defined.template
    let owner = template.name
    var parts = [DefinitionPart(.viewModel, owner)]
    parts += defined.services.map { DefinitionPart(.service, $0.own.name, $0.definition.told) }
    parts += template.fields.map { DefinitionPart(.field, of: owner, $0.name, $0.told) }
    parts += defined.inputs.map { DefinitionPart(.input, of: owner, $0.name) }
    parts += template.subjects.map { DefinitionPart(.subject, of: owner, $0) }
    if let chart = template.chart?.chart {
      if chart.isParallel { parts.append(DefinitionPart(.setting, of: owner, "regions", "run beside each other")) }
      if !chart.initial.isEmpty {
        parts.append(DefinitionPart(.setting, of: owner, "initial", chart.initial.joined(separator: ", ")))
      }
      parts += chart.states.flatMap { DefinitionPart.parts(of: $0, below: "", of: owner) }
    }
    return parts
      + template.monitors.map { DefinitionPart(.property, of: owner, $0.name, "at every \($0.moment.title)") }
  }

  private static func parts(of state: ChartDefinition.State, below path: Name, of owner: Name) -> [DefinitionPart] {
    let name = path.isEmpty ? state.name : "\(path).\(state.name)" as Name
    let initial = state.initial.isEmpty ? "" : ", begins in \(state.initial.joined(separator: ", "))"
    var parts = [DefinitionPart(.state, of: owner, name, state.kind.title + initial)]
    parts += state.invocations.map { DefinitionPart(.invocation, of: owner, "\($0.id) in \(name)", $0.told) }
    parts += state.transitions.map { DefinitionPart(.transition, of: owner, "\(name) \($0.trigger.told)", $0.told) }
    return parts + state.children.flatMap { DefinitionPart.parts(of: $0, below: name, of: owner) }
  }

  fileprivate init?(_ part: ScreenPart, of page: Name) {
    switch part.kind {
    case .control(let control): self.init(.control, of: page, control.name, control.kind.told)
    case .route(let route):
      let only = route.only.map { " when it is \($0.plainText)" } ?? ""
      self.init(.route, of: page, "\(route.source.told)\(only) \(route.kind.title)", route.kind.told)
    case .reappeared(let input): self.init(.route, of: page, "when the page reappears", "calls \(input)")
    case .disappeared(let input): self.init(.route, of: page, "when the page disappears", "calls \(input)")
    case .environment: return nil
    }
  }
}

extension ServiceDefinition {
  fileprivate var told: String {
    var parts = ["answers after \(delay.duration)"]
    if let timeout { parts.append("times out after \(timeout.delay.duration)") }
    if let instance { parts.append("answered by \(instance)") }
    return parts.joined(separator: ", ")
  }
}

extension FieldDefinition {
  fileprivate var told: String {
    let kind =
      switch kind {
      case .stored: "stored"
      case .computed: "computed"
      case .derived(let sources): "computed from \(sources.joined(separator: ", "))"
      }
    return isSecret ? "\(kind), secret" : kind
  }
}

extension ChartDefinition.Invocation {
  fileprivate var told: String {
    let forwarded = forwardsEvents ? ", receives every event" : ""
    return (kind == .machine ? "runs \(name)" : "asks \(name)") + forwarded
  }
}

extension ChartDefinition.Trigger {
  fileprivate var told: String {
    switch self {
    case .event(let name): "on \(name)"
    case .always: "always"
    case .after(let delay): "after \(delay.duration)"
    }
  }
}

extension ChartDefinition.Transition {
  fileprivate var told: String {
    let target = targets.isEmpty ? "stays" : "to \(targets.joined(separator: ", "))"
    let condition = guardCondition.map { " when '\($0.name)'" } ?? ""
    return target + condition + (isInternal ? ", internal" : "")
  }
}

extension Control.Kind {
  fileprivate var told: String {
    switch self {
    case .text(let text, let edited, let isSecure):
      (isSecure ? "secure text" : "text") + " of \(text.told)" + (edited.map { ", edits by \($0)" } ?? "")
    case .button(let input, let enabled): "button for \(input)" + (enabled.map { ", enabled by \($0.told)" } ?? "")
    case .label(let field): "label of \(field.told)"
    case .badge(let field): "badge of \(field.told)"
    case .refresh(let input, let isRefreshing, let isHidden):
      "refresh for \(input)" + (isRefreshing.map { ", busy by \($0.told)" } ?? "") + hidden(by: isHidden)
    case .scroll(let input, let offset): "scroll for \(input), at \(offset.told)"
    case .banner(let input, let pictures, let isHidden):
      "pictures of \(pictures.told), for \(input)" + hidden(by: isHidden)
    case .list(let rows, let select, let controls):
      "rows of \(rows.told)" + (select.map { ", for \($0)" } ?? "")
        + controls.map { "; \($0.name): \($0.kind.told)" }.joined()
    }
  }

  private func hidden(by field: Bound?) -> String { field.map { ", hidden by \($0.told)" } ?? "" }
}

extension Route.Kind {
  fileprivate var title: String {
    switch self {
    case .push, .pushTitled, .pushModel: "pushes a page"
    case .pushEach: "pushes a page for each element"
    case .pop: "pops the page"
    case .popToRoot: "pops to the first page"
    case .alert: "shows an alert"
    case .tip: "shows a tip"
    case .endEditing: "ends editing"
    case .hud: "shows a HUD"
    }
  }

  fileprivate var told: String {
    switch self {
    case .push(let page): page.name.text
    case .pushTitled(let page): "\(page), titled by the value"
    case .pushModel(let title): "of the value, titled by \(title)"
    case .alert(_, let buttons):
      buttons.map { "'\($0.title)'" + ($0.input.map { " calls \($0)" } ?? "") }.joined(separator: ", ")
    case .hud(_, let covers): covers ? "covers the page" : ""
    case .pushEach, .pop, .popToRoot, .tip, .endEditing: ""
    }
  }
}

extension Bound {
  fileprivate var told: String { path.isEmpty ? field.text : "\(path).\(field)" }
}

extension Int {
  fileprivate var duration: String { self % 1_000 == 0 && self != 0 ? "\(self / 1_000)s" : "\(self)ms" }
}
