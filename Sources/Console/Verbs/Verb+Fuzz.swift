extension Verb {
  static let fuzz = Verb(
    "fuzz", .search, [Parameter("SEED", .count, isOptional: true)],
    summary: "walk at random from here, and show what breaks",
    explanation:
      "20 walks of up to 100 commands make what 'explore' tries, and also let less time pass than until something is due. A script that "
      + "breaks something is shrunk until no command can be left out. SEED chooses the walks: one seed gives one answer. 'signalbox fuzz' "
      + "walks from the beginning, with more to choose.",
    action: .perform { (session, arguments) throws(Mistake) in
      let seed = try arguments.count() ?? 0
      try arguments.end()
      return .talk(try session.fuzzed(seed: UInt64(seed)))
    })
}
