/// Where time alone leads from each state, and the circles in which it goes round.
struct TimeSteps: Sendable {
  struct Circle: Hashable, Sendable {
    /// The state of it that was found first.
    let first: Int
    let length: Int
  }

  /// By state; below 0 where time alone leads nowhere, or that is not known.
  private var targets: [Int32] = []
  /// A state further on the way of time, by state; the state itself at the end of a way, and once on each circle.
  private var further: [Int32] = []

  var byteCount: Int { targets.count * 8 }

  /// Adds the state that has the next number.
  mutating func addState() {
    targets.append(-1)
    further.append(Int32(further.count))
  }

  private func target(of state: Int) -> Int { Int(targets[state]) }

  /// Adds the step out of a state. Nearly constant, however long the ways are.
  ///
  /// - Precondition: It is the first out of this state.
  /// - Returns: The circle that it closes; nil when it closes none.
  mutating func add(from state: Int, to target: Int) -> Circle? {
    targets[state] = Int32(target)
    let end = end(of: target)
    if end == state { return circle(through: state) }
    further[state] = Int32(end)
    return nil
  }

  private mutating func end(of state: Int) -> Int {
    var state = state
    while Int(further[state]) != state {
      further[state] = further[Int(further[state])]
      state = Int(further[state])
    }
    return state
  }

  private func circle(through state: Int) -> Circle {
    var (first, length, other) = (state, 1, target(of: state))
    while other != state { (first, length, other) = (min(first, other), length + 1, target(of: other)) }
    return Circle(first: first, length: length)
  }

  /// All circles, in the order in which states that lead to them were found. Linear in the states.
  var circles: [Circle] {
    var result: [Circle] = []
    var firstSeen = [Int32](repeating: -1, count: targets.count)
    for start in targets.indices {
      var state = start
      while firstSeen[state] < 0, targets[state] >= 0 {
        firstSeen[state] = Int32(start)
        state = target(of: state)
      }
      if targets[state] >= 0, firstSeen[state] == start { result.append(circle(through: state)) }
    }
    return result
  }
}
