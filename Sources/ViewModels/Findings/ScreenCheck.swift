import Statecharts

struct ScreenCheck {
  private let page: MachinePage
  private let own: DefinedTemplate?
  private let all: [DefinedTemplate]
  private let prefix: Name
  private var screen: Screen { page.screen }

  init(_ page: MachinePage, _ templates: [DefinedTemplate], at prefix: Name? = nil) {
    self.page = page
    own = templates.named(page.template)
    all = templates
    self.prefix = prefix ?? "\(page.template): screen"
  }

  var findings: [DefinitionFinding] {
    guard own != nil else { return [DefinitionFault.unknownTemplate(page.template).finding(at: page.page)] }
    let controls = screen.controls
    let repeated = repeats(controls.map(\.name)).map {
      DefinitionFault.repeatedName(noun: "control").finding(at: place($0))
    }
    let called = [("reappeared", screen.reappeared), ("disappeared", screen.disappeared)].flatMap {
      (place: Name, name) in
      name.map { isEvent($0) ? [] : inputs([$0], at: place) } ?? []
    }
    let known = (own?.inputs.map(\.name) ?? []) + all.flatMap { $0.template.fields.map(\.name) }
    // Other checks report unusable names of fields and inputs.
    let unusable = DefinitionFinding.unusableNames(
      controls.map(\.name).filter { !known.contains($0) }, of: "control"
    ).map { finding in
      var located = finding
      located.place = place(finding.place)
      return located
    }
    return unusable + controls.flatMap(findings) + screen.routes.flatMap(findings) + called
      + inputs(screen.environment, at: "environment") + repeated
  }

  // MARK: Controls

  private func findings(of control: Control) -> [DefinitionFinding] {
    let name = control.name
    let called = inputs(control.input.map { [$0] } ?? [], at: name)
    switch control.kind {
    case .text(let bound, let edited?, _):
      return fields([bound], at: name) + subjects([Bound(path: bound.path, field: edited)], at: name)
    case .list(let bound, _, let ofRow):
      return fields([bound], at: name) + called + rowFindings(of: ofRow, in: bound, at: name)
    case .text, .button, .label, .badge, .refresh, .scroll, .banner:
      return called + fields(control.kind.bounds, at: name)
    }
  }

  private func rowFindings(of controls: [Control], in rows: Bound, at name: Name) -> [DefinitionFinding] {
    let lists = candidates(rows.path).flatMap(\.fields).filter { $0.name == rows.field }
    guard let row = lists.first?.rowTemplate, all.named(row) != nil else { return [] }
    let check = ScreenCheck(MachinePage("", template: row), all, at: place("\(name)[N]"))
    return controls.flatMap(check.findings)
  }

  // MARK: Routes

  private func findings(of route: Route) -> [DefinitionFinding] {
    let name = route.source.field
    let source = (route.followsField ? fields : subjects)([route.source], name)
    guard case .alert(_, let buttons) = route.kind else { return source }
    return source + inputs(buttons.compactMap(\.input), at: name)
  }

  // MARK: Names

  /// The screen's own definition for an empty path, else all definitions.
  private func candidates(_ path: Name) -> [DefinedTemplate] { path.isEmpty ? own.map { [$0] } ?? [] : all }

  private func fields(_ bounds: [Bound], at name: Name) -> [DefinitionFinding] {
    unlisted(.field, bounds, at: name) { $0.template.fields.map(\.name) }
  }

  private func subjects(_ bounds: [Bound], at name: Name) -> [DefinitionFinding] {
    unlisted(.subject, bounds, at: name, listed: \.template.subjects)
  }

  private func isEvent(_ name: Name) -> Bool {
    (own?.template.chart?.transitionEntries ?? []).contains { $0.isTriggered(by: name) }
  }

  private func inputs(_ names: [Name], at name: Name) -> [DefinitionFinding] {
    unlisted(.input, names.map { Bound(field: $0) }, at: name) { $0.inputs.map(\.name) }
  }

  private func unlisted(
    _ noun: DefinitionFault.Noun, _ bounds: [Bound], at name: Name, listed: (DefinedTemplate) -> [Name]
  ) -> [DefinitionFinding] {
    bounds.compactMap { bound in
      DefinitionFault.unlisted(noun, bound.field, among: candidates(bound.path).flatMap(listed))?
        .finding(at: place(name))
    }
  }

  private func place(_ name: Name) -> Name { "\(prefix).\(name)" }
}
