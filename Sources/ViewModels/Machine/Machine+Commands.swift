import Statecharts

extension Machine {
  /// The operations that a user or the program may invoke, and whether each would be taken now. Costs a trial step each.
  public func commands(of snapshot: Snapshot) -> [CommandState] {
    let view = View(machine: self, snapshot: snapshot)
    return inputs.map { input in
      let button = layout.controls.first { control in
        guard case .button(input.name, _) = control.kind else { return false }
        return true
      }
      let stimulus = button.map { Stimulus.tap(control: $0.name, nil) } ?? .send(input: input.name, nil)
      return CommandState(
        name: input.name, phase: phase(for: input.name, snapshot), refusal: refusal(of: stimulus, snapshot),
        guards: enabling(button, view) + guards(for: input.name, snapshot, view))
    }
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
  private func phase(for input: String, _ snapshot: Snapshot) -> String? {
    guard let entry = snapshot.machine(at: ""), let chart = program.templates[entry.template].chart else { return nil }
    let takes = chart.transitionEntries.contains { $0.trigger == .event(input) }
    return takes ? chart.regions(entry.configuration, templateName: root).first?.state : nil
  }

  private func enabling(_ control: Control?, _ view: View) -> [GuardState] {
    guard let control, let button = view.button(named: control.name), let enabled = button.enabled else { return [] }
    let field = fields(of: view.snapshot).filter { $0.path == enabled.name || $0.path.hasSuffix(".\(enabled.name)") }
    let sources = program.templates.flatMap(\.fields).first { $0.name == enabled.name }.map { definition -> [String] in
      if case .derived(let names) = definition.kind { return names }
      return []
    }
    return [
      GuardState(
        name: "\(enabled.name) (enables the button)", holds: view.disabled(button) == nil,
        reads: sources?.isEmpty == false ? states(of: sources ?? [], view.snapshot) : field)
    ]
  }

  private func guards(for input: String, _ snapshot: Snapshot, _ view: View) -> [GuardState] {
    guard let entry = snapshot.machine(at: ""), let chart = program.templates[entry.template].chart else { return [] }
    var result: [GuardState] = []
    for transition in chart.transitions(for: input, from: entry.configuration) {
      guard let condition = transition.guardCondition else { continue }
      var kernel = Kernel(program, snapshot)
      let holds = kernel.holds(condition, entry.id)
      result.append(GuardState(name: condition.name, holds: holds, reads: states(of: condition.reads, snapshot)))
    }
    return result
  }

  private func states(of names: [String], _ snapshot: Snapshot) -> [FieldState] {
    fields(of: snapshot).filter { field in names.contains { $0.utf8.elementsEqual(field.path.utf8) } }
  }
}
