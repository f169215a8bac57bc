import Statecharts

/// How the words become a chart.
extension ViewModel {
  /// A state with the services and view models that its states invoke.
  static func region(_ name: String, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>]) -> Part<Self> {
    let services = parts.flatMap(\.kinds).filter { kind in
      switch kind {
      case .service, .child, .hears: true
      default: false
      }
    }
    return Part(kinds: [.region(state(name, kind, parts))] + services)
  }

  private static func state(_ name: String, _ kind: ChartDefinition.State.Kind?, _ parts: [Part<Self>])
    -> ChartDefinition.State
  {
    var children: [ChartDefinition.State] = []
    for case .region(let child) in parts.flatMap(\.kinds) { children.append(child) }
    var state = ChartDefinition.State(name, kind, children: children)
    for part in parts.flatMap(\.kinds) {
      switch part {
      case .transition(var transition):
        transition.isInternal = transition.isInternal || kind == .compound
        state.transitions.append(transition)
      case .invocation(let invocation): state.invocations.append(invocation)
      case .onEntry(let code): state.onEntry.append(code)
      case .onExit(let code): state.onExit.append(code)
      case .initial(let targets, let code):
        state.initial = targets.map(\.name)
        state.initialActions = code.map { [$0] } ?? []
      case .doneData(let output): state.doneData = output
      case .region, .service, .child, .hears: break
      case .observer, .setter, .setUp, .uses, .property, .accepts:
        preconditionFailure(
          "state '\(name)': observers, setters, set-up, uses, properties and acceptances stand beside regions, not in them"
        )
      }
    }
    return state
  }
}
