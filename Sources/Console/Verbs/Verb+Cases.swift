extension Verb {
  static let cases = Verb(
    "cases", .travel, summary: "list the cases of this session",
    explanation:
      "'open' and 'case' begin a new one and keep the one before; 'switch #2' returns to it. The one that is driven now is "
      + "marked with '*'; each stands with its title, machine, number of commands and the last one, and with whether a file "
      + "holds them.",
    action: .look { (session, _) throws(Mistake) in
      _ = try session.openRun()
      return session.caseLines
    })
}
