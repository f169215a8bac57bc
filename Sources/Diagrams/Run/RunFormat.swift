import Traces

/// How a run is written into a file.
package enum RunFormat: String, CaseIterable, Hashable, Sendable {
  /// Every turn as data, which is read back.
  case trace
  /// A page with a timeline and every step, which needs nothing but a browser.
  case html
  /// The timeline alone, over a list of the commands.
  case svg
  /// A table for a spreadsheet.
  case csv
  /// The Trace Event Format of Chrome and Perfetto.
  case perfetto
  /// A sequence chart for a terminal.
  case text
  /// A sequence chart of Mermaid.
  case mermaid
  /// The states behind the commands, for model checkers; 'source' reads it back.
  case itf

  /// What the name of a file in it ends in.
  package var ending: String {
    switch self {
    case .trace: "trace.jsonl"
    case .html: "html"
    case .svg: "svg"
    case .csv: "csv"
    case .perfetto: "perfetto.json"
    case .text: "txt"
    case .mermaid: "mmd"
    case .itf: "itf.json"
    }
  }

  /// The format of a file by its ending; a trace for every other one.
  package init(file: String) {
    self = Self.allCases.first { file.utf8.ends(with: ".\($0.ending)".utf8) } ?? .trace
  }

  /// Whether it shows the screen behind each step, or the lines of a transcript, which no trace holds.
  package var needsScreens: Bool { self == .html || self == .svg }

  /// What ends each line of a file: RFC 4180 asks for both.
  package var lineEnd: String { self == .csv ? "\r\n" : "\n" }

  /// Hands on the lines of a run, without their ends.
  ///
  /// - Precondition: It needs no screens, and is none of the traces, which are written as they are told.
  package func write<Stop>(_ run: TracedRun, _ line: (String) throws(Stop) -> Void) throws(Stop) {
    switch self {
    case .csv: try CSVExport(run).write(line)
    case .perfetto: try PerfettoExport(run).write(line)
    case .text: for text in TextSequence(SequenceChart(run)).lines { try line(text) }
    case .mermaid: for text in MermaidSequence(SequenceChart(run)).lines { try line(text) }
    case .itf: try ITFExport(run).write(line)
    case .trace, .html, .svg: preconditionFailure("a \(rawValue) is not written from a trace's steps")
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
