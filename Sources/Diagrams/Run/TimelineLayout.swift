import Traces

struct TimelineLayout: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    let frame: Frame
    let number: PlacedText
  }

  struct Bar: Hashable, Sendable {
    let lane: Int
    let span: Timeline.Span
    let frame: Frame
    let text: PlacedText
  }

  private static let rowHeight = 28
  private static let headHeight = 44
  /// In columns.
  private static let nameWidth = 32
  private static let textWidth = 24
  private static let padding = 6

  let names: [PlacedText]
  let bars: [Bar]
  let steps: [Step]
  let times: [PlacedText]
  let width: Int
  let height: Int

  init(_ timeline: Timeline, x: Int, y: Int) {
    let lanes = timeline.lanes
    names = lanes.enumerated().map { index, lane in
      PlacedText(
        text: lane.name.escapedForDisplay.truncated(toWidth: Self.nameWidth), x: x,
        y: y + Self.headHeight + index * Self.rowHeight + 5)
    }
    let left = (names.map(\.frame.right).max() ?? x) + 16
    let edges = Self.edges(of: timeline, from: left)
    height = Self.headHeight + lanes.count * Self.rowHeight
    width = (edges.last ?? left) - x
    bars = lanes.enumerated().flatMap { index, lane in
      lane.spans.map { span in
        let (from, to) = (edges[span.columns.lowerBound], edges[span.columns.upperBound])
        let top = y + Self.headHeight + index * Self.rowHeight
        let frame = Frame(x: from + 1, y: top + 2, width: max(to - from - 2, 4), height: Self.rowHeight - 4)
        let room = (frame.width - 2 * Self.padding) / PlacedText.columnWidth
        let text = span.text.escapedForDisplay.truncated(toWidth: max(room, 0))
        return Bar(
          lane: index, span: span, frame: frame, text: PlacedText(text: text, x: frame.x + Self.padding, y: top + 5))
      }
    }
    let bounds = Self.stepBounds(of: timeline)
    let bottom = height
    steps = bounds.enumerated().map { number, columns in
      let (from, to) = (edges[columns.lowerBound], edges[columns.upperBound])
      return Step(
        frame: Frame(x: from, y: y, width: to - from, height: bottom),
        number: PlacedText(text: "\(number)", x: from + 4, y: y + 2))
    }
    times = Self.clocks(of: timeline).map { PlacedText(text: $1, x: edges[$0] + 4, y: y + 22) }
  }

  private static func stepBounds(of timeline: Timeline) -> [Range<Int>] {
    timeline.columns.indices.reduce(into: [Range<Int>]()) { bounds, column in
      if timeline.columns[column].step == bounds.count - 1, let last = bounds.last {
        bounds[bounds.count - 1] = last.lowerBound..<(column + 1)
      } else {
        bounds.append(column..<(column + 1))
      }
    }
  }

  private static func clocks(of timeline: Timeline) -> [(column: Int, text: String)] {
    timeline.columns.indices.compactMap { column in
      let time = timeline.columns[column].time
      return column > 0 && timeline.columns[column - 1].time == time ? nil : (column, "\(time)ms")
    }
  }

  private static func edges(of timeline: Timeline, from left: Int) -> [Int] {
    var widths = timeline.columns.map { max("\($0.step)".utf8.count * PlacedText.columnWidth + 8, 24) }
    for (column, text) in clocks(of: timeline) {
      widths[column] = max(widths[column], PlacedText.width(of: [text]) + 8)
    }
    let spans = timeline.lanes.flatMap(\.spans).sorted {
      ($0.columns.upperBound, $0.columns.count) < ($1.columns.upperBound, $1.columns.count)
    }
    var sums = PrefixSums(widths)
    for span in spans {
      let text = span.text.escapedForDisplay
      let wanted = min(text.displayWidth, textWidth) * PlacedText.columnWidth + 2 * padding + 2
      sums.widen(span.columns, to: wanted)
    }
    return sums.edges(from: left)
  }
}

/// Sums of column widths. Spans must come in the order of their ends, since only a span's last column is widened.
private struct PrefixSums {
  private var widths: [Int]
  private var sums = [0]

  init(_ widths: [Int]) { self.widths = widths }

  mutating func widen(_ columns: Range<Int>, to width: Int) {
    while sums.count <= columns.upperBound { sums.append(sums[sums.count - 1] + widths[sums.count - 1]) }
    let missing = width - (sums[columns.upperBound] - sums[columns.lowerBound])
    guard missing > 0 else { return }
    widths[columns.upperBound - 1] += missing
    sums[columns.upperBound] += missing
  }

  func edges(from left: Int) -> [Int] {
    widths.reduce(into: [left]) { $0.append($0[$0.count - 1] + $1) }
  }
}
