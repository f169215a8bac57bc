import Statecharts
import Testing

@testable import Diagrams

/// Two versions of a chart in one drawing.
struct ChangedChartTests {
  /// What is left of a drawing without the parts that one version lacks.
  private func version(_ drawn: DrawnChart, without mark: PartMark) throws -> ChartDescription {
    let marks = try #require(drawn.marks)
    let states = drawn.chart.states.indices.filter { marks.states[$0] != mark }
    let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
    var result = ChartDescription(states: [], transitions: [])
    for number in states {
      var state = drawn.chart.states[number]
      state.parent = state.parent.flatMap { numbers[$0] }
      state.children = state.children.compactMap { numbers[$0] }
      state.initial = state.initial.compactMap { numbers[$0] }
      let own = state.transitions.filter { marks.transitions[$0] != mark }
      state.transitions = own.indices.map { result.transitions.count + $0 }
      for transition in own {
        var row = drawn.chart.transitions[transition]
        row.source = numbers[row.source] ?? -1
        row.targets = row.targets.map { numbers[$0] ?? -1 }
        result.transitions.append(row)
      }
      result.states.append(state)
    }
    return result
  }

  /// A chart with its transitions in the order of their states.
  private func ordered(_ chart: ChartDescription) -> ChartDescription {
    var result = ChartDescription(states: chart.states, transitions: [])
    for state in chart.states.indices {
      result.states[state].transitions = chart.states[state].transitions.map { transition in
        result.transitions.append(chart.transitions[transition])
        return result.transitions.count - 1
      }
    }
    return result
  }

  @Test("a drawing of two versions without what is removed is the second, and every state of the first is in it")
  func both() throws {
    var marked: Set<PartMark> = []
    for seed in 0..<300 as Range<UInt64> {
      let (first, second) = RandomChart.versions(seed: seed)
      let drawn = DrawnChart("chart", from: first, to: second)
      let marks = try #require(drawn.marks)
      var left = try version(drawn, without: .removed)
      // A state whose parts are all gone is drawn around them.
      for state in left.states.indices where second.states[state].children.isEmpty {
        left.states[state].kind = second.states[state].kind
      }
      #expect(left == ordered(second), "\(seed)")
      let former = try version(drawn, without: .added)
      #expect(former.states.map(\.name).sorted() == first.states.map(\.name).sorted(), "\(seed)")
      #expect(former.transitions.count == first.transitions.count, "\(seed)")
      if marks.states.allSatisfy({ $0 == nil }), former.states.map(\.name) == first.states.map(\.name) {
        #expect(former == ordered(first), "\(seed)")
      }
      marked.formUnion((marks.states + marks.transitions).compactMap(\.self))
    }
    #expect(marked == [.added, .removed, .changed])
  }

  @Test("two equal versions have no mark; one that is alone is marked as a whole")
  func alone() {
    for seed in 0..<40 as Range<UInt64> {
      let chart = RandomChart.versions(seed: seed).first
      let same = DrawnChart("chart", from: chart, to: chart)
      #expect(same.chart == ordered(chart) && same.marks?.states.allSatisfy { $0 == nil } ?? false)
      #expect(same.marks?.transitions.allSatisfy { $0 == nil } ?? false)
      let new = DrawnChart("chart", from: nil, to: chart)
      #expect(new.marks?.states == chart.states.map { _ in .added })
      #expect(new.marks?.transitions == chart.transitions.map { _ in .added })
      let gone = DrawnChart("chart", from: chart, to: nil)
      #expect(gone.marks?.states == chart.states.map { _ in .removed })
    }
  }

  /// A door: the second version locks, and opens by another event.
  private static let door: DrawnChart = {
    var (open, shut) = (ChartDefinition.State("open"), ChartDefinition.State("shut"))
    open.transitions = [ChartDefinition.Transition(.event("push"), to: ["shut"])]
    shut.transitions = [ChartDefinition.Transition(.event("push"), to: ["open"])]
    let first = ChartDescription(ChartDefinition([open, shut]))
    var locked = ChartDefinition.State("locked")
    locked.invocations = [ChartDefinition.Invocation("alarm")]
    locked.transitions = [ChartDefinition.Transition(.event("key"), to: ["shut"])]
    shut.transitions = [
      ChartDefinition.Transition(.event("pull"), to: ["open"]),
      ChartDefinition.Transition(.event("key"), to: ["locked"]),
    ]
    shut.onEntry = [{ _, _, _ in }]
    return DrawnChart("Door", from: first, to: ChartDescription(ChartDefinition([open, shut, locked])))
  }()

  @Test("the text form has the marks in its first column")
  func text() {
    #expect(
      Diagram("door", [Self.door]).lines(.text).joined(separator: "\n") == """
          open (initial)
              push -> shut
        ~ shut
              entry / code
        -     push -> open
        +     pull -> open
        +     key  -> locked
        + locked
              invoke alarm
        +     key -> shut
        """)
  }

  @Test("the other formats say it in words, and draw what is removed with dashes")
  func words() {
    let diagram = Diagram("door", [Self.door])
    let mermaid = diagram.lines(.mermaid)
    #expect(mermaid.contains("  state \"locked (added)\" as s3"))
    #expect(mermaid.contains("  s2 --> s1 : push (removed)"))
    #expect(mermaid.contains("  classDef changed fill:lightcyan") && mermaid.contains("  class s2 changed"))
    #expect(diagram.lines(.dot).contains(#"  s2 -> s1 [label="push (removed)", style=dashed];"#))
    let svg = diagram.lines(.svg).joined()
    #expect(svg.contains("edge removed") && svg.contains("shut (changed)"))
  }
}
