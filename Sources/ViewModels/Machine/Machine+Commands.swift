import Statecharts

extension Machine {
  /// The operations that a user or the program may invoke on the pages of the stack, and whether each would be taken now.
  /// Costs a trial step each.
  public func commands(of snapshot: Snapshot) -> [CommandState] {
    let view = View(machine: self, snapshot: snapshot)
    return view.model.pages.compactMap(\.model).flatMap { page in
      guard let entry = view.entry(page.owner), screens.indices.contains(page.screen) else { return [CommandState]() }
      let screen = screens[page.screen].screen
      return templates[entry.template].inputs.filter { !screen.isOnlyOfAlerts($0.name) }.map {
        command($0, entry, screen, view)
      }
    }
  }

  private func command(
    _ input: InputState, _ entry: Snapshot.MachineEntry, _ screen: Screen, _ view: View
  ) -> CommandState {
    let name = entry.path.isEmpty ? input.name : "\(entry.path).\(input.name)"
    let control = screen.controls.first { $0.calls(input.name) }
    let stimulus = control.map { Stimulus.tap(control: $0.name, nil) } ?? .send(input: name, nil)
    return CommandState(
      name: name, phase: phase(for: input.name, entry), refusal: refusal(of: stimulus, view.snapshot),
      guards: enabling(control, entry, view) + guards(for: input.name, entry, view.snapshot))
  }

  /// Tries a stimulus on a copy.
  private func refusal(of stimulus: Stimulus, _ snapshot: Snapshot) -> String? {
    var trial = snapshot
    for effect in step(&trial, stimulus, isHeld: true).first?.effects ?? [] {
      if case .refused(_, let reason) = effect { return reason }
    }
    return nil
  }

  /// The region whose transitions take the input, and where it stands.
  private func phase(for input: String, _ entry: Snapshot.MachineEntry) -> String? {
    guard let chart = program.templates[entry.template].chart else { return nil }
    let takes = chart.transitionEntries.contains { $0.trigger == .event(input) }
    let name = program.templates[entry.template].name
    return takes ? chart.regions(entry.configuration, templateName: name).first?.state : nil
  }

  private func enabling(_ control: Control?, _ entry: Snapshot.MachineEntry, _ view: View) -> [GuardState] {
    guard let control, case .button(_, let enabled?) = control.kind else { return [] }
    let path = [entry.path, enabled.path, enabled.field].filter { !$0.isEmpty }.joined(separator: ".")
    let field = fields(of: view.snapshot).filter { $0.path.utf8.elementsEqual(path.utf8) }
    let definition = program.templates.flatMap(\.fields).first { $0.name == enabled.field }
    var sources: [String] = []
    if case .derived(let names)? = definition?.kind { sources = names }
    let place = View.ControlPlace(control: control, instance: entry.id, index: nil)
    return [
      GuardState(
        name: "\(enabled.field) (enables the button)", holds: view.disabled(place) == nil,
        reads: sources.isEmpty ? field : states(of: sources, entry, view.snapshot))
    ]
  }

  private func guards(for input: String, _ entry: Snapshot.MachineEntry, _ snapshot: Snapshot) -> [GuardState] {
    guard let chart = program.templates[entry.template].chart else { return [] }
    var result: [GuardState] = []
    for transition in chart.transitions(for: input, from: entry.configuration) {
      guard let condition = transition.guardCondition else { continue }
      var kernel = Kernel(program, snapshot)
      let holds = kernel.holds(condition, entry.id)
      result.append(
        GuardState(name: condition.name, holds: holds, reads: states(of: condition.reads, entry, snapshot)))
    }
    return result
  }

  private func states(of names: [String], _ entry: Snapshot.MachineEntry, _ snapshot: Snapshot) -> [FieldState] {
    let paths = names.map { entry.path.isEmpty ? $0 : "\(entry.path).\($0)" }
    return fields(of: snapshot).filter { field in paths.contains { $0.utf8.elementsEqual(field.path.utf8) } }
  }
}

extension Screen {
  /// Whether an input is what buttons of alerts call, and nothing else: it tells of a dismissal and is no command.
  fileprivate func isOnlyOfAlerts(_ input: String) -> Bool {
    let isOfAlert = routes.contains { route in
      guard case .alert(_, let buttons) = route.kind else { return false }
      return buttons.contains { $0.input == input }
    }
    return isOfAlert && !controls.contains { $0.calls(input) }
  }
}

extension Control {
  /// Returns whether a tap without a value calls an input.
  fileprivate func calls(_ input: String) -> Bool {
    switch kind {
    case .button(let called, _), .refresh(let called, _, _): called == input
    case .text, .label, .badge, .scroll, .banner, .list: false
    }
  }
}
