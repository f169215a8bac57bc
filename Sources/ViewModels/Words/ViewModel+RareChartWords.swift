import Statecharts

extension ViewModel {
  /// A state that ends its parent; at the top it ends the chart.
  public func Final(_ id: StateID) -> Part<Self> { Self.region(id.name, .final, []) }

  /// A final state with a value for `Events.done`.
  public func Final<T: ValueConvertible>(_ id: StateID, data: @escaping @Sendable (Model) -> T) -> Part<Self> {
    Self.region(id.name, .final, [Part(.doneData { turn, me in data(turn.model(of: Ref<Self>(me))).value })])
  }

  /// The substate active when the parent was last left, or `target` at first.
  public func History(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    Self.region(id.name, .shallowHistory, [Always(to: target, action)])
  }

  /// All states below the parent active when it was last left, or `target` at first.
  public func DeepHistory(_ id: StateID, default target: StateID, _ action: Body? = nil) -> Part<Self> {
    Self.region(id.name, .deepHistory, [Always(to: target, action)])
  }

  /// Sets the default entry: any states below, instead of the first state. The action runs after the state's own
  /// entry.
  public func Initial(to targets: StateID..., action: Body? = nil) -> Part<Self> {
    Part(.initial(targets, action.map { Self.code($0) }))
  }

  /// A transition into several parallel regions.
  public func On<T: Trigger<Self>>(
    _ trigger: T, toAll targets: [StateID], when condition: (any Condition<Self>)? = nil,
    _ action: Action<T.Payload>? = nil
  ) -> Part<Self> {
    var transition = rare(trigger, nil, condition, action)
    transition.targets = targets.map(\.name)
    return Part(.transition(transition))
  }

  /// A transition to a substate without leaving the state: SCXML's `type="internal"`.
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
      .event(trigger.name.text), target, condition,
      action.map { ChartDefinition.Action(Self.code(of: trigger, $0)) })
  }

  /// A guard that holds while a state is active: SCXML's `In`.
  public func In(_ state: StateID, file: StaticString = #fileID, line: Int = #line) -> Guard {
    Guard(inState: state, file, line)
  }

  /// Runs a view model while the state is active. When its chart finishes, `Events.done` of its type comes.
  ///
  /// - Parameters:
  ///   - forwardsEvents: Whether it receives this view model's external events.
  ///   - finalize: Runs for each event from it, before a transition is chosen.
  public func Invoke<W: ViewModel>(
    _ type: W.Type, forwardsEvents: Bool = false, finalize: Action<Value>? = nil
  ) -> Part<Self> {
    var invocation = ChartDefinition.Invocation(.machine, W.definition.name)
    invocation.forwardsEvents = forwardsEvents
    invocation.finalize = finalize.map { [Self.code(of: Events("*"), $0)] } ?? []
    return Part(.invocation(invocation), .child(TemplateSource.of(type)))
  }

  /// Runs immediately when a request begins that this view model answers.
  ///
  /// - Parameter dropped: Runs when a request ends unanswered.
  public func Answers<I, O>(
    _ service: Service<I, O>, dropped: Action<Asked<I, O>>? = nil, _ body: @escaping Action<Asked<I, O>>
  ) -> [Part<Self>] {
    [Part(.hears(service.asked.name, Self.code(of: service.asked, body)))]
      + (dropped.map { [Part(.hears(service.dropped.name, Self.code(of: service.dropped, $0)))] } ?? [])
  }

  /// Accepts a finding of `lint`, such as `trap`. A region with an accepted `shared-name` keeps its bare name in
  /// output.
  ///
  /// - Parameter place: The state, relative to the definition: `login.succeeded`.
  public func Accepts(_ code: Name, at place: Name, because reason: String) -> Part<Self> {
    Part(.accepts(Acceptance(code: code, place: place, reason: reason)))
  }
}

