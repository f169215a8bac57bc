import Files

/// The files of a suite, looked at again and again: those that arguments name, and those that they use.
struct WatchedSuite {
  private let arguments: [String]
  private let used: [String]
  private var stamps: [String: FileStamp]

  /// How often is looked, in milliseconds.
  private static let interval = 300

  /// - Parameter jobs: How many files are read at the same time.
  init(_ arguments: [String], jobs: Int) {
    self.arguments = arguments
    let named = NamedTranscripts(arguments)
    let survey = SuiteSurvey(named, CaseSelection(), awaitsOutput: false, jobs: jobs)
    used = survey.files.compactMap(\.self).flatMap(\.used)
    stamps = Self.stamps(of: named, used)
  }

  var count: Int { stamps.count }

  /// Waits until a file changed, came or went, and nothing changes any more.
  mutating func waitForChange() {
    let seen = stamps
    while true {
      sleep(milliseconds: Self.interval)
      let last = stamps
      stamps = Self.stamps(of: NamedTranscripts(arguments), used)
      if stamps != seen, stamps == last { return }
    }
  }

  private static func stamps(of named: NamedTranscripts, _ used: [String]) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for entry in named.entries {
      if case .transcript(let transcript) = entry { stamps[transcript.path] = FileStamp(transcript.path) }
    }
    for path in used { stamps[path] = FileStamp(path) }
    return stamps
  }
}
