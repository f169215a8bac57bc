import Traces

/// How a run is written into a file.
package enum RunFormat: String, CaseIterable, Hashable, Sendable {
  /// Every turn as data, which is read back.
  case trace
  /// A page with a timeline and every step, which needs nothing but a browser.
  case html
  /// The timeline alone, over a list of the commands.
  case svg
  /// A sequence chart for a terminal.
  case text
  /// A sequence chart of Mermaid.
  case mermaid

  /// What the name of a file in it ends in.
  package var ending: String {
    switch self {
    case .trace: "trace.jsonl"
    case .html: "html"
    case .svg: "svg"
    case .text: "txt"
    case .mermaid: "mmd"
    }
  }

  /// The format of a file by its ending; a trace for every other one.
  package init(file: String) {
    self = Self.allCases.first { file.utf8.ends(with: ".\($0.ending)".utf8) } ?? .trace
  }

  /// Whether it shows the screen behind each step, or the lines of a transcript, which no trace holds.
  package var needsScreens: Bool { self == .html || self == .svg }

  /// The lines of a run as a sequence chart, without their ends.
  ///
  /// - Precondition: It is one of the two sequence charts.
  package func lines(_ run: TracedRun) -> [String] {
    switch self {
    case .text: TextSequence(SequenceChart(run)).lines
    case .mermaid: MermaidSequence(SequenceChart(run)).lines
    case .trace, .html, .svg: preconditionFailure("a \(rawValue) is not written from a trace's steps")
    }
  }
}

extension Collection<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with end: some Collection<UInt8>) -> Bool { suffix(end.count).elementsEqual(end) }
}
