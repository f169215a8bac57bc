import Traces

extension Verb {
  static let branches = Verb(
    "branches", .travel, summary: "list the paths through this case",
    explanation:
      "The current one is marked with '*'; each is listed with its number of commands and its last command.",
    action: .look { (session, _) throws(Mistake) in
      let tree = try session.openRun().tree
      return TextTable(
        tree.branches.enumerated().map { index, branch in
          let depth = tree.depth(of: branch.tip)
          let mark = index == tree.current ? "*" : " "
          let last = depth == 0 ? "" : tree.command(of: branch.tip).truncated(toWidth: 40)
          return ["\(mark) \(branch.number)", branch.name ?? "", depth.counted("command"), last]
        }
      ).lines
    })
}
