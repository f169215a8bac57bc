import Diagrams
import Gallery
import SeededRandom
import Statecharts
import Testing
import ViewModels

@testable import DiagramFiles

/// Reading back what was written gives an equal chart.
struct RoundTripTests {
  /// An action's kind has no meaning without a target.
  private func normal(_ chart: ChartDescription) -> ChartDescription {
    var chart = chart
    for index in chart.transitions.indices where chart.transitions[index].targets.isEmpty {
      chart.transitions[index].isInternal = false
    }
    return chart
  }

  /// The first part that differs; nil if the charts are equal.
  private func difference(_ read: ChartDescription?, _ written: ChartDescription) -> String? {
    guard let read else { return "no chart" }
    if read == written { return nil }
    for (one, other) in zip(read.states, written.states) where one != other { return "\(one)\n\(other)" }
    for (one, other) in zip(read.transitions, written.transitions) where one != other { return "\(one)\n\(other)" }
    return "\(read.states.count) and \(written.states.count) states"
  }

  private func check(_ chart: ChartDescription, _ name: String) throws {
    let lines = Diagram("title", [DrawnChart(name, chart)]).lines(.mermaid)
    let read = try DiagramChart.mermaid(lines.joined(separator: "\n"), name: "flow")
    #expect(read.losses.isEmpty, "\(read.losses)")
    try #require(difference(read.chart, normal(chart)) == nil)
  }

  private func checkSCXML(_ chart: ChartDescription, _ name: String) throws {
    let lines = Diagram("title", [DrawnChart(name, chart)]).lines(.scxml)
    let (definition, losses) = try SCXMLFiles.machine(
      lines.joined(separator: "\n"), name: "flow", folder: "/nowhere", page: "flow")
    #expect(losses.isEmpty, "\(losses)")
    let machine = Machine(name: "flow", variant: "", summary: "", definition: definition)
    try #require(difference(machine.program.templates[0].chart.map { normal($0.description) }, normal(chart)) == nil)
  }

  @Test("a history of the whole chart")
  func history() throws {
    let text = "stateDiagram-v2\n[*] --> a\nstate \"H back\" as h\na --> b : go\nb --> h : undo\nh --> a"
    let chart = try DiagramChart.mermaid(text, name: "flow").chart
    #expect(chart.states.contains { $0.isHistory })
    try check(chart, "flow")
    try checkSCXML(chart, "flow")
  }

  @Test("every chart of the gallery")
  func gallery() throws {
    var count = 0
    for machine in Gallery.machines {
      for template in machine.program.templates {
        guard let chart = template.chart else { continue }
        try check(chart.description, template.name.text)
        try checkSCXML(chart.description, template.name.text)
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test("1,000 generated charts")
  func generated() throws {
    var (seed, count): (UInt64, Int) = (0, 0)
    while count < 1000 {
      var maker = ChartMaker(SplitMix64(seed: seed))
      let chart = ChartDescription(maker.chart())
      seed += 1
      // Random targets may never be active together.
      guard chart.transitions.allSatisfy({ $0.targets.count < 2 || chart.mayBeActive($0.targets[0], $0.targets[1]) })
      else { continue }
      count += 1
      try check(chart, "flow")
      try checkSCXML(chart, "flow")
    }
  }
}

extension ChartDescription {
  /// Whether two states can be active together.
  fileprivate func mayBeActive(_ first: Int, _ second: Int) -> Bool {
    func path(to state: Int) -> [Int] { Array(sequence(first: state) { states[$0].parent }.reversed()) }
    let (one, other) = (path(to: first), path(to: second))
    guard let fork = zip(one, other).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return first != second }
    return states[one[fork - 1]].kind == .parallel
  }
}

/// Random charts that the kernel accepts, with guards and actions of any text.
struct ChartMaker {
  private var random: SplitMix64
  private var count = 0
  private var names: [Name] = []

  init(_ random: SplitMix64) { self.random = random }

  private static let words = [
    "valid", "not valid", "a and b", "n > 0", "a [b]", "x / y", "else", "end note", "say \"hi\"", "f(1, 2)", "50%",
    "a: b", "a very long text that does not fit into one line of a label, by far", "两 字", "double  blank", " edge ",
    "(internal)", "tab\tbed", "back\\slash", "\\n", "f(", "a, b",
  ]

  mutating func chart() -> ChartDefinition {
    var states = (0..<Int.random(in: 1...3, using: &random)).map { _ in makeState(depth: 0) }
    for index in states.indices { addTransitions(to: &states[index]) }
    let isParallel = Bool.random(using: &random) && !states.contains { $0.kind == .final }
    return ChartDefinition(isParallel: isParallel, states)
  }

  private mutating func makeState(depth: Int) -> ChartDefinition.State {
    count += 1
    let name: Name = Int.random(in: 0..<6, using: &random) == 0 ? "状态\(count)" : "s\(count)"
    names.append(name)
    let size = depth > 3 ? 0 : Int.random(in: -2...3, using: &random)
    var children = size > 0 ? (0..<size).map { _ in makeState(depth: depth + 1) } : []
    let kind: ChartDefinition.State.Kind =
      children.isEmpty
      ? (Int.random(in: 0..<5, using: &random) == 0 && depth > 0 ? .final : .atomic)
      : Bool.random(using: &random) && !children.contains { $0.kind == .final } ? .parallel : .compound
    if !children.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
      count += 1
      var history = ChartDefinition.State("h\(count)", Bool.random(using: &random) ? .shallowHistory : .deepHistory)
      if kind == .compound, let child = children.randomElement(using: &random) {
        history.transitions = [ChartDefinition.Transition(.always, to: [child.name])]
      }
      children.append(history)
    }
    var state = ChartDefinition.State(name, kind, children: children)
    if kind != .final {
      if Int.random(in: 0..<4, using: &random) == 0 { state.invocations = [ChartDefinition.Invocation("load")] }
      (state.onEntry, state.entryNames) = actions()
      (state.onExit, state.exitNames) = actions()
    }
    if kind == .compound, Bool.random(using: &random) {
      state.initial = [
        children.filter { $0.kind != .shallowHistory && $0.kind != .deepHistory }.randomElement(using: &random)!.name
      ]
    }
    return state
  }

  private mutating func actions() -> ([Code], [String]) {
    let words = (0..<max(0, Int.random(in: -3...2, using: &random))).map { _ in
      Self.words.randomElement(using: &random)!
    }
    return (words.map { _ in { _, _, _ in } }, words)
  }

  private mutating func addTransitions(to state: inout ChartDefinition.State) {
    for index in state.children.indices { addTransitions(to: &state.children[index]) }
    guard [.atomic, .compound, .parallel].contains(state.kind) else { return }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let triggers: [ChartDefinition.Trigger] = [
        .event("e\(Int.random(in: 0...4, using: &random))"), .event("a.b c"), .event("*"), .event("always"), .always,
        .after(Int.random(in: 0...9999, using: &random)), .event("done.state.\(state.name)"), .event("事件"),
      ]
      let targets = (0..<Int.random(in: 0...2, using: &random)).map { _ in names.randomElement(using: &random)! }
      let condition =
        Bool.random(using: &random)
        ? ChartDefinition.Guard(Name(Self.words.randomElement(using: &random)!)) { _, _, _ in true } : nil
      var transition = ChartDefinition.Transition(
        triggers.randomElement(using: &random)!, to: targets, when: condition,
        running: actions().1.map { ChartDefinition.Action(named: $0) { _, _, _ in } })
      transition.isInternal = Int.random(in: 0..<3, using: &random) == 0
      state.transitions.append(transition)
    }
  }
}
