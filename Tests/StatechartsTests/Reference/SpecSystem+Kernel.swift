@testable import Statecharts

/// The same system for the kernel.
extension SpecSystem {
  var program: Program { program(watchedBy: []) }

  func program(watchedBy monitors: [Monitor]) -> Program {
    Program(
      templates: ([root] + children).map { chart in
        .slots(Name(chart.name), [.hidden("count", 0)], subjects: ["log"], chart: chart.kernelChart, monitors: monitors)
      })
  }
}

extension SpecChart {
  fileprivate var kernelChart: ChartDefinition {
    var chart = ChartDefinition(states.map(\.kernelState))
    chart.initial = initial.map { Name($0) }
    chart.initialActions = [SpecAction.code(initialContent)]
    return chart
  }
}

extension SpecState {
  fileprivate var kernelState: ChartDefinition.State {
    let name = name
    var state = ChartDefinition.State(Name(name), kernelKind, children: children.map(\.kernelState))
    state.initial = initial.map { Name($0) }
    if !initialContent.isEmpty { state.initialActions = [SpecAction.code(initialContent)] }
    if !isHistory {
      state.onEntry = [{ turn, _, _ in turn.say("+\(name)") }, SpecAction.code(entry)]
      state.onExit = [SpecAction.code(exit), { turn, _, _ in turn.say("-\(name)") }]
    }
    for (position, rule) in rules.enumerated() {
      state.transitions.append(rule.kernelTransition(label: isHistory ? nil : "\(name)#\(position)"))
    }
    for invoke in invokes {
      var invocation = ChartDefinition.Invocation(.machine, Name(invoke.chart))
      invocation.forwardsEvents = invoke.forwards
      invocation.finalize = [SpecAction.code(invoke.finalize)]
      state.invocations.append(invocation)
    }
    if let data { state.doneData = { _, _ in .int(data) } }
    return state
  }

  private var isHistory: Bool { kind == .shallow || kind == .deep }

  private var kernelKind: ChartDefinition.State.Kind {
    switch kind {
    case .atomic: .atomic
    case .compound: .compound
    case .parallel: .parallel
    case .final: .final
    case .shallow: .shallowHistory
    case .deep: .deepHistory
    }
  }
}

extension SpecRule {
  fileprivate func kernelTransition(label: String?) -> ChartDefinition.Transition {
    let trigger: ChartDefinition.Trigger =
      switch self.trigger {
      case .event(let descriptors): .event(descriptors)
      case .always: .always
      case .after(let delay): .after(delay)
      }
    var transition = ChartDefinition.Transition(
      trigger, to: targets.map { Name($0) }, when: condition.map(\.kernelGuard), actions: [SpecAction.code(content)])
    if let label {
      transition.actions.insert(
        ChartDefinition.Action { turn, _, value in turn.say(label + (value == .null ? "" : "(\(value.line))")) }, at: 0)
    }
    transition.isInternal = isInternal
    return transition
  }
}

extension SpecCondition {
  fileprivate var kernelGuard: ChartDefinition.Guard {
    switch self {
    case .isIn(let state): .isIn(Name(state))
    case .isNotIn(let state): ChartDefinition.Guard(Name(text)) { turn, me, _ in !turn.isIn(Name(state), of: me) }
    case .below(let number):
      ChartDefinition.Guard(Name(text)) { turn, me, _ in (turn.read(me, "count").number ?? 0) < number }
    case .data(let number): ChartDefinition.Guard(Name(text)) { _, _, value in value == .int(number) }
    }
  }
}

extension SpecAction {
  /// One block of executable content: an error ends it.
  fileprivate static func code(_ actions: [SpecAction]) -> Code {
    { turn, me, _ in
      for action in actions {
        if action == .fault { return turn.fault("boom") }
        action.perform(turn, me)
      }
    }
  }

  private func perform(_ turn: borrowing TurnContext, _ me: InstanceID) {
    switch self {
    case .log(let text): turn.say(text)
    case .raise(let event, let data): turn.raise(Name(event), data.map(Value.int) ?? .null, for: me)
    case .send(let event): turn.send(Name(event), to: me)
    case .sendLater(let event, let delay, let id): turn.send(Name(event), to: me, after: delay, id: id.map { Name($0) })
    case .cancel(let id): turn.cancel(Name(id), to: me)
    case .count: turn.set(me, "count", .int((turn.read(me, "count").number ?? 0) + 1))
    case .fault: break
    case .sendNowhere: turn.send("lost", to: InstanceID(999))
    case .sendParent(let event): if let parent = turn.invoker(of: me) { turn.send(Name(event), to: parent) }
    }
  }
}

extension Simulation {
  mutating func perform(_ stimulus: SpecStimulus) {
    switch stimulus {
    case .event(let name, let data): send(Name(name), data.map(Value.int) ?? .null)
    case .advance(let milliseconds): advance(to: kernel.snapshot.time + milliseconds)
    }
  }

  /// What was said, but for what only the reference's text of an error's data would tell.
  mutating func trace() -> [String] { said() }
}
