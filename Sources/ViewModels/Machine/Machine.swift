import Statecharts

/// One variant of a machine. A step is a pure function of snapshot and stimulus; see Documentation/Semantics.md.
public struct Machine: Sendable {
  /// The name of all variants.
  public var name: Name { recipe.name }
  /// The variant's name, such as `fixed`; empty for a machine of a file.
  public var variant: Name { recipe.variant }
  /// A one-line description.
  public var summary: String { recipe.summary }
  package var domains: KeyValuePairs<String, SearchDomain> { recipe.domains }
  /// The other variants. A script may name their services, but using one is refused.
  package var others: [Machine] {
    get { contents.others }
    set { contents.others = newValue }
  }
  /// The machine and its other variants, without classes: their names are known only when their objects run.
  package var variantsWithNames: [Machine] { [self] + others.filter { !$0.runsObjects } }
  /// For a machine of adapters; nil for other machines.
  package var objects: ObjectOperations? { recipe.objects }
  /// The amount of waiting work and requests that ends the user's moves in a search; nil without a bound.
  package var mostWork: Int? {
    get { contents.mostWork }
    set { contents.mostWork = newValue }
  }
  /// Whether objects of user code run in it. Trial steps are then not made, because they would call that code.
  package var runsObjects: Bool { objects != nil }
  /// What lets it survive its own code; nil where that ends the process.
  var codeGuard: CodeGuard? { contents.codeGuard }
  private var recipe: MachineRecipe { contents.recipe }

  private struct Contents: Sendable {
    var recipe: MachineRecipe
    var others: [Machine] = []
    var mostWork: Int?
    var codeGuard: CodeGuard?
  }

  private final class Box: Sendable {
    let contents: Contents
    init(_ contents: Contents) { self.contents = contents }
  }

  /// One reference, so that a copy of a machine, which each step makes, counts one.
  private var box: Box
  private var contents: Contents {
    _read { yield box.contents }
    set { box = Box(newValue) }
  }

  var facts: MachineFacts { recipe.facts }
  /// A fingerprint of its behaviour without display texts, 12 hexadecimal digits.
  package var definitionHash: String { facts.definitionHash }
  /// The program, for reading snapshots.
  public var program: Program { facts.program }
  package var root: Name { facts.screens[0].template }
  var templates: [DefinedTemplate] { facts.templates }
  /// Not by the array's subscript, which copies the whole template.
  func fieldFacts(of template: Int) -> [FieldFacts] {
    templates.withUnsafeBufferPointer { templates in
      precondition(templates.indices.contains(template))
      return templates[template].fields
    }
  }
  var screens: [MachinePage] { facts.screens }
  var router: Router { Router(screens: screens) }
  package var holdsSecrets: Bool { facts.holdsSecrets }

  /// The name with its variant, if it has one: `login@fixed`.
  public var title: Name { variant.isEmpty ? name : "\(name)@\(variant)" }

  /// Makes a machine of a view model, whose definitions are made on first use. `pages` lists the view models of
  /// pushed pages.
  public init<V: ViewModel>(
    _ type: V.Type, name: Name, variant: Name, summary: String, page: Name? = nil, pages: [PageModel] = [],
    domains: KeyValuePairs<String, SearchDomain> = [:], limits: Limits = Limits()
  ) {
    let root = PageModel(page ?? name, V.self)
    self.init(
      name: name, variant: variant, summary: summary, domains: domains,
      definition: MachineDefinition(root, pages, limits))
  }

  package init(
    name: Name, variant: Name, summary: String, domains: KeyValuePairs<String, SearchDomain> = [:],
    objects: ObjectOperations? = nil,
    definition: @escaping @autoclosure @Sendable () -> MachineDefinition
  ) {
    box = Box(Contents(recipe: MachineRecipe(name, variant, summary, domains, objects, definition)))
  }

  /// `template` is an index in the program.
  package func with(_ chart: ChartDefinition, of template: Int) -> Machine {
    var copy = self
    copy.contents.recipe = recipe.anew { [definition = facts.definition] in
      var changed = definition
      changed.templates[template].template = definition.templates[template].template.with(chart)
      return changed
    }
    return copy
  }

  /// The machine with the inputs of another's first view model, which it ignores.
  package func hearing(_ other: Machine) -> Machine {
    var copy = self
    copy.contents.recipe = recipe.anew {
      [definition = facts.definition, template = other.facts.definition.templates[0]] in
      var changed = definition
      changed.templates[0].hear(template)
      return changed
    }
    return copy
  }

  /// The machine under a guard.
  package func guarded(by codeGuard: CodeGuard) -> Machine {
    var copy = self
    copy.contents.codeGuard = codeGuard.apart
    copy.contents.recipe = recipe.anew(under: codeGuard)
    return copy
  }

