import Exploration
import Statecharts
import ViewModels

/// The reference of promises: every step by canonical bytes, and what follows from them by looking at all pairs of
/// states.
struct PromiseOracle {
  struct Edge {
    let from: Int
    let to: Int
    let time: Int
  }

  let machine: Machine
  private(set) var snapshots: [Snapshot] = []
  private(set) var edges: [Edge] = []
  /// The fewest commands to each state.
  private(set) var depths: [Int] = []
  private var numbers: [[UInt8]: Int] = [:]

  init(_ machine: Machine, _ options: SearchOptions, depth: Int) {
    self.machine = machine
    var steps: [(Snapshot, Snapshot)] = []
    let oracle = Oracle(machine, options, depth: depth, following: { steps.append(($0, $1)) })
    let opened = machine.open().snapshot
    _ = add(opened, oracle)
    for (from, to) in steps {
      let ends = (add(from, oracle), add(to, oracle))
      edges.append(Edge(from: ends.0, to: ends.1, time: to.time - from.time))
    }
  }

  func number(of snapshot: Snapshot) -> Int? { numbers[snapshot.canonicalBytes(machine.program)] }

  private mutating func add(_ snapshot: Snapshot, _ oracle: Oracle) -> Int {
    let bytes = snapshot.canonicalBytes(machine.program)
    if let number = numbers[bytes] { return number }
    numbers[bytes] = snapshots.count
    snapshots.append(snapshot)
    depths.append(oracle.depths[Oracle.State(bytes: bytes)] ?? .max)
    return snapshots.count - 1
  }

  /// Where a promise is not kept at last.
  struct Verdict {
    /// The fewest commands to where it can be seen; nil where it is kept.
    var stem: Int?
    /// The fewest commands of a round on which time passes, by state.
    var rounds: [Int?] = []
  }

  func verdict(on promise: Promise) -> Verdict {
    let isOpen = snapshots.map { !promise.isKept($0) }
    let starts = snapshots.indices.filter { isOpen[$0] && promise.holds(snapshots[$0]) }
    if let limit = promise.limit { return Verdict(stem: late(after: starts, isOpen, limit)) }
    let distances = distances(isOpen)
    let rounds = snapshots.indices.map { state -> Int? in
      guard isOpen[state] else { return nil }
      return edges.compactMap { edge -> Int? in
        guard edge.time > 0, isOpen[edge.from], isOpen[edge.to], let there = distances[state][edge.from],
          let back = distances[edge.to][state]
        else { return nil }
        return there + 1 + back
      }.min()
    }
    let stem = { (isEnd: (Int) -> Bool) in
      starts.flatMap { start in
        snapshots.indices.filter(isEnd).compactMap { end in distances[start][end].map { depths[start] + $0 } }
      }.min()
    }
    return Verdict(stem: stem { isAtRest($0) } ?? stem { rounds[$0] != nil }, rounds: rounds)
  }

  func isAtRest(_ state: Int) -> Bool { snapshots[state].fault == nil && snapshots[state].nextDue == nil }

  /// The fewest commands between all pairs of open states, by open states alone: Floyd and Warshall.
  private func distances(_ isOpen: [Bool]) -> [[Int?]] {
    var result = snapshots.indices.map { row in snapshots.indices.map { row == $0 && isOpen[row] ? 0 : Int?.none } }
    for edge in edges where isOpen[edge.from] && isOpen[edge.to] && edge.from != edge.to {
      result[edge.from][edge.to] = 1
    }
    let open = snapshots.indices.filter { isOpen[$0] }
    for middle in open {
      for from in open {
        guard let first = result[from][middle] else { continue }
        for to in open {
          guard let second = result[middle][to], first + second < result[from][to] ?? .max else { continue }
          result[from][to] = first + second
        }
      }
    }
    return result
  }

  /// The fewest commands until more time has passed than the limit, or nothing happens any more: over all states
  /// with all times since the promise, until nothing changes.
  private func late(after starts: [Int], _ isOpen: [Bool], _ limit: Int) -> Int? {
    struct Moment: Hashable {
      let state: Int
      let time: Int
    }
    var lengths: [Moment: Int] = [:]
    for start in starts { lengths[Moment(state: start, time: 0)] = depths[start] }
    var best: Int?
    var changed = Array(lengths.keys)
    while !changed.isEmpty {
      var next: Set<Moment> = []
      for moment in changed {
        let length = lengths[moment] ?? 0
        if isAtRest(moment.state) { best = min(best ?? .max, length) }
        for edge in edges where edge.from == moment.state {
          let reached = Moment(state: edge.to, time: moment.time + edge.time)
          if reached.time > limit {
            best = min(best ?? .max, length + 1)
          } else if isOpen[edge.to], length + 1 < lengths[reached] ?? .max {
            lengths[reached] = length + 1
            next.insert(reached)
          }
        }
      }
      changed = Array(next)
    }
    return best
  }
}
