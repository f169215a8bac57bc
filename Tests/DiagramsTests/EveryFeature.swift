import Statecharts

@testable import Diagrams

/// A chart that has everything a chart can have.
enum EveryFeature {
  static let chart = Chart(
    isParallel: true,
    [
      Chart.State("player", .compound, children: [stopped, playing, Chart.State("closed", .final)]),
      Chart.State("音量", .compound, children: [Chart.State("quiet"), loud]),
    ])

  private static let stopped: Chart.State = {
    var state = Chart.State("stopped")
    state.transitions = [
      Chart.Transition(.event("play"), to: ["H"], when: always("the \"tape\" is in"), actions: [nothing]),
      Chart.Transition(.event("播放"), to: ["playing"]),
      Chart.Transition(.event("both"), to: ["fast", "on"]),
      Chart.Transition(.event("close"), to: ["closed"]),
      Chart.Transition(.event("beep"), actions: [nothing, nothing]),
    ]
    return state
  }()

  private static let playing: Chart.State = {
    var history = Chart.State("H", .shallowHistory)
    history.transitions = [Chart.Transition(.always, to: ["speed"])]
    var speed = Chart.State("speed", .compound, children: [Chart.State("normal"), Chart.State("fast")])
    speed.invocations = [Chart.Invocation("load")]
    speed.initial = ["fast"]
    var deep = Chart.State("H", .deepHistory)
    deep.transitions = [Chart.Transition(.always, to: ["fast", "on"], actions: [nothing])]
    let light = Chart.State("light", .compound, children: [Chart.State("off"), Chart.State("on"), deep])
    var both = Chart.State("playing", .parallel, children: [speed, light, history])
    both.onEntry = [nothing]
    both.onExit = [nothing]
    var toggle = Chart.Transition(.event("toggle"), to: ["on"])
    toggle.isInternal = true
    both.transitions = [
      toggle, Chart.Transition(.after(1500), to: ["stopped"]),
      Chart.Transition(
        .always, to: ["closed"], when: always("the tape has come to its very last end and nobody has turned it yet")),
      Chart.Transition(.event("load.error")),
    ]
    return both
  }()

  private static let loud: Chart.State = {
    var state = Chart.State("loud: 100%\n\"!\"")
    state.transitions = [Chart.Transition(.event("*"), to: ["quiet"])]
    return state
  }()

  private static let nothing: Code = { _, _, _ in }
  private static func always(_ name: String) -> Chart.Guard { Chart.Guard(name) { _, _, _ in true } }

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
