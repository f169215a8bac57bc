import Statecharts

/// The driving commands of a case as a tree, and where in it the machine stands.
///
/// A node is the state after a command; node 0 is the case's start. Some snapshots are kept, and the others are found by
/// running the commands between again.
struct CommandTree: Sendable {
  /// The commands of the nodes from 1 on.
  private var log = CommandLog()
  private var parents: [Int32] = [0]
  private var depths: [Int32] = [0]
  /// How many commands and turns lead to each node.
  private var distances = [0]
  private(set) var checkpoints: Checkpoints
  /// How many commands and turns ran since a snapshot on the way to the position was kept.
  private var distanceFromSnapshot = 0
  /// Looks that a transcript holds after a node's command. Looked up by node, never walked.
  private var kept: [Int: [Look]] = [:]
  /// The properties that a node's command broke. Looked up by node, never walked.
  private var broken: [Int: [Name]] = [:]

  /// Where the machine stands.
  private(set) var position = 0
  private(set) var branches = [Branch(number: 1, tip: 0)]
  /// The index of the branch that is driven.
  private(set) var current = 0

  init(start: Snapshot) {
    checkpoints = Checkpoints(start: start)
  }

  /// How many commands lead to where the machine stands.
  var depth: Int { Int(depths[position]) }
  var branch: Branch { branches[current] }
  /// How many turns the commands on the way to where the machine stands ran.
  var turnCount: Int { distances[position] - depth }
  /// How many commands could be done again.
  var undoneCount: Int { Int(depths[branch.tip]) - depth }

  /// Whether no command ever ran, and nothing is kept.
  var isEmpty: Bool { parents.count == 1 && kept.isEmpty }

  func depth(of node: Int) -> Int { Int(depths[node]) }
  func command(of node: Int) -> String { log[node - 1] }
  /// The commands that ran last, on whatever branch, the latest first.
  func latestCommands(_ count: Int) -> [String] { (max(0, log.count - count)..<log.count).reversed().map { log[$0] } }
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
  func node(atDepth depth: Int) -> Int { ancestor(of: depth > self.depth ? branch.tip : position, atDepth: depth) }

  /// The node on the way to another, so many commands from the start; the other itself where it is not so far.
  func ancestor(of node: Int, atDepth depth: Int) -> Int {
    var node = node
    while self.depth(of: node) > depth { node = Int(parents[node]) }
    return node
  }

  /// The last node on the ways to both.
  func fork(of a: Int, _ b: Int) -> Int {
    let depth = min(self.depth(of: a), self.depth(of: b))
    var (a, b) = (ancestor(of: a, atDepth: depth), ancestor(of: b, atDepth: depth))
    while a != b { (a, b) = (Int(parents[a]), Int(parents[b])) }
    return a
  }

  var otherBranches: [Branch] { branches.indices.filter { $0 != current }.map { branches[$0] } }

  /// The index of the branch that has a name or number.
  func branchIndex(named name: String) -> Int? {
    branches.firstIndex { branch in
      Name(name) == String(branch.number) || branch.name.map { Name($0) == name } ?? false
    }
  }

  var start: Snapshot { checkpoints.start }

  /// The nearest snapshot at or before a node, and the nodes behind it whose commands lead from there to the node.
  func pathFromCheckpoint(to node: Int) -> (nodes: [Int], snapshot: Snapshot) {
    var nodes: [Int] = []
    var node = node
    while true {
      if let snapshot = checkpoints[node] { return (nodes.reversed(), snapshot) }
      nodes.append(node)
      node = Int(parents[node])
    }
  }

  /// Adds a command behind the position and stands after it.
  ///
  /// - Parameter turns: How many turns it ran.
  /// - Returns: The branch that was left, when commands had been undone.
  mutating func append(_ command: String, turns: Int = 1) -> Branch? {
    let left = position == branch.tip ? nil : branch
    if left != nil {
      branches.append(Branch(number: branches.count + 1, tip: position))
      current = branches.count - 1
    }
    log.append(command)
    parents.append(Int32(position))
    depths.append(depths[position] + 1)
    distances.append(distances[position] + 1 + turns)
    distanceFromSnapshot += 1 + turns
    position = parents.count - 1
    branches[current].tip = position
    return left
  }

  /// Whether so much ran since the last snapshot that the position's is to be kept. One that is kept has to be copied by
  /// the next command.
  var isFarFromSnapshot: Bool { distanceFromSnapshot >= Checkpoints.spacing }

  /// Keeps the snapshot after the position's command, as long as its turn lasts.
  mutating func keep(_ snapshot: Snapshot) {
    keep(snapshot, at: position)
    distanceFromSnapshot = 0
  }

  mutating func keep(_ snapshot: Snapshot, at node: Int) {
    checkpoints.keep(snapshot, at: node, distance: distances[node])
  }

  /// Notes which properties the position's command broke.
  mutating func note(broken properties: [Name]) {
    if !properties.isEmpty { broken[position] = properties }
  }

  /// The properties that the commands up to the position broke, in order; linear in the path when there are any.
  var brokenProperties: [Name] {
    guard !broken.isEmpty else { return [] }
    return path(to: position).flatMap { broken[$0] ?? [] }
  }

  /// Forgets every snapshot but this of the start.
  mutating func begin(at start: Snapshot) { checkpoints = Checkpoints(start: start) }

  mutating func keep(_ look: Look) {
    kept[position, default: []].append(look)
  }

  /// - Precondition: The node's snapshot is kept.
  mutating func move(to node: Int) {
    position = node
    distanceFromSnapshot = 0
  }

  mutating func nameBranch(_ name: String) {
    branches[current].name = name
  }

  mutating func `switch`(to index: Int) {
    current = index
    move(to: branches[index].tip)
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

/// The texts of a session's commands, back to back in one buffer: a million of them take tens of megabytes.
struct CommandLog: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  var count: Int { ends.count }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    ends.append(bytes.count)
  }

  subscript(index: Int) -> String {
    String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }
}

/// Up to where a case is in a file.
struct SavedPath: Hashable, Sendable {
  /// The node in which it stood.
  var node: Int
  /// How many looks its path kept.
  var keptCount: Int
}

extension CaseRun {
  mutating func countAsSaved() {
    saved = SavedPath(node: tree.position, keptCount: tree.keptCount)
  }

  /// How many commands lead to where it stands, if no file holds them all; what was undone is no work to be kept.
  var unsavedCount: Int {
    guard tree.depth > 0 else { return 0 }
    guard let saved else { return tree.depth }
    if saved.node == tree.position { return saved.keptCount >= tree.keptCount ? 0 : tree.depth }
    let isBehind = tree.depth(of: saved.node) > tree.depth && tree.path(to: saved.node).contains(tree.position)
    return isBehind ? 0 : tree.depth
  }
}
