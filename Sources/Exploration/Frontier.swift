import Statecharts
import ViewModels

/// The states to expand, by levels. While memory is free, a state keeps its snapshot; later it keeps only its step
/// and is remade when needed. This affects only time and memory.
struct Frontier {
  /// Next one last, so that its removal is cheap and frees it at once.
  private(set) var level: [WaitingState] = []
  private var next: [WaitingState] = []
  /// The memory of waiting states and of those they depend on.
  private(set) var byteCount = 0
  /// For each state, how many others are remade from it.
  private var dependents: [Int: Int] = [:]
  /// The last measured snapshot's bytes, including shared ones; 0 before the first.
  private(set) var snapshotSize = 0

  var count: Int { level.count + next.count }
  var isEmpty: Bool { level.isEmpty && next.isEmpty }
  /// The waiting states, ascending.
  var indices: [Int] { level.reversed().map(\.index) + next.map(\.index) }

  mutating func begin(with snapshot: Snapshot) {
    level = [WaitingState(index: 0, .kept(snapshot), time: snapshot.time)]
  }

  /// Adds a state of the next level.
  ///
  /// - Parameter room: The bytes that snapshots may use.
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

  /// The longest chain of steps behind a kept snapshot: longer when memory is short, because snapshots are much
  /// larger than steps. A very long chain would overflow the stack when freed.
  private func longestDistance(_ room: Int) -> Int {
    if byteCount < room { return 0 }
    return byteCount < room / 2 * 3 ? 16 : 256
  }

  /// Measures few snapshots, because a measurement reads all of one.
  private static let statesOfMeasure = 64

  private mutating func size(of snapshot: Snapshot, at index: Int, _ program: Program) -> Int {
    if index % Self.statesOfMeasure == 0 || snapshotSize == 0 { snapshotSize = snapshot.byteCount(program) }
    return snapshotSize
  }

  mutating func leaveNext() -> WaitingState { level.removeLast() }

  /// Releases an expanded state and its predecessors that no other state needs.
  ///
  /// - Precondition: Its successors were added.
  mutating func release(_ state: WaitingState) {
    var state = state
    while dependents[state.index] == nil {
      byteCount -= state.size
      guard case .behind(let parent, _) = state.standing, let count = dependents[parent.index] else { return }
      dependents[parent.index] = count > 1 ? count - 1 : nil
      state = parent
    }
  }

  mutating func descend() {
    (level, next) = (next.reversed(), [])
  }
}

/// A state to expand; a class, so that passing it on copies no snapshot.
final class WaitingState: Sendable {
  enum Standing: Sendable {
    indirect case kept(Snapshot)
    case behind(WaitingState, Move.Number)
  }

  let index: Int
  let standing: Standing
  let time: Int
  let come: Int
  let size: Int
  let distance: Int

  init(index: Int, _ standing: Standing, time: Int, come: Int = 0, size: Int = 0) {
    self.index = index
    self.standing = standing
    self.time = time
    self.come = come
    self.size = size
    distance = if case .behind(let parent, _) = standing { parent.distance + 1 } else { 0 }
  }

  /// The size of an instance and its entry in an array with spare capacity.
  static let byteCount = 112
}

/// Remakes states from their steps. Reuses the last path, because adjacent states share most steps.
struct WayBack {
  /// The last path, without its kept first state.
  private var way: [(state: WaitingState, snapshot: Snapshot)] = []

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
  /// Repeats a step and returns the stimulus with the names at its source; nil if an object did not repeat what led here.
  @discardableResult
  mutating func make(_ number: Move.Number, _ finder: MoveFinder) -> DrivenStimulus? {
    let moves = moves(finder)
    guard number.place < moves.count else { return nil }
    let move = moves[number.place]
    step(move, isHeld: number.isHeld)
    return DrivenStimulus(move.stimulus, isHeld: number.isHeld)
  }
}
