import Statecharts
import ViewModels

/// The states whose moves are still to be made, by levels.
///
/// A state is kept as a snapshot as long as half of the memory is free; behind that by the step that leads to it, and made
/// again when its turn comes. Which of both holds changes nothing but time and memory.
struct Frontier {
  /// The states of the level that are still to be followed, the next one last: what was followed goes at once.
  private(set) var level: [WaitingState] = []
  /// Those to which the level led so far.
  private var next: [WaitingState] = []
  /// The bytes of all that is kept for the sake of states that wait.
  private(set) var byteCount = 0
  /// How many states are made again from another, by the number of that.
  private var dependents: [Int: Int] = [:]
  /// The bytes of a snapshot that was measured lately, with what it shares with others; 0 before the first.
  private(set) var snapshotSize = 0

  var count: Int { level.count + next.count }
  /// Whether no state waits; of a level of which all were followed those that it led to do.
  var isEmpty: Bool { level.isEmpty && next.isEmpty }

  mutating func begin(with snapshot: Snapshot) {
    level = [WaitingState(index: 0, .kept(snapshot), time: snapshot.time)]
  }

  /// Adds a state to which the level led from one that is followed.
  ///
  /// - Parameter room: How many bytes snapshots may take.
  mutating func add(
    _ index: Int, _ snapshot: Snapshot, of arrival: Expansion.Arrival, from parent: WaitingState, _ program: Program,
    room: Int
  ) {
    var (standing, size) = (WaitingState.Standing.behind(parent, arrival.number), WaitingState.byteCount)
    if parent.distance >= longestDistance(room) {
      standing = .kept(snapshot)
      size += self.size(of: snapshot, at: index, program)
    } else {
      dependents[parent.index, default: 0] += 1
    }
    next.append(WaitingState(index: index, standing, time: arrival.time, come: arrival.come, size: size))
    byteCount += size
  }

  /// How many steps a state may stand behind one that is kept: more, the less room is left, since snapshots hold far more
  /// than steps; never so many that to let go of them all would overflow the stack.
  private func longestDistance(_ room: Int) -> Int {
    if byteCount < room { return 0 }
    return byteCount < room / 2 * 3 ? 16 : 256
  }

  /// One state of so many is measured, since that reads all that it holds.
  private static let statesOfMeasure = 64

  private mutating func size(of snapshot: Snapshot, at index: Int, _ program: Program) -> Int {
    if index % Self.statesOfMeasure == 0 || snapshotSize == 0 { snapshotSize = snapshot.byteCount(program) }
    return snapshotSize
  }

  /// Takes the next state of the level for followed.
  mutating func leaveNext() -> WaitingState { level.removeLast() }

  /// Lets go of a state that was followed, and of those before it from which no other is made again.
  ///
  /// - Precondition: What it led to was added.
  mutating func release(_ state: WaitingState) {
    var state = state
    while dependents[state.index] == nil {
      byteCount -= state.size
      guard case .behind(let parent, _) = state.standing, let count = dependents[parent.index] else { return }
      dependents[parent.index] = count > 1 ? count - 1 : nil
      state = parent
    }
  }

  /// Goes on to the states that the level led to.
  mutating func descend() {
    (level, next) = (next.reversed(), [])
  }
}

/// A state whose moves are still to be made. It is an object: to hand it on copies no snapshot.
final class WaitingState: Sendable {
  enum Standing: Sendable {
    indirect case kept(Snapshot)
    case behind(WaitingState, Move.Number)
  }

  let index: Int
  let standing: Standing
  /// Virtual time there.
  let time: Int
  /// How many stimuli have come before the work that is due.
  let come: Int
  /// The bytes that it counts for.
  let size: Int
  /// How many steps it stands behind one that is kept.
  let distance: Int

  init(index: Int, _ standing: Standing, time: Int, come: Int = 0, size: Int = 0) {
    self.index = index
    self.standing = standing
    self.time = time
    self.come = come
    self.size = size
    distance = if case .behind(let parent, _) = standing { parent.distance + 1 } else { 0 }
  }

  /// Its own bytes, with its place in a list that has room for more.
  static let byteCount = 112
}

/// Makes states again that are kept by the steps to them. Neighbours share most of their ways.
struct WayBack {
  /// The last way that was gone, without the state that was kept.
  private var way: [(state: WaitingState, snapshot: Snapshot)] = []

  /// Returns where a state stands; the stepper may stand elsewhere then.
  mutating func snapshot(of state: WaitingState, by stepper: inout Stepper, _ finder: MoveFinder) -> Snapshot {
    var (place, steps): (WaitingState, [(WaitingState, Move.Number)]) = (state, [])
    while case .behind(let parent, let number) = place.standing, !isOnWay(place) {
      steps.append((place, number))
      place = parent
    }
    if case .kept(let snapshot) = place.standing {
      way = []
      if steps.isEmpty { return snapshot }
      stepper.snapshot = snapshot
    } else {
      way.removeLast(way.count - place.distance)
      stepper.snapshot = way[place.distance - 1].snapshot
    }
    for (state, number) in steps.reversed() {
      stepper.make(number, finder)
      way.append((state, stepper.snapshot))
    }
    return stepper.snapshot
  }

  private func isOnWay(_ state: WaitingState) -> Bool {
    way.indices.contains(state.distance - 1) && way[state.distance - 1].state === state
  }
}

extension Stepper {
  /// Makes a step of a way again.
  ///
  /// - Returns: What was driven, as it is spelled there.
  @discardableResult
  mutating func make(_ number: Move.Number, _ finder: MoveFinder) -> DrivenStimulus {
    let move = moves(finder)[number.place]
    step(move, isHeld: number.isHeld)
    return DrivenStimulus(move.stimulus, isHeld: number.isHeld)
  }
}
