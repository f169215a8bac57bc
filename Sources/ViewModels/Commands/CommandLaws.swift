import Statecharts

/// The laws of every kind of command.
public struct CommandLaws<V: ViewModel>: Sendable {
  /// Reads the instance at a turn's end.
  public typealias Look<Result> = @Sendable (borrowing Witness<V>) -> Result

  let name: Name
  let begins: Happening
  let outcomes: Happening
  let cancels: Happening
  let fails: Happening?
  let tellsError: Happening?
  var values: Happening?
  var showsValue: Happening?
  var refuses: Happening?
  var tellsRefusal: Happening?
  let isConcurrent: Bool
  let isExecuting: Look<Bool>
  let inFlight: Look<Int>
  let isEnabled: Look<Bool>

  /// Makes the laws of a command.
  ///
  /// - Parameters:
  ///   - outcomes: A success, failure or error was sent.
  ///   - fails: An execution ended in an error, for a command with an error subject.
  ///   - inFlight: The number of open executions.
  ///   - isEnabled: Whether its executions allow another one.
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

  /// An end while no execution is open is the second end of an earlier execution.
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

  private func told(_ happening: Happening?, by told: Happening?, _ law: Name) -> [Property<V>] {
    guard let happening, let told else { return [] }
    return [
      .law(law, at: .rest, about: [happening, told], from: 0) { happenings, untold, turn in
        untold = untold.saturating(
          adding: turn.occurrences(ofResolved: happenings[0]) - turn.occurrences(ofResolved: happenings[1]))
        // Only the sign is kept, so that the law's memory stays finite.
        if turn.isAtRest { untold = untold.signum() }
        return untold == 0
      }
    ]
  }
}

extension CommandLaws {
  /// Makes the laws of a signal command; a law whose happening is omitted is not checked.
  ///
  /// - Parameters:
  ///   - command: The name given to `makeCommand(showing:)`.
  ///   - isExecuting: Whether the view shows the execution; the command's own state by default.
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
