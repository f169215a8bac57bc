import DiagramFiles
import Files
import Transcripts

/// The cases to select from; nothing runs.
struct SuiteSurvey {
  struct File: Sendable {
    var used: [String]
    /// The cases that meet all conditions on one file.
    var cases: [Case]
    var namedCount: Int
  }

  struct Case: Sendable {
    /// From 1.
    var line: Int
    var title: String
  }

  /// By entry; nil if unreadable.
  var files: [File?]

  init(_ named: NamedTranscripts, _ selection: CaseSelection, awaitsOutput: Bool, jobs: Int) {
    var states = Array(repeating: 0, count: jobs)
    files = mapSideBySide(named.entries, &states) { entry, _ in Self.file(entry, selection, awaitsOutput) }
  }

  var titles: [String] { files.compactMap(\.self).flatMap { $0.cases.map(\.title) } }

  var isEmpty: Bool { files.allSatisfy { $0?.cases.isEmpty ?? false } }

  mutating func narrow(to selection: CaseSelection) {
    guard let title = selection.title else { return }
    for index in files.indices { files[index]?.cases.removeAll { !title.takes($0.title) } }
  }

  private static func file(
    _ entry: NamedTranscripts.Entry, _ selection: CaseSelection, _ awaitsOutput: Bool
  ) -> File? {
    guard case .transcript(let named) = entry,
      let file = try? TranscriptFile.read(named.path, awaitsOutput: awaitsOutput),
      let selected = try? file.cases(selection, of: named)
    else { return nil }
    let folder = named.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(named.path[...$0]) } ?? ""
    return File(
      used: file.used.map { folder + $0.path }
        + [DiagramReference(file.transcript.machine.description)?.wholePath].compactMap(\.self),
      cases: selected.cases.map { Case(line: $0.line, title: $0.title) }, namedCount: selected.namedCount)
  }
}

extension NamedTranscripts {
  /// An unreadable file counts as one case.
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

/// Polls a suite's files and the files they use.
struct WatchedSuite {
  private let arguments: [String]
  private let used: [String]
  private var stamps: [String: FileStamp]

  private static let interval = 300

  init(_ arguments: [String], jobs: Int) {
    self.arguments = arguments
    let named = NamedTranscripts(arguments)
    let survey = SuiteSurvey(named, CaseSelection(), awaitsOutput: false, jobs: jobs)
    used = survey.files.compactMap(\.self).flatMap(\.used)
    stamps = Self.stamps(of: named, used)
  }

  var count: Int { stamps.count }

  /// Waits for a change, then until two polls agree.
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
    let paths = named.entries.compactMap { if case .transcript(let named) = $0 { named.path } else { nil } }
    return (paths + used).reduce(into: [:]) { $0[$1] = FileStamp($1) }
  }
}
