import Statecharts

/// The words for what is rarer in a chart: history, initial transitions, several targets, final states with data, invoked
/// view models.
extension ViewModel {
  /// A state that ends its parent; at the top it ends the chart.
  public func Final(_ id: StateID) -> Part<Self> { Self.region(id.name, .final, []) }

  /// A state that ends its parent and hands a value to `Events.done`.
  public func Final<T: ValueConvertible>(_ id: StateID, data: @escaping @Sendable (Model) -> T) -> Part<Self> {
    Self.region(id.name, .final, [Part(.doneData { turn, me in data(turn.model(of: Ref<Self>(me))).value })])
  }

  /// Stands for the child that was active when the state around it was last left; at first for another state.
  public func History(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    Self.region(id.name, .shallowHistory, [Always(to: target, action)])
  }

  /// Stands for all states that were active below the state around it when that was last left; at first for another state.
  public func DeepHistory(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    Self.region(id.name, .deepHistory, [Always(to: target, action)])
  }

  /// What a state or region enters by default, instead of its first state: a state at any depth below it, or several in
  /// parallel regions. The action runs behind the state's own entry.
  public func Initial(to targets: StateID..., action: Body? = nil) -> Part<Self> {
    Part(.initial(targets, action.map { Self.code($0) }))
  }

  /// A transition that leads into several parallel regions at once.
  public func On<T: Trigger<Self>>(
    _ trigger: T, toAll targets: [StateID], when condition: (any Condition<Self>)? = nil,
    _ action: Action<T.Payload>? = nil
  ) -> Part<Self> {
    var transition = rare(trigger, nil, condition, action)
    transition.targets = targets.map(\.name)
    return Part(.transition(transition))
  }

  /// A transition to a state below that does not leave the state it belongs to: SCXML's `type="internal"`.
  public func OnInternal<T: Trigger<Self>>(
    _ trigger: T, to target: StateID, when condition: (any Condition<Self>)? = nil, _ action: Action<T.Payload>? = nil
  ) -> Part<Self> {
    var transition = rare(trigger, target, condition, action)
    transition.isInternal = true
    return Part(.transition(transition))
  }

  private func rare<T: Trigger<Self>>(
    _ trigger: T, _ target: StateID?, _ condition: (any Condition<Self>)?, _ action: Action<T.Payload>?
  ) -> ChartDefinition.Transition {
    Self.move(
      .event(trigger.name), target, condition,
      action.map { ChartDefinition.Action(Self.code(of: trigger, $0)) })
  }

  /// A condition on the chart instead of the model, SCXML's `In`: holds while a state is active.
  public func In(_ state: StateID, file: StaticString = #fileID, line: Int = #line) -> Guard {
    Guard(inState: state, file, line)
  }

  /// A view model that runs while the state is active. When its chart finishes, `Events.done` of its type comes; leaving
  /// the state ends it.
  ///
  /// - Parameters:
  ///   - forwardsEvents: Whether it is sent every event from outside that this view model receives.
  ///   - finalize: Runs with the value of each event that comes from it, before a transition is chosen for that event.
  public func Invoke<W: ViewModel>(
    _ type: W.Type, forwardsEvents: Bool = false, finalize: Action<Value>? = nil
  ) -> Part<Self> {
    var invocation = ChartDefinition.Invocation(.machine, W.definition.name)
    invocation.forwardsEvents = forwardsEvents
    invocation.finalize = finalize.map { [Self.code(of: Events("*"), $0)] } ?? []
    return Part(.invocation(invocation), .child(TemplateSource.of(type)))
  }

  /// Code that runs at once when a request of a service begins that this view model answers.
  ///
  /// - Parameter dropped: Runs when a request ends that was not answered: it was cancelled, timed out, or answered by hand.
  public func Answers<I, O>(
    _ service: Service<I, O>, dropped: Action<Asked<I, O>>? = nil, _ body: @escaping Action<Asked<I, O>>
  ) -> [Part<Self>] {
    [Part(.hears(service.asked.name, Self.code(of: service.asked, body)))]
      + (dropped.map { [Part(.hears(service.dropped.name, Self.code(of: service.dropped, $0)))] } ?? [])
  }

  /// Accepts a finding of `lint` with a reason: an original may well have its faults. A region whose `shared-name` with a
  /// field is accepted keeps its bare name in output.
  ///
  /// - Parameters:
  ///   - code: The finding's name: `trap`.
  ///   - place: The state that it is about, seen from the definition: `login.succeeded`.
  public func Accepts(_ code: String, at place: String, because reason: String) -> Part<Self> {
    Part(.accepts(Acceptance(code: code, place: place, reason: reason)))
  }
}
