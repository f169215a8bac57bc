import Statecharts

extension Machine {
  /// The operations on the open pages, without rows. Each costs a trial step.
  public func commands(of snapshot: Snapshot) -> [CommandState] {
    let view = View(machine: self, snapshot: snapshot)
    return pages(of: view).flatMap { page in
      templates[page.entry.template].inputs.filter { !isOnlyAnAnswer($0.name, on: page) }.map {
        command(
          $0, page.entry, at: page.entry.path, page.screen.controls.first(calling: $0.name), view, page.sent($0))
      }
    }
  }

  /// The operations of rows: `items[3].like`. Each costs a trial step.
  public func rowCommands(of snapshot: Snapshot) -> [CommandState] {
    let view = View(machine: self, snapshot: snapshot)
    return pages(of: view).flatMap { page in
      rowPaths(of: page.entry, at: page.entry.path, snapshot).flatMap { path in commands(ofRowAt: path, page, view) }
    }
  }

  /// One operation, also of a row: `items[3].like`, `items[#3238].like`.
  public func command(named name: String, of snapshot: Snapshot) -> CommandState? {
    let view = View(machine: self, snapshot: snapshot)
    guard name.utf8.contains(UInt8(ascii: "[")) else {
      return commands(of: snapshot).first { $0.name == name }
    }
    guard let (owner, _) = view.input(named: name), let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    let row = String(name[..<point])
    // A row is in one list of one page.
    let page = pages(of: view).first { page in
      rowPaths(of: page.entry, at: page.entry.path, snapshot).contains { snapshot.instance(at: $0, program) == owner }
    }
    return page.flatMap { commands(ofRowAt: row, $0, view).first { $0.name == name } }
  }

  private struct PageEntry {
    let entry: Snapshot.MachineEntry
    let screen: Screen
    let inputs: [InputOffer]

    func sent(_ input: InputState) -> Value? {
      inputs.first { offer in
        if case .page = offer.owner { input.name == offer.input } else { false }
      }?.values.first ?? nil
    }
  }

  private func pages(of view: borrowing View) -> [PageEntry] {
    view.model.pages.compactMap(\.model).compactMap { page in
      guard let entry = view.entry(page.owner), screens.indices.contains(page.screen) else { return nil }
      let shown = screens[page.screen]
      return PageEntry(entry: entry, screen: shown.screen, inputs: InputOffer.offers(of: shown, self, MoveDomain()))
    }
  }

  private func rowPaths(of entry: Snapshot.MachineEntry, at path: String, _ snapshot: Snapshot) -> [String] {
    let lists = program.templates[entry.template].fields.filter { $0.rows != nil && !$0.isInternal }
    return lists.flatMap { list in
      snapshot.rows(list.name, of: entry.id, program).enumerated().flatMap { index, row -> [String] in
        let rowPath = "\(path.isEmpty ? "" : path + ".")\(list.name)[\(index)]"
        let inner = snapshot.machineEntry(row, program).map { rowPaths(of: $0, at: rowPath, snapshot) }
        return [rowPath] + (inner ?? [])
      }
    }
  }

  private func commands(ofRowAt path: String, _ page: PageEntry, _ view: borrowing View) -> [CommandState] {
    guard let id = view.snapshot.instance(at: path, program), let entry = view.entry(id) else { return [] }
    let name = page.entry.path.isEmpty ? path : String(Substring(path.utf8.dropFirst(page.entry.path.utf8.count + 1)))
    return templates[entry.template].inputs.map { input in
      command(input, entry, at: path, page.screen.controls.first(calling: input.name, inRow: name), view)
    }
  }

  private func command(
    _ input: InputState, _ entry: Snapshot.MachineEntry, at path: String, _ control: (name: String, control: Control)?,
    _ view: borrowing View, _ value: Value? = nil
  ) -> CommandState {
    let name = path.isEmpty ? input.name : "\(path).\(input.name)"
    let stimulus = control.map { Stimulus.tap(control: $0.name, nil) } ?? .send(input: name.text, value)
    return CommandState(
      name: name, phase: phase(for: input.name, entry), refusal: refusal(of: stimulus, view.snapshot),
      guards: enabling(control?.control, entry, view) + guards(for: input.name, entry, view.snapshot))
  }

  /// An input that only alert buttons call is not a command, unless it has an effect without an alert.
  private func isOnlyAnAnswer(_ input: Name, on page: PageEntry) -> Bool {
    guard page.screen.isOnlyOfAlerts(input) else { return false }
    return !(program.templates[page.entry.template].chart?.leadsSomewhereFromTheStart(input) ?? false)
  }

  /// Runs a trial step without checking properties. Only a refusal as first effect counts, because an action may
  /// execute a command that is refused.
  package func refusal(of stimulus: Stimulus, _ snapshot: Snapshot) -> String? {
    if let fault = snapshot.fault { return Refusal.crashed(fault: fault).reason }
    if runsObjects { return refusalUntried(of: stimulus, snapshot) }
    var trial = Stepper(self, from: snapshot)
    trial.kernel.scope.checksProperties = false
    trial.begin(stimulus, isHeld: true)
    _ = trial.perform()
    guard case .refused(_, let reason)? = trial.kernel.turns.first?.effects.first else { return nil }
    return reason
  }

