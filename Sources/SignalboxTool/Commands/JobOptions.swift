import ArgumentParser
import Files

/// How many threads share the work.
struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this many threads; the output stays the same (default: one for each processor).",
      valueName: "n"))
  var jobs: Int?

  static let mostJobs = 16

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("'--jobs' takes a number from 1 to \(Self.mostJobs)")
    }
  }

  var count: Int { jobs ?? processorCount }
}
