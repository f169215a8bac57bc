import Exploration
import Statecharts
import ViewModels

/// The reference of every search: breadth-first over recorded steps, each from a fresh copy, by canonical bytes. It
/// keeps everything and shares nothing with the search but the moves.
struct Oracle {
  struct State: Hashable {
    var bytes: [UInt8]
    /// How many stimuli have come before the work that is due, where that is bounded.
    var come = 0
  }

  /// A state that is still to be followed.
  private typealias Open = (snapshot: Snapshot, come: Int)
  /// A command, and how many have come before what is due behind it.
  private typealias Way = (driven: DrivenStimulus, come: Int)

  let machine: Machine
  let options: SearchOptions
  /// The fewest commands to each state.
  private(set) var depths: [State: Int] = [:]
  /// The steps that were made.
  private(set) var steps = 0
  /// The fewest commands to each verdict: what broke, crashed or reached a limit, by its name.
  private(set) var verdicts: [String: Int] = [:]
  /// The fewest commands to a state that cannot be left by anybody.
  private(set) var stuck: Int?
  /// The fewest commands to a state in which each of these executes, `REGION = STATE`, and nothing is on the way
  /// that could end it.
  private(set) var hangs: [String: Int] = [:]
  /// The fewest commands to each alert that stays, whichever of its buttons are pressed.
  private(set) var alerts: [String: Int] = [:]
  /// Where time alone leads from each state, and what comes due on the way.
  private var timeSteps: [State: (end: State, causes: Set<Cause>)] = [:]

  /// - Parameters:
  ///   - see: Given each state with the fewest commands to it, and each step out of it with what it did.
  ///   - follow: Given where each step begins and ends.
  init(
    _ machine: Machine, _ options: SearchOptions, depth: Int = .max,
    seeing see: (Snapshot, DrivenStimulus?, [Turn], Int) -> Void = { _, _, _, _ in },
    following follow: (Snapshot, Snapshot) -> Void = { _, _ in }
  ) {
    self.machine = machine
    self.options = options
    var (snapshot, turns) = machine.open()
    for stimulus in options.preparation { turns += machine.step(&snapshot, stimulus) }
    judge(turns, 0)
    see(snapshot, nil, turns, 0)
    depths[state(snapshot, 0)] = 0
    var (level, next, length): ([Open], [Open], Int) = ([(snapshot, 0)], [], 1)
    while !level.isEmpty, length <= depth {
      for (snapshot, origin) in level where snapshot.fault == nil {
        let stimuli = stimuli(snapshot, origin)
        if length > 1 { see(snapshot, nil, [], length - 1) }
        let isStuck = stimuli.allSatisfy { $0.driven.stimulus == .restart } && machine.isTrap(snapshot)
        if isStuck, stuck == nil { stuck = length - 1 }
        judge(snapshot, stimuli, length - 1)
        for (driven, come) in stimuli {
          var reached = snapshot
          let turns = machine.step(&reached, driven.stimulus, isHeld: driven.isHeld)
          judge(turns, length)
          see(snapshot, driven, turns, length)
          follow(snapshot, reached)
          steps += 1
          if case .advance = driven.stimulus, !driven.isHeld {
            let causes = Set(turns.map(\.cause).filter { $0.source != .user })
            timeSteps[state(snapshot, origin)] = (state(reached, come), causes)
          }
          guard depths.insert(length, forNew: state(reached, come)) else { continue }
          next.append((reached, come))
        }
      }
      (level, next, length) = (next, [], length + 1)
    }
  }

  private func state(_ snapshot: Snapshot, _ come: Int) -> State {
    State(bytes: snapshot.canonicalBytes(machine.program), come: come)
  }

  private mutating func judge(_ turns: [Turn], _ length: Int) {
    for effect in turns.flatMap(\.effects) {
      switch effect {
      case .broken(let property): verdicts.note(length, for: property.text)
      case .crashed(let fault): verdicts.note(length, for: fault)
      case .limit(let name, _): verdicts.note(length, for: name.text)
      default: break
      }
    }
  }

  /// What is wrong with a state that no step out of it shows.
  private mutating func judge(_ snapshot: Snapshot, _ ways: [Way], _ length: Int) {
    if machine.work(of: snapshot).isEmpty, machine.requests(of: snapshot).isEmpty {
      for (region, state) in machine.regions(of: snapshot) where ["validating", "executing"].contains(state) {
        hangs.note(length, for: "\(region) = \(state)")
      }
    }
    let dismissals = ways.filter { if case .dismiss = $0.driven.stimulus { !$0.driven.isHeld } else { false } }
    if let alert = machine.alert(of: snapshot), !dismissals.isEmpty, stays(alert, snapshot) {
      alerts.note(length, for: alert.title)
    }
  }

