import ViewModels

/// A run on which a promise is not kept.
struct Evasion {
  enum Reason {
    /// It ends where nothing happens that the user does not do.
    case rest
    /// It goes round, and time passes.
    case cycle
    /// More time passes than the promise has.
    case late
  }

  let reason: Reason
  /// The steps from the first state.
  var stem: [Move.Number]
  /// The steps that come again and again behind them.
  var cycle: [Move.Number] = []
}

/// Looks for a run on which a promise is not kept: a shortest one, in number of steps. Only where each goes on for ever it is one
/// that goes round, with the fewest steps before that.
struct EvasionSearch {
  private let graph: StateGraph
  private let holds: [Bool]
  private let isKept: [Bool]
  private let limit: Int?
  private let isOver: () -> Bool
  /// The components of the states in which it is not kept, where no time limits it.
  private let component: [Int32]
  /// Whether time passes within a component.
  private var isTimed: [Bool]
  private var places: [Place] = []
  /// The first place from which time may pass for ever.
  private var firstInCycle: Int?
  /// The most time that went by on the way to each state since the promise was made; -1 where it was not made.
  private var elapsed: [Int]
  private var isSeen: [Bool]

  /// A state on a way, as it was reached.
  private struct Place {
    let state: Int
    /// Since the promise was made; nil before.
    let time: Int?
    let parent: Int
    let number: Move.Number
  }

  /// - Parameter isOver: Whether no time is left; asked now and then.
  init(_ graph: StateGraph, _ index: Int, within limit: Int?, _ isOver: @escaping () -> Bool) {
    self.graph = graph
    self.limit = limit
    self.isOver = isOver
    (holds, isKept) = (graph.holds[index], graph.isKept[index])
    let component = limit == nil ? graph.components(of: graph.isKept[index].map { !$0 }, isOver) : []
    self.component = component
    isTimed = Array(repeating: false, count: component.count)
    elapsed = Array(repeating: -1, count: holds.count)
    isSeen = Array(repeating: false, count: holds.count)
    for state in component.indices where component[state] >= 0 {
      for step in graph.steps[graph.stepsOut[state]]
      where step.time > 0 && component[Int(step.target)] == component[state] {
        isTimed[Int(component[state])] = true
      }
    }
  }

  /// So many states are looked at between two questions for the time that is left.
  static let statesOfQuestion = 1_024

  /// Returns the run; nil when there is none among the steps that are known, and when no time is left to look at them.
  mutating func found() -> Evasion? {
    if isOver() { return nil }
    if let evasion = reach(0, time: nil, from: -1, by: Move.Number(0, isHeld: false)) { return evasion }
    var next = 0
    while next < places.count {
      if next % Self.statesOfQuestion == 0, isOver() { return nil }
      let place = places[next]
      for step in graph.steps[graph.stepsOut[place.state]] {
        let time = place.time.map { $0 + step.time }
        if let time, let limit, time > limit { return Evasion(reason: .late, stem: way(to: next) + [step.number]) }
        if let evasion = reach(Int(step.target), time: time, from: next, by: step.number) { return evasion }
      }
      next += 1
    }
    return firstInCycle.flatMap { place in
      cycle(from: places[place].state).map { Evasion(reason: .cycle, stem: way(to: place), cycle: $0) }
    }
  }

  /// Takes in that a state was reached.
  ///
  /// - Parameter time: Since the promise was made; nil when it was not.
  private mutating func reach(_ state: Int, time: Int?, from parent: Int, by number: Move.Number) -> Evasion? {
    if time == nil, !isSeen[state] {
      isSeen[state] = true
      places.append(Place(state: state, time: nil, parent: parent, number: number))
    }
    guard !isKept[state], let time = time ?? (holds[state] ? 0 : nil) else { return nil }
    // Without a limit it does not matter how much time went by.
    let counted = limit == nil ? 0 : time
    guard counted > elapsed[state] else { return nil }
    elapsed[state] = counted
    places.append(Place(state: state, time: counted, parent: parent, number: number))
    if graph.isAtRest[state] { return Evasion(reason: .rest, stem: way(to: places.count - 1)) }
    if limit == nil, isTimed[Int(component[state])], firstInCycle == nil { firstInCycle = places.count - 1 }
    return nil
  }

  private func way(to place: Int) -> [Move.Number] {
    var (numbers, place): ([Move.Number], Int) = ([], place)
    while places[place].parent >= 0 {
      numbers.append(places[place].number)
      place = places[place].parent
    }
    return numbers.reversed()
  }

  /// Returns a shortest way back to a state within its component on which time passes; nil when no time is left to find it.
  private func cycle(from start: Int) -> [Move.Number]? {
    var parents: [Int: (place: Int, number: Move.Number)] = [:]
    /// Twice the state, and one once time has passed.
    var queue = [start * 2]
    var next = 0
    while next < queue.count {
      if next % Self.statesOfQuestion == 0, isOver() { return nil }
      let place = queue[next]
      next += 1
      for step in graph.steps[graph.stepsOut[place / 2]]
      where component[Int(step.target)] == component[start] {
        let reached = Int(step.target) * 2 + (place % 2 == 1 || step.time > 0 ? 1 : 0)
        guard parents[reached] == nil, reached != start * 2 else { continue }
        parents[reached] = (place, step.number)
        if reached == start * 2 + 1 { return way(back: reached, to: start * 2, parents) }
        queue.append(reached)
      }
    }
    preconditionFailure("time passes in the component of state \(start), but no way leads back")
  }

  private func way(back place: Int, to start: Int, _ parents: [Int: (place: Int, number: Move.Number)]) -> [Move.Number]
  {
    var (numbers, place): ([Move.Number], Int) = ([], place)
    while place != start, let parent = parents[place] {
      numbers.append(parent.number)
      place = parent.place
    }
    return numbers.reversed()
  }
}
