import Traces

extension Verb {
  static let compare = Verb(
    "compare", .search, [Parameter("VARIANT", .otherVariant), Parameter("N", .count, isOptional: true)],
    summary: "search what another variant does differently from here, N commands far",
    explanation:
      "VARIANT is a variant of the open machine, such as 'fixed' or 'login@fixed'. It is opened and given the commands that led "
      + "here, as far as it has them; then both are driven side by side with everything that either can take, and each difference "
      + "is told with a shortest script from here. The last line says how far everything was seen. 'signalbox compare' "
      + "searches from the beginning, with more to choose.",
    action: .perform { (session, arguments) throws(Mistake) in
      let variant = try arguments.word("a variant")
      let depth = try arguments.count()
      try arguments.end()
      return .talk(try session.compared(with: variant, depth: depth))
    })
}
