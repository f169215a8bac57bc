import Statecharts

/// A view model as the tool opens it: one variant, erased.
///
/// Everything it does is a pure function of a snapshot and a stimulus: *Turns, steps and the agenda* in
/// Documentation/Semantics.md.
public struct Machine: Sendable {
  /// The name that all variants share.
  public var name: String { recipe.name }
  /// Which version of the machine it is: `fixed`.
  public var variant: String { recipe.variant }
  /// One line that tells what it is.
  public var summary: String { recipe.summary }
  private var recipe: MachineRecipe
  /// What its searches can be bounded to by name; none changes what it does.
  package let domains: KeyValuePairs<String, SearchDomain>
  /// The other variants of its name, in the order of the catalogue: it is no mistake to name a service of theirs, and using
  /// it is refused.
  package var others: [Machine] = []

  var facts: MachineFacts { recipe.facts }
  /// The fingerprint of what decides what it does, 12 hexadecimal digits; texts that are only read are not in it.
  package var definitionHash: String { facts.definitionHash }
  /// What its snapshots run on: for reading a snapshot below the view models.
  public var program: Program { facts.program }
  var root: String { facts.screens[0].template }
  var templates: [DefinedTemplate] { facts.templates }
  /// The screen of the root, and those of the view models that stand behind pages.
  var screens: [MachinePage] { facts.screens }
  var router: Router { Router(screens: screens) }
  /// Whether something of it is never printed.
  package var holdsSecrets: Bool { facts.holdsSecrets }

  /// The name with its variant: `login@fixed`.
  public var title: String { "\(name)@\(variant)" }

  /// Makes a machine of a view model; the definitions that it needs are made when it is used.
  ///
  /// - Parameters:
  ///   - page: What its first page is called; the machine's name without one.
  ///   - pages: The view models behind the pages that are pushed; a page that is not listed has none.
  ///   - domains: The searches that `--domain NAME` selects.
  public init<V: ViewModel>(
    _ type: V.Type, name: String, variant: String, summary: String, page: String? = nil, pages: [PageModel] = [],
    domains: KeyValuePairs<String, SearchDomain> = [:], limits: Limits = Limits()
  ) {
    let root = PageModel(page ?? name, V.self)
    self.init(
      name: name, variant: variant, summary: summary, domains: domains,
      definition: MachineDefinition(root, pages, limits))
  }

  /// Makes a machine of a definition, which is made when it is used.
  package init(
    name: String, variant: String, summary: String, domains: KeyValuePairs<String, SearchDomain> = [:],
    definition: @escaping @autoclosure @Sendable () -> MachineDefinition
  ) {
    self.domains = domains
    recipe = MachineRecipe(name, variant, summary, definition)
  }

  /// Returns the machine with another chart of one of its view models; everything else is as it was, its title too.
  ///
  /// - Parameter template: The view model, by its place in the program.
  package func with(_ chart: ChartDefinition, of template: Int) -> Machine {
    var copy = self
    copy.recipe = MachineRecipe(name, variant, summary) { [definition = facts.definition] in
      var changed = definition
      changed.templates[template].template = definition.templates[template].template.with(chart)
      return changed
    }
    return copy
  }

  /// The same machine with tables of its own, which are made when it is used.
  package var apart: Machine {
    var copy = self
    copy.recipe = recipe.anew
    return copy
  }

  /// Opens the machine: its root is made, bound and entered, and its screen is shown.
  ///
  /// One whose definition has mistakes opens crashed, and the snapshot's `fault` says which.
  ///
  /// - Parameter store: What an earlier run of the app persisted.
  public func open(seed: UInt64 = 0, store: [Member] = []) -> (snapshot: Snapshot, turns: [Turn]) {
    let kernel = opened(from: Snapshot(seed: seed, store: store))
    return (kernel.snapshot, kernel.turns)
  }

  /// The names of the view models that answer for services, in the order of the services.
  var answerers: [String] {
    program.services.compactMap(\.instance).reduce(into: []) { names, name in
      if !names.contains(Name(name)) { names.append(name) }
    }
  }

  private func opened(from empty: Snapshot, isTallying: Bool = false) -> Kernel {
    var kernel = Kernel(program, empty)
    kernel.isTallying = isTallying
    begin(&kernel)
    kernel.drain()
    return kernel
  }

  /// Runs the turn that opens the machine.
  ///
  /// - Precondition: Nothing has run in the kernel's snapshot yet.
  func begin(_ kernel: inout Kernel) {
    kernel.run(.opening) { kernel in
      if let faults = facts.tokenFaults { return kernel.perform { $0.fault(faults) } }
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
  }

  /// Opens the machine, and measures what that did.
  package func openMeasured(seed: UInt64 = 0) -> (snapshot: Snapshot, step: MeasuredStep) {
    var kernel = opened(from: Snapshot(seed: seed), isTallying: true)
    let step = MeasuredStep(aim: StimulusAim(), turns: kernel.turns, tally: kernel.takeTally())
    return (kernel.snapshot, step)
  }

  /// Runs a stimulus and then what is due, unless it is held.
  ///
  /// - Returns: The turns that ran, the stimulus' own first. A stimulus that is not taken returns a turn with
  ///   a `.refused` effect. A crashed snapshot refuses everything but a restart.
  public func step(_ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false) -> [Turn] {
    var sightings: [Probe.Sighting] = []
    return step(&snapshot, stimulus, isHeld: isHeld, observing: [], &sightings)
  }

  /// Runs a stimulus while fields are observed from outside, which changes nothing.
  ///
  /// - Parameter sightings: What the observations see is appended to it.
  package func step(
    _ snapshot: inout Snapshot, _ stimulus: Stimulus, isHeld: Bool = false, observing probes: [Probe],
    _ sightings: inout [Probe.Sighting]
  ) -> [Turn] {
    var stepper = Stepper(self, from: snapshot)
    // Nobody else holds it while it is stepped, so nothing of it is copied.
    snapshot = Snapshot()
    stepper.begin(stimulus, isHeld: isHeld, observing: probes)
    while stepper.runPiece(TurnAllowance()) == .paused {}
    let turns = stepper.takeTurns()
    sightings += stepper.takeSightings()
    snapshot = stepper.kernel.takeSnapshot()
    return turns
  }
}
