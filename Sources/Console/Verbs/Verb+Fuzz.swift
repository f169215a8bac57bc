extension Verb {
  static let fuzz = Verb(
    "fuzz", .search,
    [
      Parameter("SEED", .count, isOptional: true),
      Parameter("OPTION…", .options(SearchOption.ofWalks), isOptional: true),
    ],
    summary: "walk at random from here, and show what breaks",
    explanation:
      "20 walks of up to 100 commands make what 'explore' tries, and also let less time pass than until something is due. A script that "
      + "breaks something is shrunk until no command can be left out. SEED chooses the walks: one seed gives one answer. It takes options of "
      + "'signalbox fuzz', which walks from the beginning and keeps what it finds.",
    action: .perform { (session, arguments) throws(Mistake) in
      let seed = UInt64(try arguments.leadingCount() ?? 0)
      return .talk(try session.fuzzed(seed: seed, try arguments.searchRequest(of: arguments.verb.options)))
    })
}