  /// Whether an alert is there still, however often and by whichever buttons it is dismissed.
  private func stays(_ alert: AlertState, _ snapshot: Snapshot) -> Bool {
    var (seen, open): (Set<[UInt8]>, [Snapshot]) = ([], [snapshot])
    while let snapshot = open.popLast() {
      guard seen.insert(snapshot.canonicalBytes(machine.program)).inserted else { continue }
      for button in alert.buttons {
        var next = snapshot
        _ = machine.step(&next, .dismiss(button: button))
        if next.fault != nil || machine.alert(of: next) != alert { return false }
        open.append(next)
      }
    }
    return true
  }

  /// The circles in which time alone goes, by what comes due in them, `SOURCE EVENT`; with the commands to each and
  /// once around. Those that nothing but repeating timers makes go are left out.
  var circles: [String: Set<Int>] {
    var result: [String: Set<Int>] = [:]
    for start in timeSteps.keys {
      var (state, round, causes): (State, [State], Set<Cause>) = (start, [], [])
      while let step = timeSteps[state], !round.contains(state) {
        round.append(state)
        causes.formUnion(step.causes)
        state = step.end
      }
      guard state == start, !round.isEmpty else { continue }
      let sources = Set(causes.map(\.source))
      if sources.contains(.timer), sources.isSubset(of: [.timer, .hop]) { continue }
      let names = Set(causes.map { "\($0.source.rawValue) \($0.event)" }).sorted().joined(separator: ", ")
      let depth = round.compactMap { depths[$0] }.min() ?? 0
      result[names, default: []].insert(depth + round.count)
    }
    return result
  }

  /// Whatever can be done: each move as it is, and held where that leaves something due that may wait.
  ///
  /// - Parameter come: How many stimuli have come before what is due.
  private func stimuli(_ snapshot: Snapshot, _ come: Int) -> [Way] {
    var domain = options.domain
    domain.work = options.ties ? .firstOfEachSource : options.races ? .first : .none
    let isDue = due(snapshot).isEmpty == false
    return machine.moves(of: snapshot, in: domain).map(\.stimulus).flatMap { stimulus -> [Way] in
      let isOfTime =
        switch stimulus {
        case .advance, .fire: true
        default: false
        }
      if isDue, come >= options.between, !isOfTime { return [] }
      let whole = (DrivenStimulus(stimulus), 0)
      if isDue, case .advance = stimulus { return [whole] }
      if stimulus == .restart { return [whole] }
      var held = snapshot
      _ = machine.step(&held, stimulus, isHeld: true)
      let left = due(held)
      let now = isDue && !isOfTime && options.between < .max ? come + 1 : come
      let waits = now < options.between ? !left.isEmpty : options.ties && left.count > 1
      return waits && held.fault == nil ? [whole, (DrivenStimulus(stimulus, isHeld: true), now)] : [whole]
    }
  }

  /// The sources of what is due now.
  private func due(_ snapshot: Snapshot) -> Set<Cause.Source> {
    Set(machine.work(of: snapshot).filter { $0.dueIn <= 0 }.map(\.source))
  }
}

extension SearchReport {
  /// The fewest commands to each finding of a kind, by its name.
  func lengths(_ kind: Finding.Kind) -> [String: Int] {
    let found = findings.filter { $0.kind == kind }.map { ($0.name, $0.script.count) }
    return Dictionary(found) { min($0, $1) }
  }

  /// Whether time alone goes in the circles that the oracle knows, and each script leads to one of them and around.
  func goesRound(as oracle: Oracle) -> Bool {
    let (found, circles) = (findings.filter { $0.kind == .unrest }, oracle.circles)
    return Set(found.map(\.name)) == Set(circles.keys)
      && found.allSatisfy { circles[$0.name]?.contains($0.script.count) ?? false }
  }
}

extension [String: Int] {
  /// Stores what was met first.
  fileprivate mutating func note(_ length: Int, for name: String) {
    if self[name] == nil { self[name] = length }
  }
}

extension Dictionary {
  /// Stores a value for a new key.
  ///
  /// - Returns: Whether it was new.
  fileprivate mutating func insert(_ value: Value, forNew key: Key) -> Bool {
    guard self[key] == nil else { return false }
    self[key] = value
    return true
  }
}
