import SeededRandom
import Statecharts
import Testing
import Traces

@testable import Diagrams

/// The geometry of drawn charts: what overlaps, and what a line crosses.
struct LayoutTests {
  private static let diagrams = [EveryFeature.diagram] + (0..<200).map { RandomChart.diagram(seed: $0) }
  private static let charts = diagrams.flatMap(GraphicChart.all)

  @Test("a state stands in the state around it, and beside all others")
  func boxes() {
    for chart in Self.charts {
      let layout = ChartLayout(chart)
      #expect(layout.boxes.count == chart.drawnStates.count)
      for (index, box) in layout.boxes.enumerated() {
        #expect(layout.frame.contains(box.frame))
        for other in layout.boxes.dropFirst(index + 1) {
          if chart.contains(other.state, in: box.state) {
            #expect(box.frame.contains(other.frame) && box.frame != other.frame)
          } else if chart.contains(box.state, in: other.state) {
            #expect(other.frame.contains(box.frame) && box.frame != other.frame)
          } else {
            #expect(!box.frame.intersects(other.frame), "\(box) \(other)")
          }
        }
      }
    }
  }

  @Test("every text has its own place, within its state or behind it")
  func texts() {
    for chart in Self.charts {
      let layout = ChartLayout(chart)
      for box in layout.boxes {
        for text in box.texts { #expect(box.frame.contains(text.frame), "\(text) leaves \(box.frame)") }
      }
      let texts = layout.boxes.flatMap(\.texts) + layout.edges.flatMap(\.label)
      for (index, text) in texts.enumerated() {
        #expect(layout.frame.contains(text.frame))
        for other in texts.dropFirst(index + 1) {
          #expect(!text.frame.intersects(other.frame), "'\(text.text)' is over '\(other.text)'")
        }
      }
      for label in layout.edges.flatMap(\.label) {
        for box in layout.boxes where !box.isComposite {
          #expect(!box.frame.intersects(label.frame), "'\(label.text)' is over \(box)")
        }
      }
    }
  }

  @Test("a line crosses no text and no state that it does not lead from or to, and has its lane for itself")
  func lines() {
    for chart in Self.charts {
      let layout = ChartLayout(chart)
      let texts = layout.boxes.flatMap(\.texts) + layout.edges.flatMap(\.label)
      for edge in layout.edges {
        // A chart of one region has no box for its root.
        #expect(edge.ends.count == edge.arrow.targets.count { $0 > 0 || chart.showsRoot })
        for line in edge.lines {
          for text in texts { #expect(!text.frame.intersects(line), "\(edge.arrow.label) crosses '\(text.text)'") }
          for box in layout.boxes where !box.isComposite {
            #expect(!box.frame.intersects(line), "\(edge.arrow.label) crosses \(box.state)")
          }
        }
        for other in layout.edges where other.lane == edge.lane && other.arrow.targets != edge.arrow.targets {
          #expect(!edge.span.overlaps(other.span), "\(edge.arrow) \(other.arrow)")
        }
      }
    }
  }

  @Test("every transition that leads somewhere is drawn once, and every state that is entered by default has its dot")
  func complete() {
    for chart in Self.charts {
      let layout = ChartLayout(chart)
      #expect(layout.edges.map(\.arrow.number).sorted() == chart.arrows.map(\.number).sorted())
      let isParallel = { (state: Int) in chart.chart.states[state].kind == .parallel }
      let entered = Set(chart.chart.states.flatMap(\.initial)).filter { state in
        !(chart.chart.states[state].parent.map(isParallel) ?? true)
      }
      #expect(layout.starts.count == entered.count)
    }
  }

  @Test("the same chart is placed alike each time")
  func deterministic() {
    for chart in Self.charts.prefix(40) { #expect(ChartLayout(chart) == ChartLayout(chart)) }
  }
}

extension Frame {
  private var bottom: Int { y + height }

  func contains(_ other: Frame) -> Bool {
    x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
  }

  /// Whether they share more than an edge.
  func intersects(_ other: Frame) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }
}

extension ChartLayout {
  fileprivate var frame: Frame { Frame(x: 0, y: 0, width: width, height: height) }
}

extension ChartLayout.Edge {
  /// What it draws, each line as a frame of one pixel's width.
  fileprivate var lines: [Frame] {
    ends.flatMap { end in
      [
        Frame(x: x, y: y, width: lane - x, height: 1),
        Frame(x: lane, y: min(y, end.y), width: 1, height: abs(end.y - y)),
        Frame(x: end.x, y: end.y, width: lane - end.x, height: 1),
      ]
    }
  }
}
