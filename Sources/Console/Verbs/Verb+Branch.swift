import Traces

extension Verb {
  static let branch = Verb(
    "branch", .travel, [Parameter("NAME", .newBranch)],
    summary: "name the current path",
    explanation: "Paths have numbers until they are named; 'branches' lists them, 'switch' goes to one.",
    action: .perform { (session, arguments) throws(Mistake) in
      var name = try arguments.rest("a name")
      name.text = name.text.escaped
      return try session.nameBranch(name)
    })
}
