import Differences
import Statecharts
import Traces

extension Session {
  /// Says in what another branch differs from the way to where the session stands, causes first.
  ///
  /// What both begin with is not run again but from the last snapshot before their fork.
  func differences(from name: Word) throws(Mistake) -> [String] {
    let run = try openRun()
    let other = try run.tree.otherBranch(named: name)
    let fork = run.tree.fork(of: run.tree.position, other.tip)
    let traces = Sides(
      a: try run.trace(from: fork, to: run.tree.position, pace), b: try run.trace(from: fork, to: other.tip, pace))
    let difference = TraceDifference(from: traces.a, to: traces.b)
    return DifferencePrinter(names: run.names)
      .causes(difference, below: run.tree.header(comparing: other, from: fork))
  }
}

extension CommandTree {
  fileprivate func otherBranch(named name: Word) throws(Mistake) -> Branch {
    guard branches.count > 1 else { throw Mistake(.onlyBranch) }
    guard let index = branchIndex(named: name.text) else {
      let nearest = name.nearest(among: otherBranches.map(\.title))
      throw name.mistake(.unknown(.branch, name.text, nearest: nearest))
    }
    guard index != current else { throw name.mistake(.presentBranch(name.text)) }
    return branches[index]
  }

  /// Which branches are compared, and with how many commands both begin.
  fileprivate func header(comparing other: Branch, from fork: Int) -> [String] {
    let titles = Sides(a: "branch \(branch.title), here", b: "branch \(other.title)").map(\.escapedForDisplay)
    let width = max(titles.a.displayWidth, titles.b.displayWidth)
    let counts = Sides(a: depth, b: depth(of: other.tip)).map { $0.counted("command") }
    let common = depth(of: fork)
    return [
      "- a  \(titles.a.padded(toWidth: width))  \(counts.a)",
      "+ b  \(titles.b.padded(toWidth: width))  \(counts.b)",
      common == 0
        ? "no command is common" : "\(common.counted("command")) in common, not compared; steps are counted from there",
    ]
  }
}

extension CaseRun {
  /// What happened after a node on the way to another; its header holds the state at the first.
  fileprivate func trace(from start: Int, to end: Int, _ pace: Pace<Mistake>) throws(Mistake) -> Trace {
    var snapshot = try standing(at: start, pace).snapshot
    var told = CaseTrace(machine, title: title, seed: seed, from: snapshot)
    var trace = Trace(header: told.header, turns: [Turn(time: snapshot.time, cause: .opening)])
    try replay(after: tree.depth(of: start), to: end, pace) { (_, turns, reached) throws(Mistake) in
      snapshot = reached
      if let turns { trace.turns += told.add(turns, reached) }
    }
    trace.end = told.end(at: snapshot.time, snapshot).end
    return trace
  }
}
