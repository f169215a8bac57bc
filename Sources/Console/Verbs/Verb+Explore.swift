import Traces

extension Verb {
  static let explore = Verb(
    "explore", .search, [Parameter("N", .count, isOptional: true)],
    summary: "search everything that can be done, up to N commands from here",
    explanation:
      "Tries every control with the samples that are declared, lets time pass, and lets commands come between; what breaks is "
      + "shown with a shortest script from here. The last line shows how far the search was complete. 'signalbox explore' searches "
      + "from the beginning, with more to choose.",
    action: .perform { (session, arguments) throws(Mistake) in
      let depth = try arguments.count()
      try arguments.end()
      return .talk(try session.explored(depth: depth))
    })
}
