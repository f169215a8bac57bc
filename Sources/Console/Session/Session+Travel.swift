import Statecharts
import Traces

extension Session {
  mutating func undo(_ count: Int?, column: Int) throws(Mistake) -> Reply {
    let depth = try openRun().tree.depth
    guard depth > 0 else { throw Mistake(.nothingToUndo) }
    let count = count ?? 1
    guard count <= depth else { throw Mistake(.tooFewToUndo(depth), column: column) }
    let undone = run?.tree.command(of: run?.tree.position ?? 0) ?? ""
    let effects = try travel(toDepth: depth - count)
    let text = count == 1 ? "undone: \(undone.truncated(toWidth: 60))" : "\(count) commands undone"
    return Reply(lines: [.talk(text)], effects: effects)
  }

  /// Undoes up to and including the last command with this beginning.
  mutating func undo(through beginning: String, column: Int) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    let path = tree.path(to: tree.position)
    guard let index = path.lastIndex(where: { tree.command(of: $0).begins(with: beginning) }) else {
      throw Mistake(
        column: column, sentence: "no command on this path begins like this; 'trace' lists them", code: "E1082")
    }
    return try undo(path.count - index, column: column)
  }

  mutating func redo(_ count: Int?, column: Int) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    guard tree.undoneCount > 0 else { throw Mistake(.nothingToRedo) }
    let count = count ?? 1
    guard count <= tree.undoneCount else { throw Mistake(.tooFewToRedo(tree.undoneCount), column: column) }
    let effects = try travel(toDepth: tree.depth + count)
    let redone = run.map { $0.tree.command(of: $0.tree.position) } ?? ""
    let text = count == 1 ? "redone: \(redone.truncated(toWidth: 60))" : "\(count) commands redone"
    return Reply(lines: [.talk(text)], effects: effects)
  }

  // MARK: Jumps

  /// Also moves to undone commands.
  mutating func jump(to depth: Int, column: Int) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    let end = tree.depth + tree.undoneCount
    guard depth <= end else { throw Mistake(.tooFarToJump(end), column: column) }
    return try jump(to: depth)
  }

  /// Goes to the first or last command after which the expression holds.
  mutating func jump(to occurrence: Occurrence, of expression: StateExpression) throws(Mistake) -> Reply {
    guard let depth = try depth(of: occurrence, expression) else {
      return .talk("this never holds on this branch: \(expression.text.escapedForDisplay)")
    }
    return try jump(to: depth)
  }

  private mutating func jump(to depth: Int) throws(Mistake) -> Reply {
    let effects = try travel(toDepth: depth)
    guard depth > 0, let tree = run?.tree else { return Reply(lines: [.talk("at the start")], effects: effects) }
    let command = tree.command(of: tree.position).truncated(toWidth: 60)
    return Reply(lines: [.talk("after command \(depth): \(command)")], effects: effects)
  }

  enum Occurrence: Sendable {
    case first, last
  }

  private func depth(of occurrence: Occurrence, _ expression: StateExpression) throws(Mistake) -> Int? {
    let run = try openRun()
    let start = try run.standing(at: 0, pace).snapshot
    var found = expression.holds(of: start, run.machine) ? 0 : nil
    try run.replay(to: run.tree.branch.tip, pace) { (command, turns, snapshot) throws(Mistake) in
      guard turns == nil, occurrence == .last || found == nil else { return }
      if expression.holds(of: snapshot, run.machine) { found = run.tree.depth(of: command.node) }
    }
    return found
  }

  // MARK: Branches

  mutating func nameBranch(_ name: Word) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    let isTaken = tree.otherBranches.contains { Name($0.title) == name.text }
    guard !isTaken, Int(name.text) == nil, name.text.utf8.first != UInt8(ascii: "#") else {
      throw name.mistake(.notABranchName(name.text))
    }
    run?.nameBranch(name.text)
    return .talk("this path is now called \(name.text.escapedForDisplay)")
  }

  mutating func switchBranch(_ name: Word) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    let branches = tree.branches
    guard let index = tree.branchIndex(named: name.text) else {
      if let number = caseNumber(named: name.text) { return try switchCase(to: number) }
      let names = branches.map(\.title) + caseNames
      throw name.mistake(.unknown(.branch, name.text, nearest: name.nearest(among: names)))
    }
    let pace = pace
    try run?.move(to: branches[index].tip, on: index, pace)
    let depth = (run?.tree.depth ?? 0).counted("command")
    var reply = Reply.talk("on branch \(branches[index].title.escapedForDisplay), after \(depth)")
    if recording != nil { reply.effects = [.replaceRecording(try recordedEntries(pace))] }
    return reply
  }

  // MARK: Moving

  /// Returns the changes of the recording.
  private mutating func travel(toDepth depth: Int) throws(Mistake) -> [FileEffect] {
    let before = try openRun().tree.depth
    let pace = pace
    if let node = run?.tree.node(atDepth: depth) { try run?.move(to: node, pace) }
    guard recording != nil, let run else { return [] }
    if depth > before { return try CaseEntries(run: run).commands(after: before, pace).map(FileEffect.append) }
    return recordedEntryCount.map { [.truncate(entries: $0)] } ?? []
  }

  var pace: Pace<Mistake> { Pace(watchedBy: watch) }
}

extension String {
  /// Compares the command without a leading `hold`.
  fileprivate func begins(with beginning: String) -> Bool {
    let hold = "hold "
    if beginsWithBytes(of: beginning) { return true }
    return beginsWithBytes(of: hold) && String(dropFirst(hold.count)).beginsWithBytes(of: beginning)
  }
}
