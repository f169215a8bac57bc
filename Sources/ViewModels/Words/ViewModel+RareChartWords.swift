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
      .event(trigger.name.text), target, condition,
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
  public func Accepts(_ code: Name, at place: Name, because reason: String) -> Part<Self> {
    Part(.accepts(Acceptance(code: code, place: place, reason: reason)))
  }
}

/// The words for what a view shows when its view model says something. All of it comes one hop through the main queue later.
extension ViewModel {
  /// An alert whose message is the value that a subject sends.
  ///
  /// - Parameter dismissed: The input that is called when a button was pressed.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: [String], _ dismissed: Input<Void>? = nil
  ) -> ScreenPart {
    alert(title, subject, buttons.map { AlertButton($0, input: dismissed?.name) })
  }

  /// An alert each of whose buttons calls an input of its own.
  public func Alert<P>(
    _ title: String, on subject: Subject<P>, _ buttons: KeyValuePairs<String, Input<Void>?>
  ) -> ScreenPart {
    alert(title, subject, buttons.map { AlertButton($0.key, input: $0.value?.name) })
  }

  private func alert<P>(_ title: String, _ subject: Subject<P>, _ buttons: [AlertButton]) -> ScreenPart {
    route(subject, .alert(title: title, buttons: buttons))
  }

  private func route<P>(_ subject: Subject<P>, _ kind: Route.Kind, for value: Value? = nil) -> ScreenPart {
    .route(Route(source: Bound(field: subject.name), kind: kind, only: value))
  }

  /// A page that is pushed when a subject sends.
  public func Push<P>(_ page: Page, on subject: Subject<P>) -> ScreenPart { route(subject, .push(page)) }

  /// A page that is pushed when a subject sends just this value: so the controller chooses among the routes of a yellow light.
  public func Push<P>(_ page: Page, on subject: Subject<P>, for value: P) -> ScreenPart {
    route(subject, .push(page), for: subject.encode(value))
  }

  /// A page whose title is what the subject sends; nil crashes, as a nil title does.
  public func Push(_ page: Name, on subject: Subject<String?>) -> ScreenPart { route(subject, .pushTitled(page)) }

  /// The page of the view model that a subject sends: navigation asks for a view model, and the machine's pages say which
  /// page it has. One that has none crashes, as pushing no controller does.
  ///
  /// - Parameter title: The field of the view model that is the page's title.
  public func Push<W: ViewModel>(
    titled title: KeyPath<W, FieldToken<W, String>>, on subject: Subject<Value>
  ) -> ScreenPart {
    route(subject, .pushModel(title: W.tokens[keyPath: title].name))
  }

  /// The top page goes when a subject sends.
  public func Pop<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .pop) }

  /// All pages but the first go when a subject sends.
  public func PopToRoot<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .popToRoot) }

  /// The keyboard goes when a subject sends: the text field that is being edited ends.
  public func EndEditing<P>(on subject: Subject<P>) -> ScreenPart { route(subject, .endEditing) }

  /// A text that is seen for a second and is in nobody's way.
  public func Tip(on subject: Subject<String>) -> ScreenPart { route(subject, .tip) }

  /// A sign of work that is seen while a field is true.
  ///
  /// - Parameter covers: Whether nothing below it can be used meanwhile.
  public func HUD(_ text: String, while isBusy: some Shown<Bool>, covers: Bool = true) -> ScreenPart {
    .route(Route(source: isBusy.bound, kind: .hud(text, covers: covers)))
  }

  /// The input that is called when the page above this one was left.
  public func Reappeared(_ input: Input<Void>) -> ScreenPart { .reappeared(input: input.name) }
  /// The event that is raised when the page above this one was left. The program cannot call it, so it never comes before.
  public func Reappeared(_ event: Event<Void>) -> ScreenPart { .reappeared(input: event.name) }
  /// The input that is called when this page was left for the one below it; the view model may live on.
  public func Disappeared(_ input: Input<Void>) -> ScreenPart { .disappeared(input: input.name) }
  /// The event that is raised when this page was left for the one below it, which the program cannot call.
  public func Disappeared(_ event: Event<Void>) -> ScreenPart { .disappeared(input: event.name) }
}

