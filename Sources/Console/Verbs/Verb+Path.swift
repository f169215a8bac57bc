import Exploration
import Traces

extension Verb {
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
