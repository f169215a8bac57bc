import Statecharts
import ViewModels

/// The time step from each state, and the circles that these steps form.
struct TimeSteps: Sendable {
  struct Circle: Hashable, Sendable {
    let first: Int
    let length: Int
  }

  /// By state; negative if there is no time step or it is not known.
  private var targets: [Int32] = []
  /// Union-find: a state further along the path; the state itself at a path's end and once per circle.
  private var further: [Int32] = []

  var byteCount: Int { targets.count * 8 }

  mutating func addState() {
    targets.append(-1)
    further.append(Int32(further.count))
  }

  private func target(of state: Int) -> Int { Int(targets[state]) }

  /// Adds the step out of a state; returns the circle that it closes. Nearly constant time.
  ///
  /// - Precondition: The state has no step yet.
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

  /// All circles, in the order of the states that reach them. Linear in the states.
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

/// Whether stimuli may come between a turn and its due work.
extension SearchOptions {
  func letsStimulusCome(after come: Int) -> Bool { come < between }

  /// How many stimuli came before the due work, including this one; not counted without a bound. Nil if nothing may
  /// come between, so that due work runs at once.
  ///
  /// - Parameter isAtRest: Whether nothing was due before the stimulus.
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
  fileprivate var dueSources: Int { Set(work.lazy.filter { $0.due <= time }.map(\.source)).count }
}

extension Stimulus {
  var isOfTime: Bool {
    switch self {
    case .advance, .fire: true
    default: false
    }
  }
}

extension Stepper {
  /// Whether a dismissed alert is gone, or goes when equal alerts behind it are dismissed by any buttons. Tries
  /// first what leaves the fewest alerts.
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

  /// More alerts than this beyond the waiting ones count as endless.
  private static var mostFurtherAlerts: Int { 64 }
}
