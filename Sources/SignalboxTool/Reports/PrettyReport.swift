import Transcripts

/// Tells what did not hold, for people.
struct PrettyReport {
  let outcome: RunOutcome

  init(_ outcome: RunOutcome) { self.outcome = outcome }

  var lines: [String] { outcome.failures.groupedLines }
}
