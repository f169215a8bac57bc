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
    var ends: [Point] = []

    /// Edges to other targets need another lane in these rows.
    var span: ClosedRange<Int> {
      let rows = ends.map(\.y) + [y]
      return (rows.min() ?? y)...(rows.max() ?? y)
    }
  }

  /// Of the arrow from an initial dot, in pixels.
  static let startLength = 18

  let chart: GraphicChart
  var boxes: [Box] = []
  var edges: [Edge] = []
  /// The ends of the arrows from initial dots.
  var starts: [Point] = []
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
      edges[index].ends = edges[index].ends.map { $0.moved(dx, dy) }
    }
    starts = starts.map { $0.moved(dx, dy) }
  }

  mutating func add(_ other: ChartLayout) {
    boxes += other.boxes
    edges += other.edges
    starts += other.starts
  }
}
