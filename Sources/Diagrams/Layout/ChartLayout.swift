import Statecharts
import Traces

/// The positions of everything in a drawn chart.
///
/// States are stacked in their parent; regions that no transition enters or leaves are side by side. Each
/// transition has its own row at its source. The row goes right to a vertical lane, along it, and back at the
/// target. Lanes are right of all rows, in the innermost state around both ends. So no line crosses a text or an
/// unrelated state.
struct ChartLayout: Hashable, Sendable {
  struct Box: Hashable, Sendable {
    let state: Int
    var frame: Frame
    let isComposite: Bool
    var texts: [PlacedText]
    let nameCount: Int
  }

  struct Edge: Hashable, Sendable {
    let arrow: GraphicChart.Arrow
    var label: [PlacedText]
    var x: Int
    var y: Int
    /// The x position of the vertical part.
    var lane = 0
    var ends: [End] = []

    struct End: Hashable, Sendable {
      var x: Int
      var y: Int
    }

    /// Edges to other targets need another lane in these rows.
    var span: ClosedRange<Int> {
      let rows = ends.map(\.y) + [y]
      return (rows.min() ?? y)...(rows.max() ?? y)
    }
  }

  /// The arrow from an initial dot.
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

  init(_ chart: GraphicChart) { self = ChartPlacing(chart).chartLayout }

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
