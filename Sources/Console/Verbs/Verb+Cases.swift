extension Verb {
  static let cases = Verb(
    "cases", .travel, summary: "list the cases of this session",
    explanation:
      "'open' and 'case' begin a new one and keep the one before; 'switch #2' returns to it. The current one is "
      + "marked with '*'; each is listed with its title, machine, number of commands, last command, and whether a file "
      + "holds them.",
    action: .look { (session, _) throws(Mistake) in
      _ = try session.openRun()
      return session.caseLines
    })
}
