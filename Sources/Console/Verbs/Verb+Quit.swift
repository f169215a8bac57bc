extension Verb {
  static let quit = Verb(
    "quit", .session, summary: "leave",
    explanation:
      "Ctrl-D at an empty prompt does the same. A recording holds every command already; if something is in no file, the "
      + "console asks on a terminal what to do with it.",
    action: .perform { (_, arguments) throws(Mistake) in
      try arguments.end()
      return Reply(effects: [.quit])
    })
}
