import SeededRandom
import Statecharts

@testable import Diagrams

/// Charts of every shape, with names that each format might take for its own language.
struct RandomChart {
  static let names: [Name] = [
    "idle", "加载中", "a \"b\"", "back\\slash", "two\nlines", "#1;", "a: b", "x --> y", "end note", "{", "}", "&amp;",
    "<b>",
    "**//--__", "%%", "[*]", "", "~tilde~", "state",
    "a very long name that does not fit in any label by itself, by far",
    "ａｌｏｎｇｗｏｒｄｗｉｔｈｏｕｔａｎｙｂｌａｎｋｉｎｉｔｓｅｌｆｔｏｂｒｅａｋａｔ", "e\u{301}", "\u{301}", "\u{1B}[2J", "\u{202E}rtl", "##[error]x", "a;b",
    "\t", "é", "@enduml",
    "'", "|", "$x", "!include", "class active",
  ]

  private var random: SplitMix64
  private var used: [Name] = []

  static func diagram(seed: UInt64) -> Diagram {
    var maker = RandomChart(random: SplitMix64(seed: seed))
    let count = Int.random(in: 1...2, using: &maker.random)
    return Diagram(maker.name().text, (0..<count).map { _ in maker.drawn() })
  }

  /// A chart and another version of it: states and transitions are gone, new, or moved.
  static func versions(seed: UInt64) -> (first: ChartDescription, second: ChartDescription) {
    var maker = RandomChart(random: SplitMix64(seed: seed))
    let first = maker.states()
    var second = first
    for _ in 0..<3 { maker.change(&second) }
    let isParallel = Bool.random(using: &maker.random)
    return (
      ChartDescription(ChartDefinition(isParallel: isParallel, first)),
      ChartDescription(ChartDefinition(isParallel: isParallel, second))
    )
  }

  /// Changes one state of a list, or of what is in it.
  private mutating func change(_ states: inout [ChartDefinition.State]) {
    let index = Int.random(in: 0..<states.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where !states[index].children.isEmpty: change(&states[index].children)
    case 1: states.insert(makeState(depth: 3), at: index)
    case 2 where states.count > 1: states.remove(at: index)
    case 3: states.swapAt(index, 0)
    case 4: states[index].invocations = [ChartDefinition.Invocation(name())]
    case 5 where !states[index].transitions.isEmpty: states[index].transitions.removeFirst()
    default: addTransitions(to: &states[index])
    }
  }

  private mutating func states() -> [ChartDefinition.State] {
    used = []
    var states = (0..<Int.random(in: 1...3, using: &random)).map { _ in makeState(depth: 0) }
    for index in states.indices { addTransitions(to: &states[index]) }
    return states
  }

  private mutating func drawn() -> DrawnChart {
    let states = states()
    let chart = ChartDescription(ChartDefinition(isParallel: Bool.random(using: &random), states))
    let configurations = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      chart.states.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }
    return DrawnChart(name().text, chart, active: configurations)
  }

  private mutating func name() -> Name { RandomChart.names.randomElement(using: &random)! }

  private mutating func makeState(depth: Int) -> ChartDefinition.State {
    let own = name()
    used.append(own)
    let count = depth > 3 ? 0 : Int.random(in: -3...3, using: &random)
    let children = count > 0 ? (0..<count).map { _ in makeState(depth: depth + 1) } : []
    let leaves: [ChartDefinition.State.Kind] = [.atomic, .atomic, .final, .shallowHistory, .deepHistory]
    let kind =
      children.isEmpty ? leaves.randomElement(using: &random)! : Bool.random(using: &random) ? .compound : .parallel
    var state = ChartDefinition.State(own, kind, children: children)
    if Int.random(in: 0..<3, using: &random) == 0 { state.invocations = [ChartDefinition.Invocation(name())] }
    if Int.random(in: 0..<3, using: &random) == 0 { state.onEntry = [{ _, _, _ in }] }
    if Int.random(in: 0..<3, using: &random) == 0 { state.onExit = [{ _, _, _ in }] }
    return state
  }

  private mutating func addTransitions(to state: inout ChartDefinition.State) {
    for index in state.children.indices { addTransitions(to: &state.children[index]) }
    if state.kind == .compound, Int.random(in: 0..<4, using: &random) == 0 {
      state.initial = [state.children.randomElement(using: &random)!.name]
    }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let triggers: [ChartDefinition.Trigger] = [
        .event(name().text), .always, .after(Int.random(in: 0...9999, using: &random)),
      ]
      let targets = (0..<Int.random(in: 0...2, using: &random)).map { _ in used.randomElement(using: &random)! }
      let condition = Bool.random(using: &random) ? ChartDefinition.Guard(name()) { _, _, _ in true } : nil
      var transition = ChartDefinition.Transition(triggers.randomElement(using: &random)!, to: targets, when: condition)
      transition.isInternal = Int.random(in: 0..<3, using: &random) == 0
      if Bool.random(using: &random) { transition.actions = [ChartDefinition.Action { _, _, _ in }] }
      state.transitions.append(transition)
    }
  }
}
