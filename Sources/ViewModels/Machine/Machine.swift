import Statecharts

/// A view model as the tool opens it: one variant, erased.
///
/// Everything it does is a pure function of a snapshot and a stimulus.
public struct Machine: Sendable {
  /// The name that all variants share.
  public let name: String
  public let variant: String
  /// One line that tells what it is.
  public let summary: String
  /// The fingerprint of what decides what it does, 12 hexadecimal digits; texts that are only read are not in it.
  public let definitionHash: String
  public let program: Program
  /// Services that other variants of the machine have: it is no mistake to name one, and using it is refused.
  public var servicesOfOthers: [String] = []
  let root: String
  let templates: [DefinedTemplate]
  /// The screen of the root, and those of the view models that stand behind pages.
  let screens: [PageModel]
  /// Whether something of it is never printed.
  public let holdsSecrets: Bool

  /// The name with its variant: `login@fixed`.
  public var title: String { "\(name)@\(variant)" }

  /// Makes a machine of a view model.
  ///
  /// - Parameters:
  ///   - page: What its first page is called; the machine's name without one.
  ///   - pages: The view models behind the pages that are pushed; a page that is not listed has none.
  public init<V: ViewModel>(
    _ type: V.Type, name: String, variant: String, summary: String, page: String? = nil, pages: [PageModel] = [],
    limits: Limits = Limits()
  ) {
    self.name = name
    self.variant = variant
    self.summary = summary
    root = V.definition.name
    screens = [PageModel(page ?? name, V.self)] + pages
    templates = Machine.distinct(screens.flatMap { $0.templates() } + Navigation.definition.templates)
    holdsSecrets = Machine.holdSecrets(templates)
    program = Machine.program(templates, Router(screens: screens), limits)
    definitionHash = MaskedDigest(of: Machine.description(templates, screens)).short
  }

  private static func distinct(_ templates: [DefinedTemplate]) -> [DefinedTemplate] {
    var result: [DefinedTemplate] = []
    for template in templates where !result.contains(where: { $0.template.name == template.template.name }) {
      result.append(template)
    }
    return result
  }

  var router: Router { Router(screens: screens) }

  /// Opens the machine: its root is made, bound and entered, and its screen is shown.
  ///
  /// - Parameter store: What an earlier run of the app persisted.
  public func open(seed: UInt64 = 0, store: [Member] = []) -> (snapshot: Snapshot, turns: [Turn]) {
    open(from: Snapshot(seed: seed, store: store))
  }

  /// Ends the app and opens it again with what it stored. How services answer stays: they are not the app's.
  public func restart(_ snapshot: Snapshot) -> (snapshot: Snapshot, turns: [Turn]) { open(from: snapshot.restarted) }

  /// The names of the view models that answer for services, in the order of the services.
  var answerers: [String] {
    program.services.compactMap(\.instance).reduce(into: []) { names, name in
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
  }

  private func open(from empty: Snapshot) -> (snapshot: Snapshot, turns: [Turn]) {
    var kernel = Kernel(program, empty)
    kernel.run(Cause(.open, "open")) { kernel in
      for name in answerers {
        let answerer = kernel.make(name, at: name)
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
    kernel.drain()
    return (kernel.snapshot, kernel.turns)
  }

  /// Runs a stimulus and then what is due, unless it is held.
  ///
  /// - Returns: The turns that ran, the stimulus' own first. A stimulus that is not taken returns a turn with
  ///   a `.refused` effect. A crashed snapshot refuses everything.
  public func step(_ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    var sightings: [Probe.Sighting] = []
    return step(&snapshot, stimulus, isHeld: isHeld, observing: [], &sightings)
  }

  /// Runs a stimulus while fields are observed from outside, which changes nothing.
  ///
  /// - Parameter sightings: What the observations see is appended to it.
  public func step(
    _ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe],
    _ sightings: inout [Probe.Sighting]
  ) -> [Turn] {
    var run = StepRun(self, stimulus, isHeld: isHeld, from: snapshot, observing: probes)
    // Nobody else holds it while it is stepped, so nothing of it is copied.
    snapshot = Snapshot()
    while run.runPiece(TurnAllowance()) == .paused {}
    snapshot = run.snapshot
    sightings += run.takeSightings()
    return run.takeTurns()
  }

  private static func program(_ templates: [DefinedTemplate], _ router: Router, _ limits: Limits) -> Program {
    var wirings: [WiringDefinition] = [router.wiring]
    var handlers: [HandlerDefinition] = router.handlers
    var services: [ServiceDefinition] = []
    var readsClock = false
    for template in templates {
      services += template.services.map(\.definition)
      for declared in template.declarations {
        switch declared {
        case .wiring(let wiring): wirings.append(wiring)
        case .handler(let handler): handlers.append(handler)
        case .clock: readsClock = true
        }
      }
    }
    return Program(
      templates: templates.map(\.template), wirings: wirings, handlers: handlers, services: services, limits: limits,
      readsClock: readsClock)
  }
}
