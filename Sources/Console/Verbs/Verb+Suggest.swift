import Traces

extension Verb {
  static let suggest = Verb(
    "suggest", .search,
    summary: "list what can be done now, and what it leads to",
    explanation:
      "Each command that a control, a sample or time offers, with the regions that it moves. What breaks a property comes first, then "
      + "what moves a region.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.suggestions())
    })
}
