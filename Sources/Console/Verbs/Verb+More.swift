extension Verb {
  static let more = Verb(
    "more", .session,
    summary: "show the last answer whole, where lines of it were folded",
    explanation:
      "What repeats itself in an answer, in 'trace' and in 'blame' is folded at the prompt; a file or a pipe has all of it. "
      + "'settings fold off' ends that.",
    action: .look { (session, arguments) throws(Mistake) in
      try arguments.end()
      let lines = session.lastAnswer.lines
      return lines.isEmpty ? ["there is no answer yet"] : lines
    })
}