/// The words in which a view model states what it is held to. What becomes false is said by the turn that broke it:
/// `broken "the label shows its own row"`; once, and again only after it held meanwhile.
extension ViewModel {
  /// Something that always holds at its moment, by default whenever nothing is due.
  public func Invariant(
    _ name: Name, at moment: Monitor.Moment = .rest, file: StaticString = #fileID, line: Int = #line,
    _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Self.law(.invariant(name, at: moment, holds), "holds \(moment.demand)", file, line)
  }

  /// Something that holds of the history: an automaton that reads turns.
  ///
  /// - Parameters:
  ///   - memory: The automaton's first state: no references and no counts without end, so that equal situations stay equal.
  ///   - read: Moves the automaton by one turn, and returns whether the law holds now.
  @inlinable
  public func Law<Memory: ValueConvertible>(
    _ name: Name, at moment: Monitor.Moment = .turn, from memory: Memory,
    file: StaticString = #fileID, line: Int = #line,
    _ read: @escaping @Sendable (inout Memory, borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Part(heldTo: .law(name, at: moment, from: memory, read), at: moment, file, line)
  }

  /// Something that holds of every turn by itself; in contrast to an invariant it sees what the turn did.
  public func EveryTurn(
    _ name: Name, file: StaticString = #fileID, line: Int = #line,
    _ holds: @escaping @Sendable (borrowing Witness<Self>) -> Bool
  ) -> Part<Self> {
    Self.law(.everyTurn(name, holds), "holds for each single turn", file, line)
  }

  /// No more than so many of these since the last of those, or ever.
  public func AtMost(
    _ limit: Int, _ happening: Happening, since start: Happening? = nil, _ name: Name,
    file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    let since = start == nil ? "" : " since the last start"
    let often = limit == 1 ? "once" : "\(limit) times"
    return Self.law(
      .atMost(limit, happening, since: start, name), "happens at most \(often)\(since)", file, line)
  }

  /// Each of the starts is followed by exactly one of these: none without a start, no second one, and one at last, before
  /// the next start and before nothing waits any more.
  public func ExactlyOne(
    _ happening: Happening, per start: Happening, _ name: Name, file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    Self.law(
      .exactlyOne(happening, per: start, name), "each start is followed by exactly one of these", file, line)
  }

  /// Whatever begins ends: when nothing waits any more, there have been as many ends as starts.
  public func EveryOne(
    of start: Happening, endsIn end: Happening, _ name: Name, file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    Self.law(
      .everyOne(of: start, endsIn: end, name), "everything that began has ended when no work waits", file, line)
  }

  /// None of these comes after one of those, until it is allowed again.
  public func None(
    of happening: Happening, after stop: Happening, until reset: Happening, _ name: Name,
    file: StaticString = #fileID, line: Int = #line
  ) -> Part<Self> {
    Self.law(
      .none(of: happening, after: stop, until: reset, name), "does not happen after a stop, until it is allowed again",
      file, line)
  }

  /// What a command is held to that is no `Command`.
  public func Held(
    to laws: CommandLaws<Self>, file: StaticString = #fileID, line: Int = #line
  ) -> [Part<Self>] {
    Self.laws(laws, at: "\(file):\(line)")
  }

  /// The laws of a command that is written at a place.
  static func laws(_ laws: CommandLaws<Self>, at place: String) -> [Part<Self>] {
    laws.properties.map { Part(.property($0.noting("a law of every command", at: place))) }
  }

  private static func law(
    _ property: Property<Self>, _ demand: String, _ file: StaticString, _ line: Int
  ) -> Part<Self> {
    Part(.property(property.noting(demand, at: "\(file):\(line)")))
  }
}
