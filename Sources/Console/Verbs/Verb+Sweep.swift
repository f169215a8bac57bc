extension Verb {
  static let sweep = Verb(
    "sweep", .search,
    summary: "run the case again with faults, at edges of time and in other orders",
    explanation:
      "Each request of the case fails, errs, is not answered, is answered late or twice; where time passed, the case goes on just "
      + "before and after what came due; requests that were open at once are answered in every order. '=' is what was recorded, "
      + "'-' cannot be, and a red cell has the numbers of what it breaks. 'signalbox sweep' does the same to transcripts.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.swept())
    })
}
