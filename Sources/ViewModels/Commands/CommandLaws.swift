import Statecharts

/// What any command is held to, whatever it is made of.
///
/// The laws are properties of the view model that has the command: the turn that breaks one says so.
public struct CommandLaws<V: ViewModel>: Sendable {
  public typealias Look<Result> = @Sendable (borrowing Witness<V>) -> Result

  let name: String
  let begins: Happening
  let outcomes: Happening
  let cancels: Happening
  let fails: Happening?
  let tellsError: Happening?
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
    name: String, begins: Happening, outcomes: Happening, cancels: Happening, fails: Happening? = nil,
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

  public var properties: [Property<V>] {
    [executes, ends, isEnabledAgain, isCancelled] + (isConcurrent ? [] : [isAlone]) + toldOnce
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
    let (begins, outcomes, cancels, inFlight) = (begins, outcomes, cancels, inFlight)
    return .law("every execution of \(name) ends in exactly one outcome, or is cancelled", from: 0) { open, turn in
      var holds = true
      for effect in turn.effects {
        if begins.matches(effect) { open += 1 }
        guard outcomes.matches(effect) || cancels.matches(effect) else { continue }
        if open == 0 { holds = false }
        open = max(0, open - 1)
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

  /// The error subject tells each error, by the time that nothing is due.
  private var toldOnce: [Property<V>] {
    guard let fails, let tellsError else { return [] }
    return [
      .law("every error of \(name) is told once", from: 0) { untold, turn in
        untold += turn.count(of: fails) - turn.count(of: tellsError)
        defer { untold = max(0, untold) }
        return untold >= 0 && !(turn.isAtRest && untold > 0)
      }
    ]
  }
}
