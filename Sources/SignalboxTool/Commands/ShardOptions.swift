import ArgumentParser
import Traces
import Transcripts

/// Which part of a suite is run here.
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only part I of N; the parts together are everything (also by TEST_SHARD_INDEX and TEST_TOTAL_SHARDS).",
      valueName: "i/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp(
      "Balance the parts by the times in this file of '--write-timings', not by their commands.", valueName: "file"))
  var timings: String?

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "'--shard \(shard)' names no part; write I/N, such as 1/4, with N at most \(Shard.mostCount)")
    }
  }

  /// The part; nil for everything.
  func part() throws -> Shard? {
    if let shard { return Shard(shard) }
    return try Shard.ofEnvironment()
  }

  /// Leaves the cases of a part.
  ///
  /// - Parameter survey: Of these transcripts.
  func narrow(_ named: inout NamedTranscripts, _ survey: inout SuiteSurvey, to part: Shard) throws {
    let weights = CaseWeights(try timings.map { try CaseTimings(reading: $0) })
    let places = survey.files.enumerated().flatMap { entry, file in
      (0..<(file?.cases.count ?? 1)).map { (entry: entry, place: $0) }
    }
    let all = places.map { entry, place in
      survey.files[entry].map { weights.weight(of: $0.cases[place], in: $0.path) } ?? 1
    }
    let own = part.places(of: all)
    var offsets: [Int] = []
    var next = 0
    for file in survey.files {
      offsets.append(next)
      next += file?.cases.count ?? 1
    }
    named.narrow(to: &survey) { entry, place in own.contains(offsets[entry] + place) }
  }
}
