import Statecharts
import Traces

/// A run by lanes: one for each region, with the states that it was in, and one for each request, from its start to its
/// answer.
struct Timeline: Hashable, Sendable {
  /// An instant of a step at which something happened; a step without any has one all the same.
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

  /// What a lane shows from one column up to another, which is not part of it.
  struct Span: Hashable, Sendable {
    var columns: Range<Int>
    var text: String
  }

  /// So many instants of a step stand for themselves; what comes later in it stands in the last one.
  static let instantLimit = 40
  /// So many lanes are shown; rows of a long list have many regions.
  static let laneLimit = 60

  private(set) var columns: [Column] = []
  private(set) var lanes: [Lane] = []
  /// How many more lanes there would be.
  private(set) var hiddenCount = 0

  init(_ picture: RunPicture) {
    var builder = TimelineBuilder(picture.regions)
    for (number, step) in picture.steps.enumerated() {
      // A step that begins with nothing and goes on later is shown where it begins too: time passes in it.
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

  /// The lanes in words, one line each.
  func description(of lane: Lane) -> String {
    let parts = lane.spans.map { span in
      "\(span.text) from step \(columns[span.columns.lowerBound].step) at \(columns[span.columns.lowerBound].time)ms"
    }
    return "\(lane.name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", then "))"
  }
}

/// Follows what begins and ends, column by column.
private struct TimelineBuilder {
  private var lanes: [Timeline.Lane] = []
  private var places: [String: Int] = [:]
  /// The lanes in which something goes on, with the column in which it began.
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

  /// The lanes, with what still goes on up to the last column.
  mutating func finished(_ columnCount: Int) -> [Timeline.Lane] {
    for lane in open.keys.sorted() {
      guard let span = open[lane] else { continue }
      append(span.text, from: span.column, to: columnCount, in: lane)
    }
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

  /// Ends what a lane shows and begins something else; what takes no time leaves nothing but its successor.
  private mutating func change(_ lane: Int, to text: String) {
    if let span = open[lane] { append(span.text, from: span.column, to: column, in: lane) }
    open[lane] = (column, text)
  }

  /// Ends a request: its lane shows how, up to the column in which that was.
  private mutating func end(_ service: String, _ text: String) {
    let lane = place(of: service, .service)
    let start = open.removeValue(forKey: lane)?.column ?? column
    if let last = lanes[lane].spans.last, last.columns.upperBound > column {
      // It began and ended in the column in which the one before it ended.
      lanes[lane].spans[lanes[lane].spans.count - 1].text += ", \(text)"
    } else {
      append(text, from: start, to: column + 1, in: lane)
    }
  }

  /// What takes no column of its own is left out.
  private mutating func append(_ text: String, from start: Int, to end: Int, in lane: Int) {
    let start = max(start, lanes[lane].spans.last?.columns.upperBound ?? 0)
    if start < end, !text.isEmpty { lanes[lane].spans.append(Timeline.Span(columns: start..<end, text: text)) }
  }
}
