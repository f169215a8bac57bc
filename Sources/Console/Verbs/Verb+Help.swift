extension Verb {
  static let help = Verb(
    "help", .session, [Parameter("NAME", .topic, isOptional: true)],
    summary: "explain the console, a verb, or a name of the open machine",
    explanation:
      "NAME is a verb, a field, command or service of the open machine, or a named value such as $right. 'help tour' shows the console in eight steps.",
    action: .performOrLook(
      { (session, arguments) throws(Mistake) in
        let topic = try arguments.word("a topic")
        try arguments.end()
        if topic.text.hasBytes(of: HelpText.tour) { return try session.beginTour() }
        return .talk(try HelpText(session).lines(about: topic))
      }, alone: { (session, _) throws(Mistake) in HelpText.overview(width: session.options.textWidth) }))
}
