import Statecharts
import Traces

/// Computes a layout bottom-up, since a state's size depends on its content.
struct ChartPlacing {
  static let pageWidth = 1_200
  private static let padding = 10
  private static let gap = 14
  private static let laneGap = 12
  /// Lines meet a state in the middle of its name.
  private static let entry = padding + PlacedText.lineHeight / 2

  private let graphic: GraphicChart
  private let chart: ChartDescription
  private let arrows: [GraphicChart.Arrow]
  /// The state that holds each arrow's lane; nil for the chart.
  private let owners: [Int?]

  init(_ graphic: GraphicChart) {
    self.graphic = graphic
    chart = graphic.chart
    arrows = graphic.arrows
    owners = arrows.map { Self.owner(of: $0, in: graphic) }
  }

  var chartLayout: ChartLayout {
    var layout = stacked(graphic.outermost, x: Self.gap, y: 0)
    addLanes(of: nil, to: &layout)
    return layout
  }

  /// The innermost state around both ends; nil for the chart.
  private static func owner(of arrow: GraphicChart.Arrow, in graphic: GraphicChart) -> Int? {
    let isInside =
      arrow.isInternal && arrow.targets.allSatisfy { $0 != arrow.source && graphic.contains($0, in: arrow.source) }
    var owner = isInside ? arrow.source : graphic.chart.states[arrow.source].parent
    while let state = owner, !arrow.targets.allSatisfy({ $0 != state && graphic.contains($0, in: state) }) {
      owner = graphic.chart.states[state].parent
    }
    return owner == 0 && !graphic.showsRoot ? nil : owner
  }

  // MARK: States

  private func layout(of state: Int, width: Int) -> ChartLayout {
    graphic.isComposite(state) ? composite(state) : atomic(state, width: width)
  }

  private func atomic(_ state: Int, width: Int) -> ChartLayout {
    var layout = ChartLayout(empty: graphic)
    let texts = texts(of: state)
    let rows = rows(of: state, x: width + Self.gap, below: Self.entry + 11)
    let height = max(texts.all.count * PlacedText.lineHeight + 2 * Self.padding, rows.bottom)
    layout.boxes = [box(of: state, texts, width: width, height: height)]
    layout.edges = rows.edges
    for edge in layout.edges.indices { layout.edges[edge].x = width }
    layout.width = rows.edges.isEmpty ? width + Self.gap : rows.right
    layout.height = height
    return layout
  }

  private func naturalWidth(_ state: Int) -> Int { max(PlacedText.width(of: texts(of: state).all) + 24, 56) }

  private func composite(_ state: Int) -> ChartLayout {
    let texts = texts(of: state)
    let rows = rows(of: state, x: 14, below: Self.padding + texts.all.count * PlacedText.lineHeight + 2)
    let children = chart.states[state].children
    let top = rows.bottom + 4
    var layout = isDivided(state) ? beside(children, x: Self.gap, y: top) : stacked(children, x: Self.gap, y: top)
    layout.width = max(layout.width, PlacedText.width(of: texts.all) + 24, rows.right)
    layout.height = max(layout.height, top) + Self.gap
    layout.edges += rows.edges
    addLanes(of: state, to: &layout)
    layout.boxes.insert(box(of: state, texts, width: layout.width, height: layout.height), at: 0)
    return layout
  }

  private func box(
    of state: Int, _ texts: (all: [String], nameCount: Int), width: Int, height: Int
  ) -> ChartLayout.Box {
    ChartLayout.Box(
      state: state, frame: Frame(x: 0, y: 0, width: width, height: height), isComposite: graphic.isComposite(state),
      texts: PlacedText.column(texts.all, x: 12, y: Self.padding), nameCount: texts.nameCount)
  }

  /// Whether no arrow crosses a region's border.
  private func isDivided(_ state: Int) -> Bool {
    let row = chart.states[state]
    guard row.kind == .parallel, !row.children.contains(where: { chart.states[$0].isHistory }) else { return false }
    return zip(arrows, owners).allSatisfy { arrow, owner in
      row.children.allSatisfy { region in
        let touches = ([arrow.source] + arrow.targets).contains { graphic.contains($0, in: region) }
        return !touches || owner.map { graphic.contains($0, in: region) } ?? false
      }
    }
  }

  // MARK: Groups of states