  /// A copy with tables of its own.
  package var apart: Machine {
    var copy = self
    copy.contents.recipe = recipe.anew(under: recipe.codeGuard)
    copy.contents.codeGuard = codeGuard?.apart
    return copy
  }

  /// Opens the machine. A faulty definition opens crashed, with the reason in the snapshot's `fault`.
  ///
  /// - Parameter store: The store of an earlier run.
  public func open(seed: UInt64 = 0, store: [Member] = []) -> (snapshot: Snapshot, turns: [Turn]) {
    let kernel = opened(from: Snapshot(seed: seed, store: store))
    return (kernel.snapshot, kernel.turns)
  }

  var answerers: [Name] { program.services.compactMap(\.instance).distinct(by: \.self) }

  private func opened(from empty: Snapshot, isTallying: Bool = false) -> Kernel {
    var kernel = Kernel(program, empty)
    kernel.isTallying = isTallying
    guard isGuarded else {
      codeGuard?.mark()
      defer { codeGuard?.mark() }
      begin(&kernel)
      kernel.drain()
      return kernel
    }
    let opened = Held<Kernel>(kernel.twin)
    let reason = codeGuard?.run(opened) { kernel in
      begin(&kernel)
      kernel.drain()
      inspect(&kernel)
    }
    if let reason { kernel.run(.opening) { $0.perform { $0.fault(reason) } } } else { swap(&kernel, &opened.value) }
    return kernel
  }

  /// - Precondition: Nothing has run in the kernel's snapshot yet.
  func begin(_ kernel: inout Kernel) {
    kernel.run(.opening) { kernel in
      if let faults = facts.tokenFaults { return kernel.perform { $0.fault(faults) } }
      for name in answerers {
        let answerer = kernel.make(name, at: name.text)
        kernel.perform { $0.keep(answerer) }
      }
      let root = kernel.make(self.root, at: "")
      let navigation = kernel.make(Navigation.definition.name, at: Navigation.path)
      kernel.perform { turn in
        turn.keep(root)
        turn.keep(navigation)
        router.start(turn, root: root, navigation: Ref(navigation))
      }
    }
  }

  package func openMeasured(seed: UInt64 = 0) -> (snapshot: Snapshot, step: MeasuredStep) {
    var kernel = opened(from: Snapshot(seed: seed), isTallying: true)
    let step = MeasuredStep(aim: StimulusAim(), turns: kernel.turns, tally: kernel.takeTally())
    return (kernel.snapshot, step)
  }

  /// Runs a stimulus and then due work, unless it is held.
  ///
  /// - Returns: The turns, the stimulus' own first. A refused stimulus gives a turn with a `.refused` effect; a
  ///   crashed snapshot refuses all but a restart.
  public func step(_ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    var sightings: [Probe.Sighting] = []
    return step(&snapshot, stimulus, isHeld: isHeld, observing: [], &sightings)
  }

  /// Runs a stimulus while probes observe fields; `sightings` receives what they see.
  package func step(
    _ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe],
    _ sightings: inout [Probe.Sighting]
  ) -> [Turn] {
    var stepper = Stepper(self, from: snapshot)
    // Makes the stepper the only owner, so that nothing is copied.
    snapshot = Snapshot()
    stepper.begin(stimulus, isHeld: isHeld, observing: probes)
    while stepper.runPiece(TurnAllowance()) == .paused {}
    let turns = stepper.takeTurns()
    sightings += stepper.takeSightings()
    snapshot = stepper.kernel.takeSnapshot()
    return turns
  }
}

extension Machine {
  package func alert(of snapshot: Snapshot) -> AlertState? { View(machine: self, snapshot: snapshot).alert?.state }

  package func alertCount(of snapshot: Snapshot) -> Int { View(machine: self, snapshot: snapshot).model.alerts.count }

  package func page(of snapshot: Snapshot) -> Name { View(machine: self, snapshot: snapshot).pages.last ?? "" }

  /// Whether the page has usable controls or is covered, but the user has no move. False if a text or value could
  /// be entered, or the machine has finished.
  ///
  /// - Precondition: Only the environment has moves.
  package func isTrap(_ snapshot: Snapshot) -> Bool {
    let view = View(machine: self, snapshot: snapshot)
    guard snapshot.fault == nil, let root = view.entry(view.root), !root.isFinished else { return false }
    if view.cover != nil { return true }
    guard let (owner, screen) = view.top else { return false }
    let places = screen.controls.map { View.ControlPlace(control: $0, instance: owner) }
    if places.contains(where: { $0.control.isText || $0.control.takesValue && view.disabled($0) == nil }) {
      return false
    }
    return places.contains { $0.control.isUsed }
  }
}

