import Statecharts
import ViewModels

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

/// What decides whether something may come between a turn and the work that it made due.
extension SearchOptions {
  /// Whether a stimulus may come where work is due.
  ///
  /// - Parameter come: How many have come there.
  func letsStimulusCome(after come: Int) -> Bool { come < between }

  /// How many stimuli have come before the work that is due, once another one was made and what it left due waits: for a stimulus,
  /// or for other work to come first. They are not counted where there is no bound.
  ///
  /// - Parameters:
  ///   - come: How many had come before.
  ///   - isAtRest: Whether nothing was due before.
  ///   - snapshot: Where the stimulus led.
  /// - Returns: Nil where nothing may come first, so that what is due runs at once.
  func come(_ come: Int, and stimulus: Stimulus, isAtRest: Bool, to snapshot: Snapshot) -> Int? {
    switch stimulus {
    case .advance where !isAtRest, .restart: return nil
    default: break
    }
    let now = isAtRest || stimulus.isOfTime || between == .max ? come : come + 1
    return letsStimulusCome(after: now) || ties && snapshot.dueSources > 1 ? now : nil
  }
}

extension Snapshot {
  /// How many sources the work has that is due now.
  fileprivate var dueSources: Int { Set(work.lazy.filter { $0.due <= time }.map(\.source)).count }
}

extension Stimulus {
  /// Whether it only lets work run.
  var isOfTime: Bool {
    switch self {
    case .advance, .fire: true
    default: false
    }
  }
}

extension Stepper {
  /// Whether an alert that was dismissed is gone, or goes when those like it that came behind it are dismissed too, by whichever
  /// buttons: tried first is what leaves the fewest alerts.
  mutating func leaves(_ alert: AlertState, _ machine: Machine, _ keys: inout KeyMaker) -> Bool {
    let most = machine.alertCount(of: snapshot) + Self.mostFurtherAlerts
    var (seen, open): (Set<Fingerprint>, [(snapshot: Snapshot, alerts: Int)]) = ([], [(snapshot, 0)])
    while seen.count < most, let place = open.indices.min(by: { open[$0].alerts < open[$1].alerts }) {
      let here = open.remove(at: place).snapshot
      if here.fault != nil || machine.alert(of: here) != alert { return true }
      guard seen.insert(keys.key(of: here)).inserted else { continue }
      for button in alert.buttons {
        snapshot = here
        step(.dismiss(button: button))
        open.append((snapshot, machine.alertCount(of: snapshot)))
      }
    }
    return false
  }

  /// So many alerts that come behind those that wait already are dismissed before they are taken for endless.
  private static var mostFurtherAlerts: Int { 64 }
}
