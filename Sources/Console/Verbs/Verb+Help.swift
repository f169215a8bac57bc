extension Verb {
  static let help = Verb(
    "help", .session, [Parameter("NAME", .topic, isOptional: true)],
    summary: "explain the console, a verb, or a name of the open machine",
    explanation: "NAME is a verb, a field, command or service of the open machine, or a named value such as $right.",
    action: .look { (session, arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return HelpText.overview }
      let topic = try arguments.word("a topic")
      try arguments.end()
      return try HelpText(session).lines(about: topic)
    })
}
