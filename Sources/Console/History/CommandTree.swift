import Statecharts

/// The driving commands of a case as a tree, with the current position.
///
/// A node is the state after a command; node 0 is the start. States without a snapshot are recomputed.
struct CommandTree: Sendable {
  /// Node n's command has index n - 1.
  private var log = CommandLog()
  private var parents: [Int32] = [0]
  private var depths: [Int32] = [0]
  /// Commands and turns from the start to each node.
  private var distances = [0]
  private(set) var checkpoints: Checkpoints
  /// Commands and turns since the last snapshot on the path.
  private var distanceFromSnapshot = 0
  /// The kept queries after each node; never iterated, because the order is not deterministic.
  private var kept: [Int: [Look]] = [:]
  /// By node; never iterated.
  private var broken: [Int: [Name]] = [:]

  private(set) var position = 0
  private(set) var branches = [Branch(number: 1, tip: 0)]
  private(set) var current = 0

  init(start: Snapshot) {
    checkpoints = Checkpoints(start: start)
  }

  var depth: Int { Int(depths[position]) }
  var branch: Branch { branches[current] }
  var turnCount: Int { distances[position] - depth }
  var undoneCount: Int { Int(depths[branch.tip]) - depth }

  var isEmpty: Bool { parents.count == 1 && kept.isEmpty }

  func depth(of node: Int) -> Int { Int(depths[node]) }
  func command(of node: Int) -> String { log[node - 1] }
  /// On all branches, newest first.
  func latestCommands(_ count: Int) -> [String] { (max(0, log.count - count)..<log.count).reversed().map { log[$0] } }
  func keptLooks(at node: Int) -> [Look] { kept[node] ?? [] }

  /// The kept queries on the path; linear in the path if there are any.
  var keptCount: Int {
    guard !kept.isEmpty else { return 0 }
    return ([0] + path(to: position)).reduce(0) { $0 + keptLooks(at: $1).count }
  }

  /// The nodes deeper than `depth`, up to `node`.
  func path(to node: Int, after depth: Int = 0) -> [Int] {
    var nodes: [Int] = []
    var node = node
    while self.depth(of: node) > depth {
      nodes.append(node)
      node = Int(parents[node])
    }
    return nodes.reversed()
  }

  /// The node at that depth of the path, or of the current branch after the position.
  func node(atDepth depth: Int) -> Int { ancestor(of: depth > self.depth ? branch.tip : position, atDepth: depth) }

  /// The ancestor at that depth; the node itself if it is not deeper.
  func ancestor(of node: Int, atDepth depth: Int) -> Int {
    var node = node
    while self.depth(of: node) > depth { node = Int(parents[node]) }
    return node
  }

  /// The last common node.
  func fork(of a: Int, _ b: Int) -> Int {
    let depth = min(self.depth(of: a), self.depth(of: b))
    var (a, b) = (ancestor(of: a, atDepth: depth), ancestor(of: b, atDepth: depth))
    while a != b { (a, b) = (Int(parents[a]), Int(parents[b])) }
    return a
  }

  var otherBranches: [Branch] { branches.indices.filter { $0 != current }.map { branches[$0] } }

  func branchIndex(named name: String) -> Int? {
    branches.firstIndex { branch in
      Name(name) == String(branch.number) || branch.name.map { Name($0) == name } ?? false
    }
  }

  var start: Snapshot { checkpoints.start }

  /// The nearest snapshot, and the nodes to rerun from there.
  func pathFromCheckpoint(to node: Int) -> (nodes: [Int], snapshot: Snapshot) {
    var nodes: [Int] = []
    var node = node
    while true {
      if let snapshot = checkpoints[node] { return (nodes.reversed(), snapshot) }
      nodes.append(node)
      node = Int(parents[node])
    }
  }

  /// Adds a command after the position and moves there.
  ///
  /// - Returns: The branch that was left, if commands were undone.
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

  /// A snapshot forces the next command to copy it, so there are few.
  var isFarFromSnapshot: Bool { distanceFromSnapshot >= Checkpoints.spacing }

  mutating func keep(_ snapshot: Snapshot) {
    keep(snapshot, at: position)
    distanceFromSnapshot = 0
  }

  mutating func keep(_ snapshot: Snapshot, at node: Int) {
    checkpoints.keep(snapshot, at: node, distance: distances[node])
  }

  mutating func note(broken properties: [Name]) {
    if !properties.isEmpty { broken[position] = properties }
  }

  /// The properties broken on the path; linear in the path if there are any.
  var brokenProperties: [Name] {
    guard !broken.isEmpty else { return [] }
    return path(to: position).flatMap { broken[$0] ?? [] }
  }

  mutating func begin(at start: Snapshot) { checkpoints = Checkpoints(start: start) }

  mutating func keep(_ look: Look) {
    kept[position, default: []].append(look)
  }

  /// - Parameter branch: By default, the current one.
  /// - Precondition: The node's snapshot is kept.
  mutating func move(to node: Int, on branch: Int? = nil) {
    current = branch ?? current
    position = node
    distanceFromSnapshot = 0
  }

  mutating func nameBranch(_ name: String) {
    branches[current].name = name
  }

  var nodeCount: Int { parents.count }

  /// A branch with the node, preferably the current one.
  func branch(with node: Int) -> Int? {
    ([current] + branches.indices).first { ancestor(of: branches[$0].tip, atDepth: depth(of: node)) == node }
  }
}

/// A path through a case's commands.
struct Branch: Hashable, Sendable {
  let number: Int
  var name: String?
  var tip: Int

  var title: String { name ?? String(number) }
}

/// Texts in one buffer, so that a million commands take only tens of megabytes.
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

/// How much of a case a file contains.
struct SavedPath: Hashable, Sendable {
  var node: Int
  var keptCount: Int
}

extension CaseRun {
  mutating func countAsSaved() {
    saved = SavedPath(node: tree.position, keptCount: tree.keptCount)
  }

  /// The commands on the path, or 0 if a file contains them. Undone commands do not count.
  var unsavedCount: Int {
    guard tree.depth > 0 else { return 0 }
    guard let saved else { return tree.depth }
    if saved.node == tree.position { return saved.keptCount >= tree.keptCount ? 0 : tree.depth }
    let isBehind = tree.depth(of: saved.node) > tree.depth && tree.path(to: saved.node).contains(tree.position)
    return isBehind ? 0 : tree.depth
  }
}
