import Statecharts
import Traces

/// Where everything of a chart stands.
///
/// States stand below one another in document order, in the state around them, and regions that nothing leads into or out of
/// beside one another. Each transition has a row of its own at the right of its source, with its label on it, and so has what
/// leads into a state. A row goes right to a lane, down or up there, and back in the row of its target; the lanes stand at the
/// right of all rows, in the innermost state around both ends. So no line crosses a text or a state that it does not lead to,
/// whatever the chart is.
struct ChartLayout: Hashable, Sendable {
  struct Box: Hashable, Sendable {
    let state: Int
    var frame: Frame
    let isComposite: Bool
    /// The name in lines, then what happens in it.
    var texts: [PlacedText]
    /// How many of the lines are the name.
    let nameCount: Int
  }

  struct Edge: Hashable, Sendable {
    let arrow: GraphicChart.Arrow
    var label: [PlacedText]
    /// Where it leaves its source, and in which row.
    var x: Int
    var y: Int
    /// Where it goes down or up.
    var lane = 0
    /// Where it arrives, by target.
    var ends: [End] = []

    struct End: Hashable, Sendable {
      var x: Int
      var y: Int
    }

    /// The rows from its first to its last; those of other targets have lanes of their own there.
    var span: ClosedRange<Int> {
      let rows = ends.map(\.y) + [y]
      return (rows.min() ?? y)...(rows.max() ?? y)
    }
  }

  /// The arrow from a dot to a state that is entered by default.
  struct Start: Hashable, Sendable {
    var x: Int
    var y: Int
    static let length = 18
  }

  let chart: GraphicChart
  var boxes: [Box] = []
  var edges: [Edge] = []
  var starts: [Start] = []
  var width = 0
  var height = 0

  /// The chart with nothing around it.
  init(_ chart: GraphicChart) { self = ChartPlacing(chart).chartLayout }

  /// Nothing yet.
  init(empty chart: GraphicChart) { self.chart = chart }

  mutating func move(_ dx: Int, _ dy: Int) {
    for index in boxes.indices {
      boxes[index].frame = boxes[index].frame.moved(dx, dy)
      boxes[index].texts = boxes[index].texts.map { $0.moved(dx, dy) }
    }
    for index in edges.indices {
      edges[index].label = edges[index].label.map { $0.moved(dx, dy) }
      edges[index].x += dx
      edges[index].y += dy
      edges[index].lane += dx
      edges[index].ends = edges[index].ends.map { Edge.End(x: $0.x + dx, y: $0.y + dy) }
    }
    for index in starts.indices {
      starts[index].x += dx
      starts[index].y += dy
    }
  }

  mutating func add(_ other: ChartLayout) {
    boxes += other.boxes
    edges += other.edges
    starts += other.starts
  }
}
