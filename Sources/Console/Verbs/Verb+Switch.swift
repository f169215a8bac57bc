import Traces

extension Verb {
  static let `switch` = Verb(
    "switch", .travel, [Parameter("NAME", .branch)],
    summary: "go to the end of another path",
    explanation:
      "NAME is a branch's name or number, as 'branches' lists them. A recording follows: it holds the new path "
      + "from then on.",
    action: .perform { (session, arguments) throws(Mistake) in
      var name = try arguments.rest("a branch")
      name.text = name.text.escaped
      return try session.switchBranch(name)
    })
}
