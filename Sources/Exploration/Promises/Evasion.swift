import ViewModels

/// A run that breaks a promise.
struct Evasion {
  /// The raw value is the cause of a finding.
  enum Reason: String {
    /// The run ends in a state where nothing happens without the user.
    case rest = "nothing more happens automatically"
    /// The run repeats for ever, and time passes.
    case cycle = "it repeats for ever"
    /// The promise's time is exceeded.
    case late = "more time passes"
  }

  let reason: Reason
  var stem: [Move.Number]
  var cycle: [Move.Number] = []
}

/// Finds a shortest run that breaks a promise. An endless one, with the shortest stem, is returned only if no
/// finite one exists.
struct EvasionSearch {
  private let graph: StateGraph
  private let holds: [Bool]
  private let isKept: [Bool]
  private let limit: Int?
  private let isOver: () -> Bool
  /// The components of states where an untimed promise is not kept.
  private let component: [Int32]
  /// By component: whether time passes within it.
  private var isTimed: [Bool]
  private var places: [Place] = []
  private var firstInCycle: Int?
  /// The most time since the premise on any path to each state; -1 without the premise.
  private var elapsed: [Int]
  private var isSeen: [Bool]

  fileprivate struct Place {
    let state: Int
    let time: Int?
    let parent: Int
    let number: Move.Number
  }

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

  /// Limits the calls of `isOver`.
  static let statesOfQuestion = 1_024

  /// Nil if the known steps contain no such run, or time is up.
  mutating func found() -> Evasion? {
    if isOver() { return nil }
    if let evasion = reach(0, time: nil, from: -1, by: Move.Number(0, isHeld: false)) { return evasion }
    var next = 0
    while next < places.count {
      if next % Self.statesOfQuestion == 0, isOver() { return nil }
      let place = places[next]
      for step in graph.steps[graph.stepsOut[place.state]] {
        let time = place.time.map { $0 + step.time }
        if let time, let limit, time > limit {
          return Evasion(reason: .late, stem: places.way(to: next) + [step.number])
        }
        if let evasion = reach(Int(step.target), time: time, from: next, by: step.number) { return evasion }
      }
      next += 1
    }
    return firstInCycle.flatMap { place in
      cycle(from: places[place].state).map { Evasion(reason: .cycle, stem: places.way(to: place), cycle: $0) }
    }
  }

  private mutating func reach(_ state: Int, time: Int?, from parent: Int, by number: Move.Number) -> Evasion? {
    if time == nil, !isSeen[state] {
      isSeen[state] = true
      places.append(Place(state: state, time: nil, parent: parent, number: number))
    }
    guard !isKept[state], let time = time ?? (holds[state] ? 0 : nil) else { return nil }
    // Without a limit the elapsed time is irrelevant.
    let counted = limit == nil ? 0 : time
    guard counted > elapsed[state] else { return nil }
    elapsed[state] = counted
    places.append(Place(state: state, time: counted, parent: parent, number: number))
    if graph.isAtRest[state] { return Evasion(reason: .rest, stem: places.way(to: places.count - 1)) }
    if limit == nil, isTimed[Int(component[state])], firstInCycle == nil { firstInCycle = places.count - 1 }
    return nil
  }

  /// A shortest cycle through a state on which time passes, within its component; nil when time is up.
  private func cycle(from start: Int) -> [Move.Number]? {
    /// The time of a place is nil until time has passed.
    var places = [Place(state: start, time: nil, parent: -1, number: Move.Number(0, isHeld: false))]
    /// Twice the state, plus one once time has passed.
    var seen: Set = [start * 2]
    var next = 0
    while next < places.count {
      if next % Self.statesOfQuestion == 0, isOver() { return nil }
      let place = places[next]
      for step in graph.steps[graph.stepsOut[place.state]]
      where component[Int(step.target)] == component[start] {
        let reached = Place(
          state: Int(step.target), time: step.time > 0 ? step.time : place.time, parent: next, number: step.number)
        guard seen.insert(reached.state * 2 + (reached.time == nil ? 0 : 1)).inserted else { continue }
        places.append(reached)
        if reached.state == start { return places.way(to: places.count - 1) }
      }
      next += 1
    }
    preconditionFailure("time passes in the component of state \(start), but no path leads back")
  }
}

extension [EvasionSearch.Place] {
  fileprivate func way(to place: Int) -> [Move.Number] {
    var (numbers, place): ([Move.Number], Int) = ([], place)
    while self[place].parent >= 0 {
      numbers.append(self[place].number)
      place = self[place].parent
    }
    return numbers.reversed()
  }
}
