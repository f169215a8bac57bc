import Statecharts
import ViewModels

/// A view model with a signal command, as the articles wire one, or as it should be wired.
///
/// As written: nobody hears a refused execution (HZ-C6); work that never ends is waited for (HZ-C7); `switchToLatest` drops
/// the results of what runs beside the latest (HZ-C8); what the caller's completion clears stays after an error (HZ-C9).
enum Searcher: ViewModel {
  struct Model: Sendable {
    var isFixed = false
    var isConcurrent = false
    var command = SignalCommand<String, String>(InstanceID(0))
    var isBusy = false
    var found: [String] = []
  }

  static let isFixed = Field("isFixed", \Model.isFixed)
  static let isConcurrent = Field("isConcurrent", \Model.isConcurrent)
  static let command = Field("command", \Model.command)
  static let isBusy = Field("isBusy", \Model.isBusy)
  static let found = Field("found", \Model.found)
  static let wire = Input<Void>("wire")
  static let search = Input<String>("search")
  static let error = Subject<Value>("error")
  static let rejected = Subject<Void>("rejected")

  /// The work: `fast` and `slow` answer, `closed` is refused by the business, `bad` breaks, `never` does not end.
  static let work = NamedSignal("work") { (me: Ref<Searcher>, query: String) -> Signal<String> in
    switch query {
    case "bad": Signal<String>.empty.delay(.seconds(1)).concat(Signal<String>.fail("E"))
    case "closed": .failure("closed today")
    case "never": .never
    default: Signal.just(query).delay(query == "slow" ? .seconds(3) : .seconds(1))
    }
  }
  /// The same with an end: after five seconds it is an error.
  static let endingWork = NamedSignal("endingWork") { (me: Ref<Searcher>, query: String) -> Signal<String> in
    let end = Signal<String>.empty.delay(.seconds(5)).concat(Signal<String>.fail("timeout"))
    return Signal<String>.merge([work(me, query).signal, end]).take(1)
  }

  static let showResults = Wiring("showResults") { (me: Ref<Searcher>, command: SignalCommand<String, String>) in
    command.executionSignals.switchToLatest().subscribe(next: show(me))
  }
  static let showAllResults = Wiring("showAllResults") { (me: Ref<Searcher>, command: SignalCommand<String, String>) in
    command.executionSignals.flatten().subscribe(next: show(me))
  }
  static let tellErrors = Wiring("tellErrors") { (me: Ref<Searcher>, command: SignalCommand<String, String>) in
    command.errors.output(by: me, error)
  }
  static let showExecuting = Wiring("showExecuting") { (me: Ref<Searcher>, command: SignalCommand<String, String>) in
    command.executing.assign(to: me, isBusy)
  }
  static let show = Handler("show") { (turn: borrowing TurnContext, value, me: Ref<Searcher>) in
    guard let text = String(value) else { return }
    turn[me, found] = turn[me, found] + [text]
  }
  static let completed = Handler("completed") { (turn: borrowing TurnContext, _, me: Ref<Searcher>) in
    turn[me, isBusy] = false
  }
  static let refused = Handler("refused") { (turn: borrowing TurnContext, value, me: Ref<Searcher>) in
    if value == "NotEnabled" { turn.emit(rejected, (), by: me) }
  }

  static let definition = Definition<Searcher>(
    Model(), fields: [isFixed, isConcurrent, command, isBusy, found], inputs: [wire, search],
    subjects: [error, rejected],
    properties: CommandLaws(
      ofSignalCommand: "search", isExecuting: { $0.model.isBusy }, tellsError: .sent(error), showsValue: .set(found),
      tellsRefusal: .sent(rejected)
    ).properties
  ) {
    Uses(work, endingWork, showResults, showAllResults, tellErrors, showExecuting, show, completed, refused)
    Region("searcher") {
      On(wire) { me, _ in
        let made = me.makeCommand(
          me[isFixed] ? endingWork : work, of: me.me, allowsConcurrency: me[isConcurrent], showing: "search")
        me[command] = made
        me.start(tellErrors, me.me, made)
        me.start(me[isFixed] ? showAllResults : showResults, me.me, made)
        if me[isFixed] { me.start(showExecuting, me.me, made) }
      }
      On(search) { me, query in
        let caller = me.execute(me[command], query)
        if me[isFixed] {
          me.subscribe(to: caller, error: refused(me.me))
        } else {
          me[isBusy] = true
          me.subscribe(to: caller, completed: completed(me.me))
        }
      }
      State(.idle)
    }
  }

  static let machine = Machine(Searcher.self, name: "searcher", variant: "one", summary: "a signal command")
}
