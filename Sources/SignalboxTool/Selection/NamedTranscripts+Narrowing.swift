import Transcripts

extension NamedTranscripts {
  /// Leaves the cases of a part. A file that cannot be read counts as one case.
  ///
  /// - Parameter survey: Of these transcripts.
  mutating func narrow(to part: Shard, by survey: SuiteSurvey) {
    var kept: [Entry] = []
    var place = 0
    for (entry, file) in zip(entries, survey.files) {
      guard let file, case .transcript(var named) = entry else {
        if part.holds(place) { kept.append(entry) }
        place += 1
        continue
      }
      let own = file.cases.indices.filter { part.holds(place + $0) }
      place += file.cases.count
      guard !own.isEmpty else {
        leftOut.add(0, of: file.namedCount)
        continue
      }
      named.caseLines = Set(own.map { file.cases[$0].line })
      kept.append(.transcript(named))
    }
    entries = kept
  }
}
