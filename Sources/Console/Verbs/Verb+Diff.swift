import Traces

extension Verb {
  static let diff = Verb(
    "diff", .travel, [Parameter("BRANCH", .otherBranch)],
    summary: "tell in what another path differs, causes first",
    explanation:
      "BRANCH is a name or number, as 'branches' lists them. The way to where the session stands is a, the whole other path b. "
      + "What both begin with is not compared, and steps are counted from there. At most five causes are told, gravest "
      + "first. 'signalbox diff' compares transcripts and traces.",
    action: .perform { (session, arguments) throws(Mistake) in
      return .talk(try session.differences(from: try arguments.branch()))
    })
}
