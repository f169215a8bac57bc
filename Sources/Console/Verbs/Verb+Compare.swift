import Traces

extension Verb {
  static let compare = Verb(
    "compare", .search, [Parameter("VARIANT", .otherVariant), Parameter("N", .count, isOptional: true)],
    summary: "search for what another variant does differently, up to N commands from here",
    explanation:
      "VARIANT is a variant of the open machine, such as 'fixed' or 'login@fixed'. It is opened and given the commands that led "
      + "here, as far as it has them; then both are driven side by side with everything that either can take, and each difference "
      + "is shown with a shortest script from here. The last line shows how far the search was complete. 'signalbox compare' "
      + "searches from the beginning, with more to choose.",
    action: .perform { (session, arguments) throws(Mistake) in
      let variant = try arguments.word("a variant")
      let depth = try arguments.count()
      try arguments.end()
      return .talk(try session.compared(with: variant, depth: depth))
    })
}
