import ArgumentParser
import Files

/// How many cases run at the same time.
struct JobOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run this many cases at the same time; the output stays the same (default: the processors).",
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
