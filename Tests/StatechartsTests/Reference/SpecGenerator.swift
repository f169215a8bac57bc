import SeededRandom

@testable import Statecharts

/// Makes charts and scripts at random: legal ones, small, and rich in what the Recommendation has.
struct SpecGenerator {
  private var random: SplitMix64
  private var count = 0
  private var names: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  private static let events = ["a", "b", "c", "a.x", "b.y.z"]
  private static let descriptors = [
    "a", "b", "c", "a.x", "b.y", "b.*", "*", "a b", "c b.y", "a.x.*", "done.state", "done.state.*", "done.invoke",
    "up", "a", "b", "c",
  ]

  mutating func system() -> SpecSystem {
    let hasChild = chance(4)
    var system = SpecSystem(root: chart("root", budget: pick([4, 7, 10, 14]), child: hasChild ? "child" : nil))
    if hasChild { system.children = [chart("child", budget: pick([2, 4, 6]), child: nil)] }
    if chance(20) {
      system.root.states.insert(contentsOf: (0..<70).map { SpecState(name: "pad\($0)", kind: .atomic) }, at: 0)
    }
    if system.root.initial.isEmpty, system.root.states[0].name.hasPrefix("pad") {
      system.root.initial = [system.root.states[70].name]
    }
    return system
  }

  mutating func script() -> [SpecStimulus] {
    (0..<pick([5, 10, 16])).map { _ in
      chance(4) ? .advance(pick([0, 10, 20, 50])) : .event(pick(Self.events), chance(3) ? pick([1, 2]) : nil)
    }
  }

  // MARK: States

  private mutating func chart(_ name: String, budget: Int, child: String?) -> SpecChart {
    count = name == "root" ? 0 : 100
    var left = budget
    var states: [SpecState] = []
    repeat { states.append(state(&left, depth: 0)) } while left > 0 && states.count < 4
    if !states.contains(where: { $0.kind != .final }) { states.append(fresh(.atomic)) }
    if chance(3) { states.append(fresh(.final)) }
    if states[0].kind == .final { states.swapAt(0, states.firstIndex { $0.kind != .final } ?? 0) }
    var chart = SpecChart(name: name, states: states)
    names = SpecGenerator.regular(chart.states)
    for index in chart.states.indices { fill(&chart.states[index], chart.states, child, isTop: true) }
    if chance(6) {
      chart.initial = targets(in: chart.states, from: chart.states)
      chart.initialContent = content()
    }
    return chart
  }

  private mutating func fresh(_ kind: SpecState.Kind) -> SpecState {
    count += 1
    return SpecState(name: "s\(count)", kind: kind)
  }

  private mutating func state(_ left: inout Int, depth: Int) -> SpecState {
    left -= 1
    if depth < 4, left > 1, !chance(3) {
      return chance(3) && left > 3 ? parallel(&left, depth) : compound(&left, depth)
    }
    return fresh(depth > 0 && chance(4) ? .final : .atomic)
  }

  private mutating func compound(_ left: inout Int, _ depth: Int) -> SpecState {
    var state = fresh(.compound)
    let wanted = pick([1, 2, 2, 3])
    while state.children.count < wanted { state.children.append(self.state(&left, depth: depth + 1)) }
    if state.children[0].kind == .final, !chance(4) { state.children.insert(fresh(.atomic), at: 0) }
    addHistory(to: &state)
    return state
  }

  private mutating func parallel(_ left: inout Int, _ depth: Int) -> SpecState {
    var state = fresh(.parallel)
    if chance(4) {
      left -= 4
      state.children = [endingRegion(), endingRegion()]
      return state
    }
    for _ in 0..<pick([2, 2, 3]) {
      state.children.append(chance(4) ? fresh(.atomic) : compound(&left, depth + 1))
    }
    addHistory(to: &state)
    return state
  }

  /// A region that one event ends.
  private mutating func endingRegion() -> SpecState {
    var region = fresh(.compound)
    let end = fresh(.final)
    var start = fresh(.atomic)
    start.rules = [SpecRule(trigger: .event(pick(["a", "b", "*"])), targets: [end.name])]
    region.children = [start, end]
    return region
  }

