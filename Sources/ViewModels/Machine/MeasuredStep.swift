import Statecharts

package struct MeasuredStep: Sendable {
  package let aim: StimulusAim
  package let turns: [Turn]
  package let tally: RunTally
}

/// The target of a stimulus, found before it runs.
package struct StimulusAim: Sendable {
  /// The template and input, even if refused.
  package var command: (template: Int, input: Name)?
  package var alert: String?

  /// An empty aim, for steps that are not commands.
  package init() {}
}

extension Machine {
  /// The target of a stimulus; none if the control is not on the top page, the value does not fit, or the machine
  /// has crashed.
  package func aim(of stimulus: Stimulus, in snapshot: Snapshot) -> StimulusAim {
    var aim = StimulusAim()
    guard snapshot.fault == nil else { return aim }
    let view = View(machine: self, snapshot: snapshot)
    switch stimulus {
    case .tap(let control, _) where view.isTaken(stimulus): aim.command = view.command(of: control)
    case .send(let name, _) where view.isTaken(stimulus):
      aim.command = view.input(named: name).flatMap { owner in
        snapshot.template(of: owner.owner).map { ($0, owner.input) }
      }
    case .dismiss: aim.alert = view.alert?.state.title
    default: break
    }
    return aim
  }

  /// The inputs of buttons, refresh controls and rows, then the inputs that only searches send.
  package var commandsOfScreens: [(template: Int, input: Name)] {
    var found: [(template: Int, input: Name)] = []
    for page in screens {
      guard let owner = program.templateIndex(named: page.template) else { continue }
      for control in page.screen.controls {
        add(control.calledByTap, of: owner, to: &found)
        guard case .list(let rows, _, let controls) = control.kind,
          let row = rowTemplate(of: rows, seenFrom: templates[owner])?.template.name,
          let template = program.templateIndex(named: row)
        else { continue }
        for control in controls { add(control.calledByTap, of: template, to: &found) }
      }
      for offer in InputOffer.offers(of: page, self, MoveDomain()) {
        if let template = program.templateIndex(named: offer.template) { add(offer.input, of: template, to: &found) }
      }
    }
    return found
  }

  /// The inputs of `commandsOfScreens`, alert buttons and page events.
  package var inputsOfScreens: [(template: Int, input: Name)] {
    var found = commandsOfScreens
    for page in screens {
      guard let owner = program.templateIndex(named: page.template) else { continue }
      for control in page.screen.controls { add(control.input, of: owner, to: &found) }
      add(page.screen.reappeared, of: owner, to: &found)
      add(page.screen.disappeared, of: owner, to: &found)
      for case .alert(_, let buttons) in page.screen.routes.map(\.kind) {
        for button in buttons { add(button.input, of: owner, to: &found) }
      }
    }
    return found
  }

  private func add(_ input: Name?, of template: Int, to found: inout [(template: Int, input: Name)]) {
    guard let input, !found.contains(where: { $0.template == template && $0.input == input }) else { return }
    found.append((template, input))
  }

  package var alertsOfScreens: [(title: String, buttons: [String])] {
    var found: [(title: String, buttons: [String])] = []
    for route in screens.flatMap(\.screen.routes) {
      guard case .alert(let title, let buttons) = route.kind else { continue }
      let index = found.firstIndex { $0.title.hasBytes(of: title) } ?? found.endIndex
      if index == found.endIndex { found.append((title, [])) }
      for button in buttons where !found[index].buttons.contains(Name(button.title)) {
        found[index].buttons.append(button.title)
      }
    }
    return found
  }
}

extension View {
  /// Whether a stimulus is well-formed, even if refused.
  fileprivate func isTaken(_ stimulus: Stimulus) -> Bool {
    guard let refusal = obstacle(to: stimulus) else { return true }
    return switch refusal {
    case .covered, .disabled, .hidden: true
    default: false
    }
  }

  fileprivate func command(of control: String) -> (template: Int, input: Name)? {
    guard let place = place(of: control), let input = place.control.calledByTap,
      let template = snapshot.template(of: place.instance)
    else { return nil }
    return (template, input)
  }
}

extension Control {
  var calledByTap: Name? {
    switch kind {
    case .button(let input, _), .refresh(let input, _, _): input
    case .text, .label, .badge, .scroll, .banner, .list: nil
    }
  }
}