/// Routes; their effects come one main-queue hop later.
extension ViewModel {
  /// An alert with the subject's value as message; every button calls `dismissed`.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    .alert(title, on: Bound(field: subject.name), buttons.map { ($0, dismissed?.name) })
  }

  /// An alert with an input for each button.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: KeyValuePairs<String, Input<Void>?>
  ) -> ScreenPart {
    .alert(title, on: Bound(field: subject.name), buttons.map { ($0.key, $0.value?.name) })
  }

  private func route<P>(_ subject: Subject<P>, _ kind: Route.Kind, for value: Value? = nil) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: kind, only: value))
  }

  /// Pushes a page when a subject sends.
  public func Push<P>(_ page: Page, on subject: Subject<P>) -> ScreenPart { route(subject, .push(page)) }

  /// Pushes a page when a subject sends this value.
  public func Push<P>(_ page: Page, on subject: Subject<P>, for value: P) -> ScreenPart {
    route(subject, .push(page), for: subject.encode(value))
  }

  /// Pushes a page titled by the subject's value; nil crashes the model.
  public func Push(_ page: Name, on subject: Subject<String?>) -> ScreenPart { route(subject, .pushTitled(page)) }

  /// Pushes the page of the view model that a subject sends; one without a page crashes the model. `title` is the
  /// field with its title.
  public func Push<W: ViewModel>(
    titled title: KeyPath<W, FieldToken<W, String>>, on subject: Subject<Value>
  ) -> ScreenPart {
    route(subject, .pushModel(title: W.tokens[keyPath: title].name))
  }

  /// Pops the top page.
  public func Pop<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .pop) }

  /// Pops to the first page.
  public func PopToRoot<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .popToRoot) }

  /// Closes the keyboard when a subject sends.
  public func EndEditing<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .endEditing) }

  /// A text shown for a second, which blocks nothing.
  public func Tip(on subject: Subject<String>) -> ScreenPart { route(subject, .tip) }

  /// Calls an input when this page is on top again.
  public func Reappeared(_ input: Input<Void>) -> ScreenPart { .reappeared(input: input.name) }
  /// Raises an event when this page is on top again; the program cannot raise it.
  public func Reappeared(_ event: Event<Void>) -> ScreenPart { .reappeared(input: event.name) }
  /// Calls an input when this page is left for the one below.
  public func Disappeared(_ input: Input<Void>) -> ScreenPart { .disappeared(input: input.name) }
  /// Raises an event when this page is left for the one below; the program cannot raise it.
  public func Disappeared(_ event: Event<Void>) -> ScreenPart { .disappeared(input: event.name) }
}

/// Laws. The turn that breaks one reports it: `broken "the label shows its own row"`. It is reported again only
/// after it held in between.
extension ViewModel {
  /// Must hold at its moment, by default whenever nothing is due.
  public func Invariant(
    _ name: Name, at moment: Monitor.Moment = .rest, file: StaticString = #fileID, line: Int = #line,
    _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Self.law(.invariant(name, at: moment, holds), "holds \(moment.demand)", file, line)
  }

  /// An automaton that reads the history; `read` advances it by one turn and returns whether the law holds.
  ///
  /// - Parameter memory: The initial state, without references or unbounded counts, so that equal situations stay
  ///   equal.
  @inlinable
  public func Law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment = .turn, from memory: Memory,
    file: StaticString = #fileID, line: Int = #line,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(heldTo: .law(name, at: moment, from: memory, read), at: moment, file, line)
  }

  /// Must hold of every single turn, with access to its effects.
  public func EveryTurn(
    _ name: Name, file: StaticString = #fileID, line: Int = #line,
    _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Self.law(.everyTurn(name, holds), "holds for each single turn", file, line)
  }

  /// Occurs at most `limit` times since the last start; without `start`, in all.
  public func AtMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: Name,
    file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    let since = start == nil ? "" : " since the last start"
    let often = limit == 1 ? "once" : "\(limit) times"
    let property = Property<Self>(name, about: [happening, start ?? .never]) {
      .atMost(limit, $0[0], since: $0[1], name)
    }
    return Self.law(property, "happens at most \(often)\(since)", file, line)
  }

  /// Occurs exactly once per start: before the next start, and before no work waits any more. Never occurs without
  /// a start.
  public func ExactlyOne(
    _ happening: Happening, per start: Happening, _ name: Name, file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    let property = Property<Self>(name, about: [happening, start]) { .exactlyOne($0[0], per: $0[1], name) }
    return Self.law(property, "each start is followed by exactly one of these", file, line)
  }

  /// When no work waits, there are as many ends as starts.
  public func EveryOne(
    of start: Happening, endsIn end: Happening, _ name: Name, file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    let property = Property<Self>(name, about: [start, end]) { .everyOne(of: $0[0], endsIn: $0[1], name) }
    return Self.law(property, "everything that began has ended when no work waits", file, line)
  }

  /// Does not occur after `stop`, until `reset`.
  public func None(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: Name,
    file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    Self.law(
      .none(of: happening, after: stop, until: reset, name), "does not happen after a stop, until it is allowed again",
      file, line)
  }

  /// The laws of a command other than `Command`.
  public func Held(
    to laws: CommandLaws<Self>, file: StaticString = #fileID, line: Int = #line
  ) -> [Part<Self>] {
    Self.laws(laws, at: "\(file):\(line)")
  }

  static func laws(_ laws: CommandLaws<Self>, at place: String) -> [Part<Self>] {
    laws.properties.map { Part(.property($0.noting("a law of every command", at: place))) }
  }

  private static func law(
    _ property: Property<Self>, _ demand: String, _ file: StaticString, _ line: Int
  ) -> Part<Self> {
    Part(.property(property.noting(demand, at: "\(file):\(line)")))
  }
}
