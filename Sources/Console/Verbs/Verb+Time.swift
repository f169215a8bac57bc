import Statecharts
import Traces
import ViewModels

extension Verb {
  static let advance = Verb(
    "advance", .time, [Parameter("DURATION", .duration, isOptional: true)],
    summary: "let time pass: a duration, or up to the next due instant",
    explanation:
      "A duration needs a unit: '500ms', '1.5s', '2m', '1h30m'. Work that comes due before then runs at its own time.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { return Command(.advance(milliseconds: nil)) }
      let duration = try arguments.duration()
      return Command(.advance(milliseconds: duration.milliseconds), duration.description)
    })

  static let hold = Verb(
    "hold", .time, [Parameter("COMMAND", .line)],
    summary: "run a command and leave due work waiting",
    explanation:
      "The next command runs before the work that this one makes due: so you can write every race as a script. The "
      + "first command without 'hold' lets the work run afterwards. 'hold advance 2s' stops the clock after 2s, "
      + "before the work due then.",
    action: .drive { (arguments) throws(Mistake) in
      guard !arguments.isAtEnd() else { throw arguments.missing("a command") }
      let column = arguments.scanner.column
      let verb = try Verb.read(&arguments.scanner, arguments.source)
      guard let read = verb.read, verb.isHoldable else { throw Mistake(.notHoldable(verb.name), column: column) }
      arguments.verb = verb
      return try read(&arguments).held
    })

  /// Whether due work can be held: `settle` and `restart` leave none.
  private var isHoldable: Bool { !["hold", "settle", "restart"].contains(Name(name)) }

  static let fire = Verb(
    "fire", .time, [Parameter("WORK", .work)],
    summary: "run one piece of waiting work next, before all other work",
    explanation: "'timers' lists the waiting work by name.",
    action: .drive { (arguments) throws(Mistake) in
      let scene = try arguments.scene()
      var name = try arguments.rest("a piece of work")
      name.text = name.text.unspelled
      let work = try name.naming(.work, among: scene.machine.work(of: scene.snapshot), by: \.name.text)
      return Command(.fire(work: work.name.text))
    })

  static let settle = Verb(
    "settle", .time, summary: "run what is due until nothing is due",
    explanation: "No time passes. It runs the work that 'hold' left waiting.",
    action: .drive { (_) throws(Mistake) in Command(.settle) })

  static let `break` = Verb(
    "break", .time, [Parameter("[before] EXPRESSION|broken|output SUBJECT|off [N]", .expression, isOptional: true)],
    summary: "stop commands when something becomes true; alone, list the breakpoints",
    explanation:
      "It waits for an expression to become true, a state to be entered, a property to break ('broken') or a subject "
      + "to send ('output'). The command stops at the end of that instant; 'source' stops too. With 'before' it stops "
      + "one instant earlier, and the next command continues. Expressions are checked after every turn, times when "
      + "the clock reaches them. 'break off' removes all breakpoints; with a number, only that one. See 'help "
      + "expressions'.",
    action: .perform { (session, arguments) throws(Mistake) in
      let run = try session.openRun()
      guard !arguments.isAtEnd() else { return .talk(run.breakLines) }
      if let range = try arguments.ending(of: run.watchpoints.breakpoints.count) {
        session.run?.watchpoints.breakpoints.removeSubrange(range)
        return .talk(session.run?.breakLines ?? [])
      }
      let point = try arguments.breakpoint(of: run.machine)
      session.run?.watchpoints.breakpoints.append(point)
      return .talk("stops \(point.stopsBefore ? "" : "at ")\(point.text)")
    })

  static let observers = Verb(
    "observers", .time, [Parameter("registered|reversed", .observerOrder, isOptional: true)],
    summary: "set the order in which the observers of a field are notified; alone, show it",
    explanation:
      "Key-value observing promises no order, so a difference between the two orders is a race. If a change notifies "
      + "several observers in reverse, a 'tie' names them. 'restart' keeps the order.",
    action: .driveOrLook(
      { (arguments) throws(Mistake) in
        _ = try arguments.scene()
        let order = try arguments.word("'registered' or 'reversed'")
          .naming(.order, among: SearchDomain.ObserverOrder.allCases, by: \.rawValue)
        return Command(.observers(reversed: order == .reversed), order.rawValue)
      },
      alone: { (session, _) throws(Mistake) in
        let order: SearchDomain.ObserverOrder =
          try session.openScene().snapshot.reversesObservers ? .reversed : .registered
        return ["the observers of a field are notified \(order.phrase)"]
      }))
}

extension CaseRun {
  fileprivate var breakLines: [String] {
    TextTable(watchpoints.breakpoints.enumerated().map { ["\($0 + 1)", $1.text] })
      .lines(or: "there is no breakpoint; 'break EXPRESSION' makes one")
  }
}

extension ArgumentReader {
  mutating func breakpoint(of machine: Machine) throws(Mistake) -> Breakpoint {
    let text = remaining
    var probe = self
    let stopsBefore = try probe.word("a condition").name == "before"
    if stopsBefore { self = probe }
    return Breakpoint(text: text, condition: try condition(of: machine), stopsBefore: stopsBefore)
  }

  private mutating func condition(of machine: Machine) throws(Mistake) -> Breakpoint.Condition {
    var probe = self
    let word = try probe.word("a condition")
    if word.name == "broken", probe.isAtEnd() {
      let names = ExpressionNames(machine)
      guard names.meaning(of: word.text) == nil, case .unknown = names.state(Name(word.text)) else {
        throw Mistake(
          column: word.column,
          sentence:
            "'broken' is a property that breaks and a name of the machine; write 'broken = …', or '… = broken' for "
            + "a state",
          code: "E1075")
      }
      return .breaks
    }
    if word.name == "output", !ExpressionNames(machine).isField(word.text) {
      let subject = try probe.word("a subject")
      if probe.isAtEnd() {
        return .sends(subject: try subject.naming(.subject, among: machine.subjectNames, by: \.text).text)
      }
    }
    return .holds(try expression("a condition"))
  }
}

extension SearchDomain.ObserverOrder {
  fileprivate var phrase: String {
    switch self {
    case .registered: "in the order in which they registered"
    case .reversed: "in reverse order of registration"
    }
  }
}