  /// A trial step would call objects, so only the chart is asked.
  private func refusalUntried(of stimulus: Stimulus, _ snapshot: Snapshot) -> String? {
    do throws(Refusal) {
      let move = try View(machine: self, snapshot: snapshot).move(for: stimulus)
      var kernel = Kernel(program, snapshot)
      return move.isTaken(by: &kernel) ? nil : "no state of the adapter accepts it now"
    } catch {
      return error.reason
    }
  }

  private func phase(for input: Name, _ entry: Snapshot.MachineEntry) -> String? {
    let template = program.templates[entry.template]
    guard let chart = template.chart else { return nil }
    let takers = chart.regions(taking: input, entry.configuration, templateName: template.name)
    let isAlone = chart.regions(entry.configuration, templateName: template.name).count == 1
    let texts = takers.map { region, state in
      isAlone || RegionTitle.isTitle(region, of: input) ? state : "\(region) \(state)"
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  private func enabling(_ control: Control?, _ entry: Snapshot.MachineEntry, _ view: borrowing View) -> [GuardState] {
    guard let control, case .button(_, let enabled?) = control.kind else { return [] }
    let path = [entry.path, enabled.path.text, enabled.field.text].filter { !$0.isEmpty }.joined(separator: ".")
    let field = self.field(at: path, of: view.snapshot).map { [$0] } ?? []
    let definition = program.templates.flatMap(\.fields).first { $0.name == enabled.field }
    var sources: [Name] = []
    if case .derived(let names)? = definition?.kind { sources = names }
    let place = View.ControlPlace(control: control, instance: entry.id)
    return [
      GuardState(
        name: "\(enabled.field) (enables the button)", holds: view.disabled(place) == nil,
        reads: sources.isEmpty ? field : states(of: sources, entry, view.snapshot))
    ]
  }

  private func guards(for input: Name, _ entry: Snapshot.MachineEntry, _ snapshot: Snapshot) -> [GuardState] {
    guard let chart = program.templates[entry.template].chart else { return [] }
    return chart.transitions(for: input, from: entry.configuration).compactMap(\.guardCondition).map {
      state(of: $0, entry, snapshot)
    }
  }

  private func state(
    of condition: ChartDefinition.Guard, _ entry: Snapshot.MachineEntry, _ snapshot: Snapshot
  ) -> GuardState {
    var kernel = Kernel(program, snapshot)
    return GuardState(
      name: condition.name, holds: kernel.holds(condition, entry.id),
      reads: states(of: condition.reads, entry, snapshot),
      parts: condition.parts.map { state(of: $0, entry, snapshot) })
  }

  private func states(of names: [Name], _ entry: Snapshot.MachineEntry, _ snapshot: Snapshot) -> [FieldState] {
    let fields = program.templates[entry.template].fields
    return fields.indices.filter { port in names.contains(fields[port].name) }.map {
      field($0, of: entry, at: entry.path, snapshot)
    }
  }
}

extension Screen {
  fileprivate func isOnlyOfAlerts(_ input: Name) -> Bool {
    let isOfAlert = routes.contains { route in
      guard case .alert(_, let buttons) = route.kind else { return false }
      return buttons.contains { $0.input == input }
    }
    return isOfAlert && !controls.contains { $0.calledByTap == input }
  }
}

extension [Control] {
  fileprivate func first(calling input: Name) -> (name: String, control: Control)? {
    first { $0.calledByTap == input }.map { ($0.name.text, $0) }
  }

  fileprivate func first(calling input: Name, inRow row: String) -> (name: String, control: Control)? {
    let list = ControlName(row).base
    guard case .list(_, _, let controls)? = first(where: { $0.name == list })?.kind else {
      return nil
    }
    return controls.first { $0.calledByTap == input }.map { ("\(row).\($0.name)", $0) }
  }
}

extension Machine {
  package func lacks(_ stimulus: Stimulus) -> Bool {
    switch stimulus {
    case .set(let name, _), .paste(let name, _), .type(let name, _), .erase(let name, _), .focus(let name),
      .tap(let name, _), .compose(let name, _), .commit(let name?):
      control(named: name) == nil
    case .send(let name, _): input(named: name) == nil
    case .assign(let path, _): facts.recipients.types(of: .field(path)).isEmpty
    case .reply(let request, _, _): facts.recipients.types(of: .success(of: request)).isEmpty
    case .service(let name, _): program.serviceIndex(named: Name(name)) == nil
    case .commit(nil), .blur, .pressReturn, .dismiss, .back, .observers, .advance, .fire, .settle, .restart: false
    }
  }
}

extension Machine {
  /// Whether the machine refuses the stimulus before any view model receives it. Changes nothing.
  package func refusesUnheard(_ stimulus: Stimulus, in snapshot: Snapshot) -> Bool {
    if snapshot.fault != nil { return stimulus != .restart }
    return View(machine: self, snapshot: snapshot).obstacle(to: stimulus) != nil
  }
}
