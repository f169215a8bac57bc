import Statecharts
import Traces

/// A run as lanes: one per region and one per service.
struct Timeline: Hashable, Sendable {
  /// An instant with turns, or the start of a step.
  struct Column: Hashable, Sendable {
    let step: Int
    let time: Int
  }

  struct Lane: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case region
      case service
    }

    let name: String
    let kind: Kind
    var spans: [Span] = []
  }

  struct Span: Hashable, Sendable {
    var columns: Range<Int>
    var text: String
  }

  /// Later turns of a step share its last column.
  static let instantLimit = 40
  /// Rows of a long list have many regions.
  static let laneLimit = 60

  private(set) var columns: [Column] = []
  private(set) var lanes: [Lane] = []
  private(set) var hiddenCount = 0

  init(_ picture: RunPicture) {
    var builder = TimelineBuilder(picture.regions)
    for (number, step) in picture.steps.enumerated() {
      // Each step has a column at its start, even if its turns come later.
      columns.append(Column(step: number, time: step.time))
      let first = columns.count
      for turn in step.turns {
        let isNew = turn.time != columns[columns.count - 1].time
        if isNew, columns.count - first < Self.instantLimit { columns.append(Column(step: number, time: turn.time)) }
        builder.begin(columns.count - 1)
        builder.add(turn.effects)
      }
    }
    let all = builder.finished(columns.count)
    lanes = Array(all.prefix(Self.laneLimit))
    hiddenCount = all.count - lanes.count
  }

  func description(of lane: Lane) -> String {
    let parts = lane.spans.map { span in
      "\(span.text) from step \(columns[span.columns.lowerBound].step) at \(columns[span.columns.lowerBound].time)ms"
    }
    return "\(lane.name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", then "))"
  }
}

private struct TimelineBuilder {
  private var lanes: [Timeline.Lane] = []
  private var places: [String: Int] = [:]
  private var open: [Int: (column: Int, text: String)] = [:]
  private var column = 0

  init(_ regions: [RegionState]) {
    for region in regions {
      let lane = place(of: region.region.text, .region)
      open[lane] = (0, region.state.text)
    }
  }

  mutating func begin(_ column: Int) { self.column = column }

  mutating func add(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .moved(let region, _, let state): change(place(of: region.text, .region), to: state)
      case .requested(let service, _): change(place(of: service.text, .service), to: "...")
      case .replied(let service, let outcome, _): end(service.text, outcome.rawValue)
      case .cancelled(let service): end(service.text, "cancelled")
      case .late(let service, let outcome, _): end(service.text, "late \(outcome.rawValue)")
      default: break
      }
    }
  }

  mutating func finished(_ columnCount: Int) -> [Timeline.Lane] {
    for (lane, span) in open { append(span.text, from: span.column, to: columnCount, in: lane) }
    let regions = lanes.filter { $0.kind == .region && !$0.spans.isEmpty }
    return regions + lanes.filter { $0.kind == .service }
  }

  private mutating func place(of name: String, _ kind: Timeline.Lane.Kind) -> Int {
    let key = "\(kind) \(name)"
    if let place = places[key] { return place }
    places[key] = lanes.count
    lanes.append(Timeline.Lane(name: name, kind: kind))
    return lanes.count - 1
  }

  private mutating func change(_ lane: Int, to text: String) {
    if let span = open[lane] { append(span.text, from: span.column, to: column, in: lane) }
    open[lane] = (column, text)
  }

  private mutating func end(_ service: String, _ text: String) {
    let lane = place(of: service, .service)
    let start = open.removeValue(forKey: lane)?.column ?? column
    if let last = lanes[lane].spans.last, last.columns.upperBound > column {
      // The request began and ended in one column.
      lanes[lane].spans[lanes[lane].spans.count - 1].text += ", \(text)"
    } else {
      append(text, from: start, to: column + 1, in: lane)
    }
  }

  /// Skips empty spans.
  private mutating func append(_ text: String, from start: Int, to end: Int, in lane: Int) {
    let start = max(start, lanes[lane].spans.last?.columns.upperBound ?? 0)
    if start < end, !text.isEmpty { lanes[lane].spans.append(Timeline.Span(columns: start..<end, text: text)) }
  }
}
