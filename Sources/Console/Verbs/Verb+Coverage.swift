import Exploration

extension Verb {
  static let coverage = Verb(
    "coverage", .look, summary: "show what of the machine the case has covered, and what not",
    explanation:
      "States, transitions, refusals, outcomes of services, timers and alerts are counted, on the way from the start of "
      + "the case to the current state. 'signalbox coverage' counts what transcripts take.",
    action: .look { (session, arguments) throws(Mistake) in
      try arguments.end()
      let machine = try session.openScene().machine
      var coverage = Coverage(of: machine)
      try session.measureWatched(into: &coverage)
      return CoverageText([CoverageRow(machine, coverage)]).lines
    })
}
