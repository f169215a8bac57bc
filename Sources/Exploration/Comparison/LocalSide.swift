import Differences
import Traces
import ViewModels

/// A machine of this process, with a kernel that is kept.
package final class LocalSide: ComparedSide {
  package let parts: [DefinitionPart]
  package let shownFields: [Name]?
  package let rowKeys: [Name: Name]
  /// One pair at a time: an answer costs nothing but its work.
  package let stride = 1

  private let machine: Machine
  private let finder: MoveFinder
  private let start: Snapshot
  /// What opening it reached; nil where it stood already.
  private let openedReach: RunTally?
  private var stepper: Stepper
  private var keys: KeyMaker
  private var places: [Int: Place] = [:]
  private var count = 0

  /// Where the machine can stand.
  private struct Place {
    let snapshot: Snapshot
    /// What held steps did that led there, which is compared when what they made due has run.
    var held: [Turn] = []
  }

  /// - Parameter start: Where it stands first; when it is opened, if that is not given.
  package init(_ machine: Machine, _ domain: MoveDomain, from start: Snapshot? = nil) {
    self.machine = machine
    parts = machine.parts
    shownFields = machine.shownFields
    rowKeys = machine.rowKeys
    finder = MoveFinder(machine, domain)
    let opened = start == nil ? machine.openMeasured() : nil
    self.start = opened?.snapshot ?? start ?? Snapshot()
    openedReach = opened?.step.tally
    stepper = Stepper(machine, from: self.start)
    stepper.tallyReach()
    keys = KeyMaker(machine.program)
  }

  package func begin() -> SideOpening {
    SideOpening(
      standing: add(Place(snapshot: start)),
      phase: machine.regions(of: start).map { RegionState($0.region, Name($0.state)) },
      fields: machine.fields(of: start).filter { !$0.isInternal }.map { Member($0.path, $0.value) })
  }

  package func offers(at places: [Int]) -> [[Stimulus]] { places.map(offers) }

  package func take(_ steps: [SideStep]) -> [SideStep.Result?] { steps.map(take) }

  package func forget(_ places: [Int]) {
    for place in places { self.places[place] = nil }
  }

  /// Whether somebody stands at a place that was not forgotten.
  package func knows(_ place: Int) -> Bool { places[place] != nil }

  package var untried: Untried? {
    guard var reached = stepper.tallied else { return nil }
    if let openedReach { reached.formUnion(openedReach) }
    return Untried(finder, reached)
  }

  private func offers(at number: Int) -> [Stimulus] {
    stepper.snapshot = place(number).snapshot
    let moves = stepper.moves(finder)
    // The steps come by their names, of which one machine may know what the other does not.
    for move in moves { stepper.note(move) }
    return moves.map(\.stimulus).filter { if case .advance = $0 { false } else { true } }
  }

  private func take(_ step: SideStep) -> SideStep.Result? {
    let place = place(step.place)
    guard !lacks(step.stimulus, at: place.snapshot) else { return nil }
    stepper.snapshot = place.snapshot
    let turns = place.held + stepper.step(step.stimulus, isHeld: step.isHeld)
    return SideStep.Result(
      standing: add(Place(snapshot: stepper.snapshot, held: step.isHeld ? turns : [])), done: StepReactions(turns))
  }

  /// Whether it has nothing of the name; of a field, whether it has none at the path now.
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