extension Control {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }
  fileprivate var takesValue: Bool {
    if case .button = kind { takes.map { $0 != .void } ?? false } else { false }
  }
  fileprivate var isUsed: Bool {
    switch kind {
    case .button, .refresh, .banner: true
    case .list(_, let select, let controls): select != nil || controls.contains(where: \.isUsed)
    case .text, .label, .badge, .scroll: false
    }
  }
}

extension Machine {
  /// The fields visible outside the machine: bound to controls or HUDs, read by guards, lists of rows, or computed
  /// from declared sources. Nil if a page has no screen: then all count as visible. Other fields show in requests,
  /// outputs and laws.
  package var shownFields: [Name]? {
    guard screens.allSatisfy(\.hasScreen) else { return nil }
    let bound = screens.flatMap { page in
      page.screen.controls.flatMap(\.kind.bounds) + page.screen.routes.filter(\.showsField).map(\.source)
    }
    let rest = templates.filter { !$0.template.isInternal }.flatMap { defined in
      defined.template.fields.filter { $0.rows != nil || $0.isDerived }.map(\.name)
        + (defined.template.chart?.chart.states ?? []).flatMap(\.readNames)
    }
    return (bound.map(\.field) + rest).distinct(by: \.self)
  }
}

extension Control.Kind {
  var bounds: [Bound] {
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
  fileprivate var showsField: Bool { if case .hud = kind { true } else { false } }
}

extension FieldDefinition {
  fileprivate var isDerived: Bool { if case .derived = kind { true } else { false } }
}

extension ChartDefinition.State {
  fileprivate var readNames: [Name] {
    transitions.flatMap { $0.guardCondition?.reads ?? [] } + children.flatMap(\.readNames)
  }
}

extension Machine {
  /// The stimulus' name in a trace, with secrets masked.
  package func cause(of stimulus: Stimulus) -> Cause {
    let (event, target, value): (String, String, Value?) =
      switch stimulus {
      case .set(let control, let value): ("set", control, disclosed(value, to: .edit(control: control)))
      case .paste(let control, let text): ("paste", control, disclosed(.string(text), to: .edit(control: control)))
      case .type(let control, let text): ("type", control, disclosed(.string(text), to: .edit(control: control)))
      case .erase(let control, let count): ("erase", control, .int(count))
      case .compose(let control, let text): ("compose", control, disclosed(.string(text), to: .edit(control: control)))
      case .commit(let control): ("commit", control ?? "", nil)
      case .focus(let control): ("focus", control, nil)
      case .blur: ("blur", "", nil)
      case .pressReturn: ("return", "", nil)
      case .tap(let control, let value): ("tap", control, value.map { disclosed($0, to: .tap(control: control)) })
      case .dismiss(let button): ("dismiss", "", button.map(Value.string))
      case .back: ("back", "", nil)
      case .send(let input, let value): ("send", input, value.map { disclosed($0, to: .input(input)) })
      case .assign(let field, let value): ("assign", field, disclosed(value, to: .field(field)))
      case .reply(let request, let outcome, let value): ("reply", request, answer(outcome, value, of: request))
      case .service(let name, let behaviour): ("service", name, told(behaviour, of: name))
      case .observers(let isReversed):
        ("observers", "", .enumeration(isReversed ? "reversed" : "registered", []))
      case .advance(let milliseconds): ("advance", "", milliseconds.map(Value.int))
      case .fire(let work): ("fire", work, nil)
      case .settle: ("settle", "", nil)
      case .restart: ("open", "", nil)
      }
    return Cause(stimulus == .restart ? .open : .user, event, on: target, value: value)
  }

  private func answer(_ outcome: Outcome, _ value: Value?, of service: String) -> Value {
    .enumeration(outcome.rawValue, payload(of: outcome, value, service))
  }

  private func payload(of outcome: Outcome, _ value: Value?, _ service: String) -> [Member] {
    value.map { [Member("", answer($0, outcome, from: service))] } ?? []
  }

  private func told(_ behaviour: ServiceBehaviour, of service: String) -> Value {
    let (name, payload): (String, [Member]) =
      switch behaviour.answer {
      case .defined: ("defined", [])
      case .outcome(let outcome, let value): (outcome.rawValue, payload(of: outcome, value, service))
      case .never: ("never", [])
      case .twice(let outcome, let value): ("twice", [Member("", answer(outcome, value, of: service))])
      case .manual: ("manual", [])
      }
    let members =
      (behaviour.delay.map { [Member("after", .int($0))] } ?? [])
      + (behaviour.isLate ? [Member("late", .bool(true))] : [])
      + (behaviour.isOnce ? [Member("once", .bool(true))] : [])
    return .enumeration(name, payload + members)
  }
}
