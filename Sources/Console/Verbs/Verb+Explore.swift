import Traces

extension Verb {
  static let explore = Verb(
    "explore", .search,
    [
      Parameter("N", .count, isOptional: true), Parameter("OPTION…", .options(SearchOption.allCases), isOptional: true),
    ],
    summary: "search everything that can be done, up to N commands from here",
    explanation:
      "Tries every control with the samples that are declared, lets time pass, and lets commands come between; what breaks is "
      + "shown with a shortest script from here. The last line shows how far the search was complete. It takes options of 'signalbox "
      + "explore', which searches from the beginning and keeps what it finds.",
    action: .perform { (session, arguments) throws(Mistake) in
      let depth = try arguments.leadingCount()
      return .talk(try session.explored(depth: depth, try arguments.searchRequest(of: arguments.verb.options)))
    })
}
