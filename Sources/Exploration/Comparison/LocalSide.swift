import Differences
import Traces
import ViewModels

package final class LocalSide: ComparedSide {
  package let parts: [DefinitionPart]
  package let shownFields: [Name]?
  package let rowKeys: [Name: Name]
  /// Batching saves nothing in one process.
  package let stride = 1

  private let machine: Machine
  private let finder: MoveFinder
  private let beginning: Beginning
  /// Whether unknown stimuli do nothing, for a comparison with a diagram.
  private let skipsUnknown: Bool
  private var stepper: Stepper
  private var keys: KeyMaker
  private var places: [Int: Place] = [:]
  private var count = 0

  private struct Place {
    let snapshot: Snapshot
    /// The turns of held steps, compared together with the next step.
    var held: [Turn] = []
  }

  /// - Parameter start: Nil to open the machine.
  package init(_ machine: Machine, _ domain: MoveDomain, from start: Snapshot? = nil, skipsUnknown: Bool = false) {
    (self.machine, self.skipsUnknown) = (machine, skipsUnknown)
    parts = machine.parts
    shownFields = machine.shownFields
    rowKeys = machine.rowKeys
    finder = MoveFinder(machine, domain)
    beginning = Beginning(machine, from: start)
    stepper = Stepper(machine, from: beginning.snapshot)
    stepper.tallyReach()
    keys = KeyMaker(machine.program)
  }

  package func begin() -> SideOpening {
    let start = beginning.snapshot
    return SideOpening(
      standing: add(Place(snapshot: start)),
      phase: machine.regions(of: start).map { RegionState($0.region, Name($0.state)) },
      fields: machine.fields(of: start).filter { !$0.isInternal }.map { Member($0.path, $0.value) })
  }

  package func offers(at places: [Int]) -> [[Stimulus]] { places.map(offers) }

  package func take(_ steps: [SideStep], beside others: [SideStep.Result?] = []) -> [SideStep.Result?] {
    steps.map(take)
  }

  package func forget(_ places: [Int]) {
    for place in places { self.places[place] = nil }
  }

  package func knows(_ place: Int) -> Bool { places[place] != nil }

  package var untried: Untried? {
    guard var reached = stepper.tallied else { return nil }
    reached.formUnion(beginning.reached)
    return Untried(finder, reached)
  }

  private func offers(at number: Int) -> [Stimulus] {
    stepper.snapshot = place(number).snapshot
    let moves = stepper.moves(finder)
    // Notes moves here, because steps arrive by name, and the other machine may offer unknown names.
    for move in moves { stepper.note(move) }
    return moves.map(\.stimulus).filter { if case .advance = $0 { false } else { true } }
  }

  func take(_ step: SideStep) -> SideStep.Result? {
    let place = place(step.place)
    guard !lacks(step.stimulus, at: place.snapshot) else {
      guard skipsUnknown else { return nil }
      let held = step.isHeld ? [] : place.held
      return SideStep.Result(
        standing: add(Place(snapshot: place.snapshot, held: step.isHeld ? place.held : [])), done: StepReactions(held))
    }
    stepper.snapshot = place.snapshot
    let turns = place.held + stepper.step(step.stimulus, isHeld: step.isHeld)
    return SideStep.Result(
      standing: add(Place(snapshot: stepper.snapshot, held: step.isHeld ? turns : [])), done: StepReactions(turns))
  }

  /// Whether the machine lacks what the stimulus names; a field must exist at its path now.
  private func lacks(_ stimulus: Stimulus, at snapshot: Snapshot) -> Bool {
    if case .assign(let path, _) = stimulus { return machine.field(at: path, of: snapshot) == nil }
    return machine.lacks(stimulus)
  }

  private func place(_ number: Int) -> Place {
    guard let place = places[number] else { preconditionFailure("place \(number) was forgotten") }
    return place
  }

  private func add(_ place: Place) -> Standing {
    defer { count += 1 }
    places[count] = place
    let snapshot = place.snapshot
    return Standing(
      place: count, key: keys.key(of: snapshot), untilDue: snapshot.nextDue.map { max(0, $0 - snapshot.time) },
      hasCrashed: snapshot.fault != nil)
  }
}
