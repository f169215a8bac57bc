import Statecharts

@testable import Diagrams

/// A chart that has everything a chart can have.
enum EveryFeature {
  static let chart = ChartDefinition(
    isParallel: true,
    [
      ChartDefinition.State(
        "player", .compound, children: [stopped, playing, ChartDefinition.State("closed", .final)]),
      ChartDefinition.State("音量", .compound, children: [ChartDefinition.State("quiet"), loud]),
    ])

  private static let stopped: ChartDefinition.State = {
    var state = ChartDefinition.State("stopped")
    state.transitions = [
      ChartDefinition.Transition(
        .event("play"), to: ["light.H"], when: always("the \"tape\" is in"), actions: [nothing]),
      ChartDefinition.Transition(.event("播放"), to: ["playing"]),
      ChartDefinition.Transition(.event("both"), to: ["fast", "on"]),
      ChartDefinition.Transition(.event("close"), to: ["closed"]),
      ChartDefinition.Transition(.event("beep"), actions: [nothing, nothing]),
    ]
    return state
  }()

  private static let playing: ChartDefinition.State = {
    var history = ChartDefinition.State("H", .shallowHistory)
    history.transitions = [ChartDefinition.Transition(.always, to: ["speed"])]
    var speed = ChartDefinition.State(
      "speed", .compound, children: [ChartDefinition.State("normal"), ChartDefinition.State("fast")])
    speed.invocations = [ChartDefinition.Invocation("load")]
    speed.initial = ["fast"]
    var deep = ChartDefinition.State("H", .deepHistory)
    deep.transitions = [ChartDefinition.Transition(.always, to: ["fast", "on"], actions: [nothing])]
    let light = ChartDefinition.State(
      "light", .compound, children: [ChartDefinition.State("off"), ChartDefinition.State("on"), deep])
    var both = ChartDefinition.State("playing", .parallel, children: [speed, light, history])
    both.onEntry = [nothing]
    both.onExit = [nothing]
    var toggle = ChartDefinition.Transition(.event("toggle"), to: ["on"])
    toggle.isInternal = true
    both.transitions = [
      toggle, ChartDefinition.Transition(.after(1500), to: ["stopped"]),
      ChartDefinition.Transition(
        .always, to: ["closed"], when: always("the tape has come to its very last end and nobody has turned it yet")),
      ChartDefinition.Transition(.event("load.error")),
    ]
    return both
  }()

  private static let loud: ChartDefinition.State = {
    var state = ChartDefinition.State("loud: 100%\n\"!\"")
    state.transitions = [ChartDefinition.Transition(.event("*"), to: ["quiet"])]
    return state
  }()

  private static let nothing: Code = { _, _, _ in }
  private static func always(_ name: Name) -> ChartDefinition.Guard {
    ChartDefinition.Guard(name) { _, _, _ in true }
  }

  /// It plays fast, with the light on, quietly.
  static let diagram = Diagram(
    "tape@1",
    [
      DrawnChart(
        "Tape", ChartDescription(chart),
        active: [active("player", "playing", "speed", "fast", "light", "on", "音量", "quiet")])
    ])

  static func active(_ names: String...) -> [Int] {
    ChartDescription(chart).states.indices.filter { names.contains(ChartDescription(chart).states[$0].name) }
  }
}
