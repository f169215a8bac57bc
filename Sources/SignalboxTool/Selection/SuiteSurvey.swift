import Files
import Transcripts

/// What there is to choose from, found by reading the transcripts once and running nothing.
struct SuiteSurvey {
  struct Case: Sendable {
    /// The place of its transcript among the entries.
    var entry: Int
    /// The line of `%case`, counted from one.
    var line: Int
    var title: String
    var commands: Int
  }

  /// In their order.
  private(set) var cases: [Case] = []
  /// The places of the entries that cannot be read.
  private(set) var unread: [Int] = []
  /// `NAME@VARIANT` of the cases' machines, each once, in the order in which they were met.
  private(set) var machines: [String] = []

  private struct Found: Sendable {
    var cases: [Case]?
    var machine = ""
  }

  /// - Parameters:
  ///   - selection: What is taken, as far as it is known without a run.
  ///   - awaitsOutput: Whether cases may stand without output.
  init(_ entries: [NamedTranscripts.Entry], _ selection: CaseSelection, awaitsOutput: Bool = false, workers: Int) {
    var states = Array(repeating: 0, count: workers)
    let found = mapSideBySide(Array(entries.enumerated()), &states) { entry, _ in
      Self.found(entry.element, at: entry.offset, selection, awaitsOutput)
    }
    for (entry, found) in found.enumerated() {
      guard let own = found.cases else {
        unread.append(entry)
        continue
      }
      cases += own
      let isKnown = own.isEmpty || machines.contains { $0.utf8.elementsEqual(found.machine.utf8) }
      if !isKnown { machines.append(found.machine) }
    }
  }

  private static func found(
    _ entry: NamedTranscripts.Entry, at place: Int, _ selection: CaseSelection, _ awaitsOutput: Bool
  ) -> Found {
    guard case .transcript(let named) = entry,
      let file = try? TranscriptFile.read(named.path, awaitsOutput: awaitsOutput)
    else { return Found() }
    guard let cases = try? file.cases(selection, atLine: named.line).cases else { return Found() }
    let found = cases.map { Case(entry: place, line: $0.line, title: $0.title, commands: $0.steps.count) }
    return Found(cases: found, machine: file.transcript.machine.description)
  }
}