  private mutating func addHistory(to state: inout SpecState) {
    guard chance(3) else { return }
    var history = fresh(chance(2) ? .shallow : .deep)
    let regular = state.children
    let target = state.kind == .parallel ? pick(regular).name : pick(regular).name
    history.rules = [SpecRule(trigger: .always, targets: [target], content: chance(2) ? [.log("h")] : [])]
    state.children.insert(history, at: pick([0, state.children.count]))
  }

  // MARK: Content

  private mutating func fill(_ state: inout SpecState, _ all: [SpecState], _ child: String?, isTop: Bool) {
    if state.kind == .shallow || state.kind == .deep { return }
    if chance(4) { state.entry = content() }
    if chance(5) { state.exit = content() }
    // Nobody hears what goes wrong while a chart ends: the kernel calls that a crash.
    if state.kind == .final || child == nil { state.exit.removeAll { $0 == .fault } }
    if state.kind == .final {
      if chance(2) { state.data = pick([1, 2]) }
      return
    }
    for _ in 0..<pick([0, 1, 1, 2, 3]) { state.rules.append(rule(in: state, all)) }
    if isTop { state.rules.append(SpecRule(trigger: .event("error"))) }
    if state.kind == .compound, chance(4) {
      state.initial = targets(in: state.children, from: all)
      state.initialContent = content()
    }
    if let child, chance(4) {
      state.invokes = [SpecInvoke(chart: child, forwards: chance(2), finalize: chance(2) ? [.log("f")] : [])]
    }
    for index in state.children.indices { fill(&state.children[index], all, child, isTop: false) }
  }

  private mutating func rule(in state: SpecState, _ all: [SpecState]) -> SpecRule {
    let chosen = pick(Array(0..<12))
    let trigger: SpecRule.Trigger =
      chosen == 0 ? .always : chosen == 1 ? .after(pick([10, 20])) : .event(pick(Self.descriptors))
    var rule = SpecRule(trigger: trigger)
    if trigger == .always || chance(4) { rule.condition = condition() }
    if !chance(6) { rule.targets = targets(in: chance(4) && !state.children.isEmpty ? state.children : all, from: all) }
    if case .event = trigger { rule.isInternal = chance(4) }
    if chance(3) { rule.content = content() }
    return rule
  }

  private mutating func condition() -> SpecCondition {
    switch pick([0, 1, 2, 3]) {
    case 0: .isIn(pick(names))
    case 1: .isNotIn(pick(names))
    case 2: .below(pick([1, 2, 3]))
    default: .data(pick([1, 2]))
    }
  }

  private mutating func content() -> [SpecAction] {
    (0..<pick([1, 1, 2])).map { _ in
      switch pick(Array(0..<14)) {
      case 0, 1: .raise(pick(["a", "b", "c"]), chance(2) ? pick([1, 2]) : nil)
      case 2: .send(pick(["a", "b.y"]))
      case 3, 4: .sendLater(pick(["b", "c"]), pick([0, 10, 20]), id: chance(2) ? "later" : nil)
      case 5, 6: .cancel(pick(["later", "b"]))
      case 7, 8: .count
      case 9: chance(3) ? .fault : .log("x")
      case 10: chance(3) ? .sendNowhere : .log("y")
      case 11: .sendParent("up")
      case 12 where names.contains("s101"): .sendParent("up")
      default: .log("l\(pick([1, 2, 3]))")
      }
    }
  }

  // MARK: Targets

  /// A legal set of targets among states and those below them: one, or several in different regions of one parallel
  /// state.
  private mutating func targets(in states: [SpecState], from all: [SpecState]) -> [String] {
    let target = pick(SpecGenerator.everyState(states))
    guard target.kind == .parallel, chance(2) else { return [target.name] }
    return target.children.filter { $0.kind == .compound }.shuffled(using: &random).prefix(2).map { region in
      pick(SpecGenerator.everyState(region.children)).name
    } + (target.children.contains { $0.kind == .compound } ? [] : [target.name])
  }

  private static func everyState(_ states: [SpecState]) -> [SpecState] {
    states.flatMap { [$0] + everyState($0.children) }
  }

  private static func regular(_ states: [SpecState]) -> [String] {
    everyState(states).filter { $0.kind != .shallow && $0.kind != .deep }.map(\.name)
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
  private mutating func pick<T>(_ choices: [T]) -> T { choices.randomElement(using: &random)! }
}
