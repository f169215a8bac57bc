import Traces

/// A sequence chart in Mermaid's `sequenceDiagram`.
struct MermaidSequence {
  /// Mermaid refuses a diagram of more characters than 50 000 (its `maxTextSize`); this leaves room for the last lines.
  static let characterLimit = 49_000
  /// A longer text is cut.
  private static let textWidth = 100

  private let chart: SequenceChart

  init(_ chart: SequenceChart) { self.chart = chart }

  var lines: [String] {
    let ids = Dictionary(uniqueKeysWithValues: chart.participants.enumerated().map { ($1, "p\($0)") })
    var lines = ["sequenceDiagram", "  title \(text(chart.heading))"]
    lines += chart.participants.enumerated().map { index, participant in
      let word = participant == .user ? "actor" : "participant"
      return "  \(word) p\(index) as \(text(participant.name))"
    }
    var size = lines.reduce(0) { $0 + $1.utf16.count + 1 }
    let all = chart.participants.count > 1 ? "p0,p\(chart.participants.count - 1)" : "p0"
    var time = 0
    for (index, row) in chart.rows.enumerated() {
      var added = row.time == time ? [] : ["  Note over \(all): \(row.time)ms"]
      added.append("  \(arrow(row.kind, ids)): \(text(row.text))")
      size += added.reduce(0) { $0 + $1.utf16.count + 1 }
      if size > Self.characterLimit {
        return lines + ["  Note over \(all): \(text("... " + chart.note(hiding: chart.rows.count - index)))"]
      }
      lines += added
      time = row.time
    }
    return lines
  }

  private func arrow(_ kind: SequenceChart.Row.Kind, _ ids: [SequenceChart.Participant: String]) -> String {
    let ends = kind.ends.compactMap { ids[$0] }
    switch kind {
    case .call: return ends.joined(separator: "->>")
    case .answer: return ends.joined(separator: "-->>")
    case .lost: return ends.joined(separator: "-x")
    case .note: return "Note over \(ends.joined())"
    }
  }

  private func text(_ text: String) -> String {
    MermaidDiagram.escaped(text.truncated(toWidth: Self.textWidth))
  }
}
