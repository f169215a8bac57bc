import Statecharts
import Traces
import ViewModels

/// One case: a machine from its opening to where it stands now.
struct CaseRun: Sendable {
  /// The title until 'case' gives one.
  static let defaultTitle = "untitled"

  let machine: Machine
  let seed: UInt64?
  var title: String
  /// What the machine did by itself when it was opened.
  let opening: [Turn]
  private(set) var snapshot: Snapshot
  private(set) var tree: CommandTree
  private(set) var names: NamedValues
  /// Values that a transcript names, and secrets that were typed.
  private(set) var givenNames: [NamedValues.Entry]
  private let firstControls: [ControlState]

  init(_ machine: Machine, seed: UInt64?, title: String, givenNames: [NamedValues.Entry] = []) {
    self.machine = machine
    self.seed = seed
    self.title = title
    self.givenNames = givenNames
    let opened = machine.open(seed: seed ?? 0)
    (snapshot, opening) = opened
    tree = CommandTree(start: opened.snapshot)
    names = NamedValues(machine.sampleEntries + givenNames)
    firstControls = machine.screen(of: opened.snapshot).controls
  }

  var scene: Scene { scene(at: snapshot) }

  func scene(at snapshot: Snapshot) -> Scene {
    Scene(machine: machine, snapshot: snapshot, names: names, firstControls: firstControls)
  }

  // MARK: Driving

  /// Runs a command and stands after it.
  ///
  /// - Returns: The output as a transcript holds it, and the branch that was left if the command opened one.
  mutating func drive(_ act: Act) -> (lines: [String], left: Branch?) {
    learn(act.typed)
    let start = snapshot.time
    let turns = machine.run(act.move, from: &snapshot, seed: seed)
    let left = tree.append(act.text)
    tree.keep(snapshot)
    return (lines(of: turns, since: start), left)
  }

  mutating func learn(_ entries: [NamedValues.Entry]) {
    guard !entries.isEmpty else { return }
    givenNames += entries
    names = NamedValues(machine.sampleEntries + givenNames)
  }

  func lines(of turns: [Turn], since start: Int) -> [String] {
    OutputPrinter(names: names).output(of: turns, since: start).lines.map(\.description)
  }

  var openingLines: [String] { lines(of: opening, since: 0) }

  // MARK: Time travel

  mutating func move(to node: Int) {
    snapshot = snapshot(at: node)
    tree.move(to: node)
  }

  mutating func `switch`(to index: Int) {
    snapshot = snapshot(at: tree.branches[index].tip)
    tree.switch(to: index)
  }

  mutating func nameBranch(_ name: String) { tree.nameBranch(name) }
  mutating func keep(_ look: Look) { tree.keep(look) }

  /// The state after a node's command; at most 63 commands run again.
  private func snapshot(at node: Int) -> Snapshot {
    var (ancestor, snapshot) = tree.nearestSnapshot(to: node)
    for node in tree.path(to: node, after: tree.depth(of: ancestor)) {
      ancestor = node
      _ = step(tree.command(of: node), from: &snapshot)
    }
    return snapshot
  }

  /// Runs the commands after a depth up to the position again, and hands each with its turns to `visit`.
  func replay(after depth: Int = 0, _ visit: (ReplayedCommand) -> Void) {
    var node = tree.node(atDepth: min(depth, tree.depth))
    var snapshot = snapshot(at: node)
    for next in tree.path(to: tree.position, after: tree.depth(of: node)) {
      node = next
      let (start, command) = (snapshot.time, tree.command(of: node))
      let turns = step(command, from: &snapshot)
      visit(ReplayedCommand(node: node, text: command, start: start, turns: turns))
    }
  }

  private func step(_ command: String, from snapshot: inout Snapshot) -> [Turn] {
    machine.run(move(of: command, at: snapshot), from: &snapshot, seed: seed)
  }

  /// Reads a command that ran before from this very state.
  private func move(of command: String, at snapshot: Snapshot) -> Act.Move {
    do throws(Mistake) {
      return try CommandReading.act(command, source: .file, scene: scene(at: snapshot)).move
    } catch {
      preconditionFailure("a command that ran cannot be read again: \(error.sentence)")
    }
  }
}

/// A command of the history that ran again.
struct ReplayedCommand {
  var node: Int
  var text: String
  /// Virtual milliseconds when it began.
  var start: Int
  var turns: [Turn]
}

extension Machine {
  func run(_ move: Act.Move, from snapshot: inout Snapshot, seed: UInt64?) -> [Turn] {
    switch move {
    case .step(let stimulus, let isHeld): return step(&snapshot, stimulus, isHeld: isHeld)
    case .restart:
      let opened = open(seed: seed ?? 0)
      snapshot = opened.snapshot
      return opened.turns
    }
  }

  /// The samples as names, those of secrets by what they hide.
  var sampleEntries: [NamedValues.Entry] {
    samples.map { sample in
      var value = sample.value
      while case .secret(let hidden) = value { value = hidden }
      return NamedValues.Entry(sample.name, of: sample.owner, value)
    }
  }
}
