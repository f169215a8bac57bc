import Statecharts

/// What any command is held to, whatever it is made of.
///
/// The laws are properties of the view model that has the command: the turn that breaks one says so.
public struct CommandLaws<V: ViewModel>: Sendable {
  /// Reads something of the instance at the end of a turn.
  public typealias Look<Result> = @Sendable (borrowing Witness<V>) -> Result

  let name: Name
  let begins: Happening
  let outcomes: Happening
  let cancels: Happening
  let fails: Happening?
  let tellsError: Happening?
  /// What an execution sends, and what shows it.
  var values: Happening?
  var showsValue: Happening?
  /// An execution was refused, and what shows that.
  var refuses: Happening?
  var tellsRefusal: Happening?
  let isConcurrent: Bool
  let isExecuting: Look<Bool>
  let inFlight: Look<Int>
  let isEnabled: Look<Bool>

  /// Makes the laws of a command.
  ///
  /// - Parameters:
  ///   - begins: An execution began.
  ///   - outcomes: Success, failure or error was told.
  ///   - cancels: An execution was cancelled.
  ///   - fails: The work of an execution ended in an error, for a command that has an error subject of its own.
  ///   - tellsError: The error subject sent.
  ///   - isConcurrent: Whether several executions may run.
  ///   - isExecuting: Whether it shows that it executes.
  ///   - inFlight: How many executions have not ended.
  ///   - isEnabled: Whether it would be taken as far as its executions are concerned.
  public init(
    name: Name, begins: Happening, outcomes: Happening, cancels: Happening, fails: Happening? = nil,
    tellsError: Happening? = nil, isConcurrent: Bool = false, isExecuting: @escaping Look<Bool>,
    inFlight: @escaping Look<Int>, isEnabled: @escaping Look<Bool>
  ) {
    self.name = name
    self.begins = begins
    self.outcomes = outcomes
    self.cancels = cancels
    self.fails = fails
    self.tellsError = tellsError
    self.isConcurrent = isConcurrent
    self.isExecuting = isExecuting
    self.inFlight = inFlight
    self.isEnabled = isEnabled
  }

  package var properties: [Property<V>] {
    [executes, ends, isEnabledAgain, isCancelled] + (isConcurrent ? [] : [isAlone])
      + told(fails, by: tellsError, "every error of \(name) is told once")
      + told(values, by: showsValue, "every value of \(name) reaches the view")
      + told(refuses, by: tellsRefusal, "every refused execution of \(name) is seen")
  }

  private var executes: Property<V> {
    let (isExecuting, inFlight) = (isExecuting, inFlight)
    return .invariant("\(name) executes while something is in flight, and only then") { turn in
      isExecuting(turn) == (inFlight(turn) > 0)
    }
  }

  private var isAlone: Property<V> {
    let inFlight = inFlight
    return .invariant("\(name) has one execution at a time", at: .turn) { inFlight($0) <= 1 }
  }

  /// Counts what is open: an end without an execution is a second one of an earlier execution.
  private var ends: Property<V> {
    let inFlight = inFlight
    return .law(
      "every execution of \(name) ends in exactly one outcome, or is cancelled", about: [begins, outcomes, cancels],
      from: 0
    ) { happenings, open, turn in
      var holds = true
      for effect in turn.effects {
        if happenings[0].matches(effect) {
          turn.report.trigger()
          open = open.saturating(adding: 1)
        }
        guard happenings[1].matches(effect) || happenings[2].matches(effect) else { continue }
        if open == 0 { holds = false }
        open = max(0, open.saturating(adding: -1))
      }
      return holds && !(turn.isStill && (open > 0 || inFlight(turn) > 0))
    }
  }

  private var isEnabledAgain: Property<V> {
    let (isEnabled, inFlight) = (isEnabled, inFlight)
    return .invariant("\(name) is enabled again when nothing is in flight") { inFlight($0) > 0 || isEnabled($0) }
  }

  private var isCancelled: Property<V> {
    .none(of: outcomes, after: cancels, until: begins, "\(name) has no result after it was cancelled")
  }

  /// What happened is told as often, by the time that nothing is due.
  private func told(_ happening: Happening?, by told: Happening?, _ law: Name) -> [Property<V>] {
    guard let happening, let told else { return [] }
    return [
      .law(law, at: .rest, about: [happening, told], from: 0) { happenings, untold, turn in
        untold = untold.saturating(
          adding: turn.occurrences(ofResolved: happenings[0]) - turn.occurrences(ofResolved: happenings[1]))
        // However much was left out, it is broken: what is remembered must not grow.
        if turn.isAtRest { untold = untold.signum() }
        return untold == 0
      }
    ]
  }
}

extension CommandLaws {
  /// Makes the laws of a signal command that shows its phases under a name.
  ///
  /// - Parameters:
  ///   - command: The name that `makeCommand(showing:)` was given.
  ///   - isExecuting: Whether the view shows that it executes; without one, what the command itself shows.
  ///   - tellsError: What tells of an error or a failure; without one no law asks for it.
  ///   - showsValue: What shows a value of an execution; without one no law asks for it.
  ///   - tellsRefusal: What tells of a refused execution; without one no law asks for it.
  public init(
    ofSignalCommand command: Name, isConcurrent: Bool = false, isExecuting: Look<Bool>? = nil,
    tellsError: Happening? = nil, showsValue: Happening? = nil, tellsRefusal: Happening? = nil
  ) {
    self.init(
      name: "'\(command)'", begins: .began(command), outcomes: .ended(command), cancels: .never,
      fails: .any(of: .sent(named: "\(command).error"), .sent(named: "\(command).fail")),
      tellsError: tellsError, isConcurrent: isConcurrent,
      isExecuting: isExecuting ?? { $0.command(command)?.showsExecuting ?? false },
      inFlight: { $0.command(command)?.running ?? 0 },
      isEnabled: { $0.command(command).map { $0.showsEnabled || !$0.isAllowed } ?? true })
    values = .sent(named: "\(command).next")
    self.showsValue = showsValue
    refuses = .refused(command)
    self.tellsRefusal = tellsRefusal
  }
}
