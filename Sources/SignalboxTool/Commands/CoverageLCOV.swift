import Console
import Exploration
import Files
import Traces
import ViewModels

/// Coverages for programs that show LCOV's tracefiles. Their unit is a line of a source; the source is a listing of what can be
/// taken of a machine, which is written beside the tracefile, a line for each thing.
struct CoverageLCOV {
  /// The tracefile.
  let text: String
  /// The listings with the files that they are for.
  private(set) var listings: [(file: String, text: String)] = []

  /// - Parameter file: The tracefile's own; a listing's name is that with the machine's behind it.
  init(_ rows: [CoverageRow], in file: String) {
    var text = "TN:\n"
    for row in rows {
      let items = row.coverage.items
      let listing = "\(file).\(row.machine.title).txt"
      let head = "what runs can take of \(row.machine.title), definition \(row.machine.definitionHash)"
        .escapedForDisplay
      listings.append((listing, ([head] + items.map(Self.line)).map { $0 + "\n" }.joined()))
      // What no run can take is no line that could have been.
      let counted = items.indices.filter { items[$0].excuse == nil }
      text += "SF:\(listing)\n"
      text += counted.map { "DA:\($0 + 2),\(row.coverage.isTaken($0) ? 1 : 0)\n" }.joined()
      text += "LF:\(counted.count)\nLH:\(counted.count { row.coverage.isTaken($0) })\nend_of_record\n"
    }
    self.text = text
  }

  private static func line(_ item: CoverageItem) -> String {
    let excuse = item.excuse.map { " (\($0))" } ?? ""
    return "\(item.kind.rawValue.padded(toWidth: 10))  \(item.title)\(excuse)".escapedForDisplay
  }

  /// Writes all of it, the tracefile last.
  func write(to file: String, _ streams: Streams) throws(FileError) {
    for (path, text) in listings + [(file, text)] {
      streams.warnOfLeftovers(beside: path)
      try replaceFile(at: path, with: text)
    }
  }
}
