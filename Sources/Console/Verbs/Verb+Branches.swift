import Traces

extension Verb {
  static let branches = Verb(
    "branches", .travel, summary: "list the paths through this case",
    explanation:
      "The current one is marked with '*'; each is listed with its number of commands, its last command, and the command "
      + "after which it leaves the current one.",
    action: .look { (session, _) throws(Mistake) in
      let tree = try session.openRun().tree
      return TextTable(
        tree.branches.enumerated().map { index, branch in
          let depth = tree.depth(of: branch.tip)
          let mark = index == tree.current ? "*" : " "
          let last = depth == 0 ? "" : tree.command(of: branch.tip).truncated(toWidth: 40)
          let fork = index == tree.current ? "" : tree.forkTold(of: branch)
          return ["\(mark) \(branch.number)", branch.name ?? "", depth.counted("command"), last, fork]
        }
      ).lines
    })
}

extension CommandTree {
  /// Where a branch leaves the current one: the number of the last command of both.
  fileprivate func forkTold(of branch: Branch) -> String {
    let depth = depth(of: fork(of: branches[current].tip, branch.tip))
    return depth == 0 ? "forks at the start" : "forks after \(depth)"
  }
}
