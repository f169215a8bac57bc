import Traces

extension Session {
  mutating func undo(_ count: Int?, column: Int) throws(Mistake) -> Reply {
    let depth = try openRun().tree.depth
    guard depth > 0 else { throw Mistake(.nothingToUndo) }
    let count = count ?? 1
    guard count <= depth else { throw Mistake(.tooFewToUndo(depth), column: column) }
    let undone = run?.tree.command(of: run?.tree.position ?? 0) ?? ""
    try move(toDepth: depth - count, pace)
    var reply = Reply.talk(count == 1 ? "undone: \(undone.truncated(toWidth: 60))" : "\(count) commands undone")
    if let entries = recordedEntryCount { reply.effects = [.truncate(entries: entries)] }
    return reply
  }

  mutating func redo(_ count: Int?, column: Int) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    guard tree.undoneCount > 0 else { throw Mistake(.nothingToRedo) }
    let count = count ?? 1
    guard count <= tree.undoneCount else { throw Mistake(.tooFewToRedo(tree.undoneCount), column: column) }
    try move(toDepth: tree.depth + count, pace)
    let redone = run.map { $0.tree.command(of: $0.tree.position) } ?? ""
    var reply = Reply.talk(count == 1 ? "redone: \(redone.truncated(toWidth: 60))" : "\(count) commands redone")
    if recording != nil, let run {
      reply.effects = try CaseEntries(run).commands(after: tree.depth, pace).map(FileEffect.append)
    }
    return reply
  }

  mutating func nameBranch(_ name: Word) throws(Mistake) -> Reply {
    let tree = try openRun().tree
    let isTaken = tree.branches.enumerated().contains { index, branch in
      index != tree.current && branch.title.hasSameBytes(as: name.text)
    }
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
    try run?.switch(to: index, pace)
    let depth = (run?.tree.depth ?? 0).counted("command")
    var reply = Reply.talk("on branch \(branches[index].title.escapedForDisplay), after \(depth)")
    if recording != nil { reply.effects = [.replaceRecording(try recordedEntries(pace))] }
    return reply
  }

  private mutating func move(toDepth depth: Int, _ pace: Pace<Mistake>) throws(Mistake) {
    guard let node = run?.tree.node(atDepth: depth) else { return }
    try run?.move(to: node, pace)
  }

  /// How commands run again for a verb: as long as the watch lets them.
  var pace: Pace<Mistake> { Pace(watchedBy: watch) }
}
