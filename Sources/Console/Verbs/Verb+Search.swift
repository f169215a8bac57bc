import Exploration
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

  static let sweep = Verb(
    "sweep", .search,
    summary: "run the case again with faults, at edges of time and in other orders",
    explanation:
      "Each request of the case fails, errs, is not answered, is answered late or twice; where time passed, the case goes on just "
      + "before and after what came due; requests that were open at once are answered in every order. '=' is what was recorded, "
      + "'-' cannot be, and a red cell has the numbers of what it breaks. 'signalbox sweep' does the same to transcripts.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.swept())
    })

  static let path = Verb(
    "path", .search, [Parameter("EXPRESSION|STATE|tap CONTROL|TRANSITION|uncovered", .expression)],
    summary: "show the shortest script from here to a state",
    explanation: targetExplanation + " 'goto' drives what 'path' shows.",
    action: .perform { (session, arguments) throws(Mistake) in
      switch try session.way(to: try arguments.target(session)) {
      case .found(let commands, let transition):
        .talk(
          commands.isEmpty
            ? ["this is the case already"]
            : commands + (transition.map { ["# transition \($0.title.escapedForDisplay)"] } ?? []))
      case .none(let text): .talk(text)
      }
    })

  static let targetExplanation =
    "It takes an expression ('help expressions' lists what can be written), which may be the name of a state, 'tap CONTROL "
    + "[VALUE]', which should become possible, a transition as 'coverage' names it, or 'uncovered' for the nearest transition that the "
    + "case has not taken. Controls are used with the samples that are declared."

  static let goto = Verb(
    "goto", .search, [Parameter("EXPRESSION|STATE|tap CONTROL|TRANSITION|uncovered", .expression)],
    summary: "drive the shortest script from here to a state",
    explanation: targetExplanation + " The commands are echoed, recorded and undone like typed ones.",
    action: .perform { (session, arguments) throws(Mistake) in
      guard arguments.source == .typed else {
        throw Mistake(
          column: 1, sentence: "'goto' is for the prompt; a file has the commands that it drives, which 'path' tells",
          code: "E1005")
      }
      switch try session.way(to: try arguments.target(session)) {
      case .found(let commands, _):
        return commands.isEmpty ? .talk("this is the case already") : Reply(effects: [.drive(commands)])
      case .none(let text): return .talk(text)
      }
    })

  static let suggest = Verb(
    "suggest", .search,
    summary: "list what can be done now, and what it leads to",
    explanation:
      "Each command that a control, a sample or time offers, with the regions that it moves. What breaks a property comes first, then "
      + "what moves a region.",
    action: .perform { (session, arguments) throws(Mistake) in
      try arguments.end()
      return .talk(try session.suggestions())
    })

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

extension ArgumentReader {
  /// Reads what is left of the line as the target of a search.
  mutating func target(_ session: Session) throws(Mistake) -> SearchTarget {
    let scene = try scene()
    return try reading("a target") { (text) throws(Mistake) in
      try SearchTarget(text, of: scene) { () throws(Mistake) in try session.untakenTransitions() }
    }
  }
}
