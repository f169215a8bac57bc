import Statecharts

/// The snapshots of a case that are kept, so that the others need not be found from its start: a bounded number of them,
/// whatever is driven.
///
/// The latest are few commands and turns apart. The earlier ones stand the wider apart the further back they are, counted in turns that would
/// have to run again: so what is long ago costs a part of the way to it, and a command that ran long is not run again in vain.
struct Checkpoints: Sendable {
  /// How many commands and turns may run before the next one is kept.
  static let spacing = 32
  /// How many of the latest are kept whatever stands beside them.
  static let recentLimit = 32
  /// How many are kept beside the start.
  static let limit = 96

  /// The snapshot of node 0.
  let start: Snapshot
  /// Looked up by node, never walked.
  private var snapshots: [Int: Snapshot] = [:]
  /// Their nodes, in the order in which they were kept last.
  private var nodes: [Int] = []
  /// How many turns lead to each. Looked up by node, never walked.
  private var distances: [Int: Int] = [:]

  init(start: Snapshot) {
    self.start = start
  }

  /// How many there are beside the start.
  var count: Int { nodes.count }

  subscript(node: Int) -> Snapshot? { node == 0 ? start : snapshots[node] }

  /// - Parameter distance: How much has to run to come here from the start.
  mutating func keep(_ snapshot: Snapshot, at node: Int, distance: Int) {
    guard node != 0 else { return }
    if snapshots.updateValue(snapshot, forKey: node) != nil { nodes.removeAll { $0 == node } }
    nodes.append(node)
    distances[node] = distance
    if nodes.count > Self.limit { thin(before: distance) }
  }

  /// Drops half of those that are not of the latest: each time the one that costs least for its age.
  private mutating func thin(before now: Int) {
    var earlier = nodes.dropLast(Self.recentLimit).sorted()
    for _ in 0..<earlier.count / 2 {
      let distances = [0] + earlier.map { self.distances[$0] ?? 0 } + [now]
      let costs = earlier.indices.map { place in
        let cost = abs(distances[place + 2] - distances[place])
        return Double(cost) / Double(max(1, abs(now - distances[place + 1])))
      }
      guard let place = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return }
      let node = earlier.remove(at: place)
      snapshots[node] = nil
      self.distances[node] = nil
    }
    nodes.removeAll { snapshots[$0] == nil }
  }
}
