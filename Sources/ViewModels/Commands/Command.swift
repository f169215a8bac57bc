import Statecharts

/// An operation that a user may invoke: a service call with phases, three subjects and a rule for what happens when it is
/// invoked while it executes.
///
/// `Run` expands it to a region with the six phases, which `state` and `diagram` show.
public struct Command<Request: ValueConvertible, Output: ValueConvertible>: Sendable {
  /// What happens to an execution that is asked for while one runs.
  public enum Policy: Hashable, Sendable {
    /// It is refused: already executing.
    case ignore
    /// It runs when those before it have ended.
    case queue
    /// It takes the place of the one that runs, which is cancelled.
    case restart
    /// It runs beside the others.
    case concurrent
  }

  public let name: String
  public let service: Service<Request, Output>
  public let policy: Policy
  public let execute: Input<Void>
  public let cancel: Input<Void>
  /// Green, yellow and red.
  public let success: Subject<Output>
  public let fail: Subject<String>
  public let error: Subject<String>

  /// Makes a command.
  ///
  /// - Parameter cancel: The input that cancels what runs; `cancelLogin` for the command `login` without one.
  public init(
    _ name: String, _ service: Service<Request, Output>, _ policy: Policy = .ignore, cancel: Input<Void>? = nil,
    success: Subject<Output> = Subject("success"), fail: Subject<String> = Subject("fail"),
    error: Subject<String> = Subject("error")
  ) {
    self.name = name
    self.service = service
    self.policy = policy
    execute = Input(name)
    self.cancel = cancel ?? Input("cancel" + name.prefix(1).uppercased() + name.dropFirst())
    self.success = success
    self.fail = fail
    self.error = error
  }

  public var inputs: [any AnyInput] { [execute, cancel] }
  public var subjects: [any AnySubject] { [success, fail, error] }

  /// The laws, over the region that `Run` makes.
  func laws<V: ViewModel>(of type: V.Type) -> CommandLaws<V> {
    let (name, service) = (name, service)
    return CommandLaws(
      name: "'\(name)'", begins: .requested(service), outcomes: .any(of: .sent(success), .sent(fail), .sent(error)),
      cancels: .cancelled(service), fails: .replied(service, .error), tellsError: .sent(error),
      isConcurrent: policy == .concurrent, isExecuting: { $0.state(of: name) == StateID.executing.name },
      inFlight: { $0.requests(of: service) }, isEnabled: { $0.state(of: name) != StateID.executing.name })
  }
}
