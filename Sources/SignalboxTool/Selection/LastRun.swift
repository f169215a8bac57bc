import Files
import Statecharts
import Traces
import Transcripts

/// The files of a run before that did not hold, as its JSON report tells.
struct LastRun {
  private var failed: Set<[UInt8]> = []

  /// Reads a report; one that is not there yet tells of nothing.
  ///
  /// - Throws: that it cannot be read, or is none.
  init(reading path: String) throws(Diagnostic) {
    let lines: [Value?]
    do throws(Diagnostic) {
      lines = try JSONLines.read(path)
    } catch {
      if error.code == "E2001" { return }
      throw error
    }
    var file: [UInt8] = []
    for (index, line) in lines.enumerated() {
      guard let event = line, case .int(1)? = event["v"] else {
        throw Diagnostic(
          code: "E1124", path: path, place: SourcePlace(line: index + 1, column: 1),
          sentence: "is no event of a replay; name a file that '--report json=FILE' wrote")
      }
      if case .string(let path)? = event["file"], event["machine"] != nil { file = Array(path.utf8) }
      if event["failure"] != nil || event["problem"] != nil { failed.insert(file) }
    }
  }

  /// Takes the files that did not hold first; those that did, and those that did not, keep their order.
  func ordered(_ entries: [NamedTranscripts.Entry]) -> [NamedTranscripts.Entry] {
    entries.filter(isFailed) + entries.filter { !isFailed($0) }
  }

  private func isFailed(_ entry: NamedTranscripts.Entry) -> Bool {
    switch entry {
    case .transcript(let named): failed.contains(Array(named.path.utf8))
    case .refused(let file): failed.contains(Array(file.path.utf8))
    }
  }
}
