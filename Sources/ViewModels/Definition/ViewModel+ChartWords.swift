import Statecharts

/// The words for what is rarer in a chart: history, initial transitions, several targets, final states with data, invoked
/// view models.
extension ViewModel {
  /// A state that ends its parent; at the top it ends the chart.
  public static func Final(_ id: StateID) -> Part<Self> { region(id.name, .final, []) }

  /// A state that ends its parent and hands a value to `Events.done`.
  public static func Final<T: ValueConvertible>(
    _ id: StateID, data: @escaping @Sendable (Model) -> T
  ) -> Part<Self> {
    region(id.name, .final, [Part(.doneData { turn, me in data(turn.model(of: Ref<Self>(me))).value })])
  }

  /// Stands for the child that was active when the state around it was last left; at first for another state.
  public static func History(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    region(id.name, .shallowHistory, [Always(to: target, action)])
  }

  /// Stands for all states that were active below the state around it when that was last left; at first for another state.
  public static func DeepHistory(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    region(id.name, .deepHistory, [Always(to: target, action)])
  }

  /// What a state or region enters by default, instead of its first state: a state at any depth below it, or several in
  /// parallel regions. The action runs behind the state's own entry.
  public static func Initial(to targets: StateID..., action: Body? = nil) -> Part<Self> {
    Part(.initial(targets, action.map(code)))
  }

  /// A transition that leads into several parallel regions at once.
  public static func On<E: Event>(
    _ event: E, toAll targets: [StateID], when condition: Guard<Model>? = nil, _ action: Action<E.Payload>? = nil
  ) -> Part<Self> {
    var transition = transition(
      .event(event.name), nil, condition, action.map { ChartDefinition.Action(code(event, $0)) })
    transition.targets = targets.map(\.name)
    return Part(.transition(transition))
  }

  /// A transition to a state below that does not leave the state it belongs to: SCXML's `type="internal"`.
  public static func OnInternal<E: Event>(
    _ event: E, to target: StateID, when condition: Guard<Model>? = nil, _ action: Action<E.Payload>? = nil
  ) -> Part<Self> {
    var transition = transition(
      .event(event.name), target, condition, action.map { ChartDefinition.Action(code(event, $0)) })
    transition.isInternal = true
    return Part(.transition(transition))
  }

  /// A view model that runs while the state is active. When its chart finishes, `Events.done` of its type comes; leaving
  /// the state ends it.
  ///
  /// - Parameters:
  ///   - forwardsEvents: Whether it is sent every event from outside that this view model receives.
  ///   - finalize: Runs with the value of each event that comes from it, before a transition is chosen for that event.
  public static func Invoke<W: ViewModel>(
    _ type: W.Type, forwardsEvents: Bool = false, finalize: Action<Value>? = nil
  ) -> Part<Self> {
    var invocation = ChartDefinition.Invocation(.machine, W.definition.name)
    invocation.forwardsEvents = forwardsEvents
    invocation.finalize = finalize.map { [code(Events("*"), $0)] } ?? []
    return Part(.invocation(invocation), .child(TemplateSource { W.definition.node }))
  }
}
