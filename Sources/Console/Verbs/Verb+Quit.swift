extension Verb {
  static let quit = Verb(
    "quit", .session, summary: "leave",
    explanation:
      "Ctrl-D at an empty prompt does the same. A recording holds every command already; where something is in no file, a "
      + "terminal asks what becomes of it.",
    action: .perform { (_, arguments) throws(Mistake) in
      try arguments.end()
      return Reply(effects: [.quit])
    })
}
