import Statecharts

/// The driving commands of a case as a tree, and where in it the machine stands.
///
/// A node is the state after a command; node 0 is the case's start. Every 64th snapshot on a path is kept, and the
/// others are found by running the commands between again.
struct CommandTree: Sendable {
  static let snapshotInterval = 64

  /// The commands of the nodes from 1 on.
  private var log = CommandLog()
  private var parents: [Int32] = [0]
  private var depths: [Int32] = [0]
  /// Looked up by node, never walked.
  private var snapshots: [Int: Snapshot]
  /// Looks that a transcript holds after a node's command. Looked up by node, never walked.
  private var kept: [Int: [Look]] = [:]

  /// Where the machine stands.
  private(set) var position = 0
  private(set) var branches = [Branch(number: 1, tip: 0)]
  /// The index of the branch that is driven.
  private(set) var current = 0

  init(start: Snapshot) {
    snapshots = [0: start]
  }

  /// How many commands lead to where the machine stands.
  var depth: Int { Int(depths[position]) }
  var branch: Branch { branches[current] }
  /// How many commands could be done again.
  var undoneCount: Int { Int(depths[branch.tip]) - depth }

  /// Whether no command ever ran, and nothing is kept.
  var isEmpty: Bool { parents.count == 1 && kept.isEmpty }

  func depth(of node: Int) -> Int { Int(depths[node]) }
  func command(of node: Int) -> String { log[node - 1] }
  func keptLooks(at node: Int) -> [Look] { kept[node] ?? [] }

  /// How many looks are kept on the path to the position; linear in the path when there are any.
  var keptCount: Int {
    guard !kept.isEmpty else { return 0 }
    return ([0] + path(to: position)).reduce(0) { $0 + keptLooks(at: $1).count }
  }

  /// The nodes after an ancestor up to and with a node, in the order in which they ran.
  func path(to node: Int, after depth: Int = 0) -> [Int] {
    var nodes: [Int] = []
    var node = node
    while self.depth(of: node) > depth {
      nodes.append(node)
      node = Int(parents[node])
    }
    return nodes.reversed()
  }

  /// The node so many commands before, or after on the current branch.
  func node(atDepth depth: Int) -> Int {
    var node = depth > self.depth ? branch.tip : position
    while self.depth(of: node) > depth { node = Int(parents[node]) }
    return node
  }

  /// The nearest node at or before one whose snapshot is kept.
  func nearestSnapshot(to node: Int) -> (node: Int, snapshot: Snapshot) {
    var node = node
    while true {
      if let snapshot = snapshots[node] { return (node, snapshot) }
      node = Int(parents[node])
    }
  }

  /// Adds a command behind the position and stands after it.
  ///
  /// - Returns: The branch that was left, when commands had been undone.
  mutating func append(_ command: String) -> Branch? {
    let left = position == branch.tip ? nil : branch
    if left != nil {
      branches.append(Branch(number: branches.count + 1, tip: position))
      current = branches.count - 1
    }
    log.append(command)
    parents.append(Int32(position))
    depths.append(depths[position] + 1)
    position = parents.count - 1
    branches[current].tip = position
    return left
  }

  /// Keeps the snapshot after the position's command if its turn has come.
  mutating func keep(_ snapshot: Snapshot) {
    if depth.isMultiple(of: Self.snapshotInterval) { snapshots[position] = snapshot }
  }

  /// The state in which the case begins.
  var start: Snapshot { nearestSnapshot(to: 0).snapshot }

  mutating func forgetSnapshots(keepingStart: Bool) {
    snapshots = keepingStart ? [0: start] : [:]
  }

  mutating func begin(at start: Snapshot) { snapshots = [0: start] }

  mutating func keep(_ look: Look) {
    kept[position, default: []].append(look)
  }

  mutating func move(to node: Int) {
    position = node
  }

  mutating func nameBranch(_ name: String) {
    branches[current].name = name
  }

  mutating func `switch`(to index: Int) {
    current = index
    position = branches[index].tip
  }
}

/// A path through a case's commands that can be returned to.
struct Branch: Hashable, Sendable {
  let number: Int
  var name: String?
  /// The node at its end.
  var tip: Int

  init(number: Int, tip: Int) {
    self.number = number
    self.tip = tip
  }

  /// What `switch` takes.
  var title: String { name ?? String(number) }
}