  /// States without children have equal widths, and so have composite ones.
  private func stacked(_ states: [Int], x: Int, y: Int) -> ChartLayout {
    let width = states.filter { !graphic.isComposite($0) }.map(naturalWidth).max() ?? 0
    let parts = states.map { layout(of: $0, width: width) }
    let hasStart = states.contains(where: isInitial)
    let left = x + (hasStart ? ChartLayout.startLength + 8 : 0)
    let widest = parts.map(\.width).max() ?? 0
    var result = ChartLayout(empty: graphic)
    var top = y
    for (state, part) in zip(states, parts) {
      var part = part
      if graphic.isComposite(state) { part.stretch(toWidth: widest) }
      part.move(left, top)
      result.add(part)
      if isInitial(state) { result.starts.append(Point(x: left, y: top + Self.entry)) }
      top += part.height + Self.gap
    }
    result.width = left + widest + Self.gap
    result.height = max(y, top - Self.gap)
    return result
  }

  private func beside(_ states: [Int], x: Int, y: Int) -> ChartLayout {
    let parts = states.map { layout(of: $0, width: naturalWidth($0)) }
    let shelves = Shelves(parts.map { ($0.width, $0.height) }, gap: Self.gap, width: Self.pageWidth)
    var result = ChartLayout(empty: graphic)
    for (part, place) in zip(parts, shelves.places) {
      var part = part
      part.move(x + place.x, y + place.y)
      result.add(part)
    }
    result.width = x + shelves.width + Self.gap
    result.height = y + shelves.height
    return result
  }

  private func isInitial(_ state: Int) -> Bool {
    let isOfParallel = chart.states[state].parent.map { chart.states[$0].kind == .parallel } ?? true
    return !isOfParallel && chart.states.contains { $0.initial.contains(state) }
  }

  // MARK: Texts and rows

  private func texts(of state: Int) -> (all: [String], nameCount: Int) {
    let name = graphic.markedName(of: state).wrapped(toWidth: GraphicChart.labelWidth)
    return (name + graphic.notes(in: state).flatMap { $0.wrapped(toWidth: GraphicChart.labelWidth) }, name.count)
  }

  private func rows(of state: Int, x: Int, below top: Int) -> (edges: [ChartLayout.Edge], right: Int, bottom: Int) {
    var edges: [ChartLayout.Edge] = []
    var y = top
    for arrow in arrows where arrow.source == state {
      let label = PlacedText.column(arrow.label.wrapped(toWidth: GraphicChart.labelWidth), x: x, y: y)
      let line = y + label.count * PlacedText.lineHeight + 1
      edges.append(ChartLayout.Edge(arrow: arrow, label: label, x: x, y: line))
      y = line + 7
    }
    let right = (edges.flatMap(\.label).map(\.frame.right).max() ?? x) + Self.gap
    return (edges, right, edges.isEmpty ? top : y + 2)
  }

  // MARK: Lanes

  /// Short arrows are first; arrows with equal targets share a lane.
  private func addLanes(of state: Int?, to layout: inout ChartLayout) {
    let entries = Dictionary(layout.boxes.map { ($0.state, $0.frame) }, uniquingKeysWith: { first, _ in first })
    let owned = layout.edges.indices.filter { owners[index(of: layout.edges[$0].arrow)] == state }
    for edge in owned {
      layout.edges[edge].ends = layout.edges[edge].arrow.targets.compactMap { target in
        entries[target].map { Point(x: $0.right, y: $0.y + Self.entry) }
      }
    }
    let groups = Dictionary(grouping: owned) { layout.edges[$0].arrow.targets }.values.map { edges in
      (edges: edges, span: edges.map { layout.edges[$0].span }.reduce(layout.edges[edges[0]].span, union))
    }
    var lanes: [[ClosedRange<Int>]] = []
    for (edges, span) in groups.sorted(by: { ($0.span.count, $0.edges[0]) < ($1.span.count, $1.edges[0]) }) {
      let free = lanes.firstIndex { !$0.contains { $0.overlaps(span) } }
      let lane = free ?? lanes.count
      if free == nil { lanes.append([]) }
      lanes[lane].append(span)
      for edge in edges { layout.edges[edge].lane = layout.width + lane * Self.laneGap }
    }
    if !lanes.isEmpty { layout.width += lanes.count * Self.laneGap + 4 }
  }

  private func union(_ span: ClosedRange<Int>, _ other: ClosedRange<Int>) -> ClosedRange<Int> {
    min(span.lowerBound, other.lowerBound)...max(span.upperBound, other.upperBound)
  }

  private func index(of arrow: GraphicChart.Arrow) -> Int {
    arrows.firstIndex { $0.number == arrow.number } ?? 0
  }
}

extension ChartLayout {
  /// Aligns the right edges of a column.
  fileprivate mutating func stretch(toWidth width: Int) {
    guard !boxes.isEmpty, width > self.width else { return }
    boxes[0].frame.width = width
    self.width = width
  }
}
