import Traces

extension Verb {
  static let `switch` = Verb(
    "switch", .travel, [Parameter("NAME", .branch)],
    summary: "go to the end of another path, or to another case",
    explanation:
      "NAME is a branch's name or number, as 'branches' lists them; a recording follows: it holds the new path from then on. "
      + "Or it is '#' and a case's number, as 'cases' lists them, or its title: the case goes on where it was left, and a "
      + "recording of another one ends.",
    action: .perform { (session, arguments) throws(Mistake) in
      return try session.switchBranch(try arguments.branch())
    })
}
