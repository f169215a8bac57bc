import Transcripts

extension NamedTranscripts {
  /// Leaves the cases that `isTaken` takes, by the places of their entries and their own; what cannot be read is one case.
  ///
  /// - Parameter survey: Of these transcripts.
  mutating func narrow(to survey: inout SuiteSurvey, where isTaken: (_ entry: Int, _ place: Int) -> Bool) {
    var kept: [Entry] = []
    var files: [SuiteSurvey.File?] = []
    for (place, file) in survey.files.enumerated() {
      guard var file else {
        if isTaken(place, 0) {
          kept.append(entries[place])
          files.append(nil)
        }
        continue
      }
      let cases = file.cases.indices.filter { isTaken(place, $0) }.map { file.cases[$0] }
      guard !cases.isEmpty, case .transcript(var named) = entries[place] else {
        leftOut.add(0, of: file.namedCount)
        continue
      }
      named.caseLines = Set(cases.map(\.line))
      file.cases = cases
      kept.append(.transcript(named))
      files.append(file)
    }
    entries = kept
    survey.files = files
  }
}
