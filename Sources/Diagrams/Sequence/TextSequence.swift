import Traces

/// A sequence chart for a terminal.
struct TextSequence {
  static let rowLimit = 1_000

  private let chart: SequenceChart
  private var places: [SequenceChart.Participant: Int] = [:]
  private var width = 0

  init(_ chart: SequenceChart) {
    self.chart = chart
    for participant in chart.participants {
      let own = participant.name.displayWidth
      places[participant] = width + own / 2
      width += own + 2
    }
  }

  var lines: [String] {
    let shown = chart.rows.prefix(Self.rowLimit)
    let hidden = chart.rows.count - shown.count
    let timeWidth = max(shown.map { String($0.time).utf8.count }.max() ?? 0, "ms".utf8.count)
    let stepWidth = max(shown.last.map { String($0.step).utf8.count } ?? 0, "step".utf8.count)
    let names = chart.participants.map(\.name).joined(separator: "  ")
    func line(_ time: String, _ step: String, _ rest: String) -> String {
      "\(time.paddedLeft(toWidth: timeWidth))  \(step.paddedLeft(toWidth: stepWidth))  \(rest)"
    }
    var lines = [chart.heading, "", line("ms", "step", names)]
    var before: SequenceChart.Row?
    for row in shown {
      let time = before?.time == row.time ? "" : "\(row.time)"
      let step = before?.step == row.step ? "" : "\(row.step)"
      lines.append(line(time, step, "\(drawing(of: row.kind))\(row.text)"))
      before = row
    }
    return lines + (hidden > 0 ? [line("", "", "... \(chart.note(hiding: hidden))")] : [])
  }

  private func drawing(of kind: SequenceChart.Row.Kind) -> String {
    var cells = [UInt8](repeating: UInt8(ascii: " "), count: width)
    for place in places.values { cells[place] = UInt8(ascii: "|") }
    switch kind {
    case .call(let from, let to): draw(from, to, "-", ends: "<>", in: &cells)
    case .answer(let from, let to): draw(from, to, ".", ends: "<>", in: &cells)
    case .lost(let from, let to): draw(from, to, "-", ends: "xx", in: &cells)
    case .note(let over): if let place = places[over] { cells[place] = UInt8(ascii: "*") }
    }
    return String(decoding: cells, as: UTF8.self)
  }

  private func draw(
    _ from: SequenceChart.Participant, _ to: SequenceChart.Participant, _ line: Unicode.Scalar,
    ends: String, in cells: inout [UInt8]
  ) {
    guard let start = places[from], let end = places[to], start != end, let left = ends.utf8.first,
      let right = ends.utf8.last
    else { return }
    let between = min(start, end) + 1..<max(start, end)
    for place in between { cells[place] = UInt8(ascii: line) }
    cells[start] = UInt8(ascii: "o")
    cells[end + (end > start ? -1 : 1)] = end > start ? right : left
  }
}

/// Mermaid's `sequenceDiagram`.
struct MermaidSequence {
  /// Mermaid refuses more than 50 000 characters (`maxTextSize`); this leaves room for the last lines.
  static let characterLimit = 49_000
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
