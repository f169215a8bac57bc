import Statecharts

extension Machine {
  /// The names of the fields that somebody outside the machine sees, in order: what a control or a HUD is bound to, what a guard
  /// tells when it refuses, lists of rows, and what is computed from declared sources, which is there to be looked at. Nil where
  /// a page has no screen: then every field counts as seen.
  ///
  /// A name stands for every field of the name, whichever view model has it. What requests, outputs and laws make of other fields
  /// is seen in them.
  package var shownFields: [String]? {
    guard screens.allSatisfy({ !$0.screen.parts.isEmpty }) else { return nil }
    let bound = screens.flatMap { page in
      page.screen.controls.flatMap(\.kind.bounds) + page.screen.routes.filter(\.showsField).map(\.source)
    }
    let rest = templates.filter { !$0.template.isInternal }.flatMap { defined in
      defined.template.fields.filter { $0.rows != nil || $0.isDerived }.map(\.name.text)
        + (defined.template.chart?.chart.readNames ?? [])
    }
    return (bound.map(\.field) + rest).reduce(into: []) { names, name in
      if !names.contains(Name(name)) { names.append(name) }
    }
  }
}

extension Control.Kind {
  /// What it shows, and what its rows show.
  fileprivate var bounds: [Bound] {
    switch self {
    case .text(let bound, _, _), .label(let bound), .badge(let bound), .scroll(_, let bound): [bound]
    case .button(_, let enabled): [enabled].compactMap(\.self)
    case .refresh(_, let isRefreshing, let isHidden): [isRefreshing, isHidden].compactMap(\.self)
    case .banner(_, let pictures, let isHidden): [pictures, isHidden].compactMap(\.self)
    case .list(let rows, _, let controls): [rows] + controls.flatMap(\.kind.bounds)
    }
  }
}

extension Route {
  /// Whether its source is a field, and not a subject.
  fileprivate var showsField: Bool { if case .hud = kind { true } else { false } }
}

extension FieldDefinition {
  fileprivate var isDerived: Bool { if case .derived = kind { true } else { false } }
}

extension ChartDefinition {
  /// What its guards read.
  fileprivate var readNames: [String] { states.flatMap(\.readNames) }
}

extension ChartDefinition.State {
  fileprivate var readNames: [String] {
    transitions.flatMap { $0.guardCondition?.reads ?? [] } + children.flatMap(\.readNames)
  }
}
