extension Verb {
  static let quit = Verb(
    "quit", .session, summary: "leave",
    explanation: "Ctrl-D at an empty prompt does the same. A recording holds every command already.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return session.quit()
    })
}
