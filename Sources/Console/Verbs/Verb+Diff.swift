import Traces

extension Verb {
  static let diff = Verb(
    "diff", .travel, [Parameter("BRANCH", .otherBranch)],
    summary: "show how another path differs, causes first",
    explanation:
      "BRANCH is a name or number, as 'branches' lists them. The path to the current state is a, the whole other path b. "
      + "What both begin with is not compared, and steps are counted from there. At most five causes are shown, gravest "
      + "first. 'signalbox diff' compares transcripts and traces.",
    action: .perform { (session, arguments) throws(Mistake) in
      return .talk(try session.differences(from: try arguments.branch()))
    })
}
