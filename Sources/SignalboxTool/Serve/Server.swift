import Console
import Exploration
import Files
import Locks
import Statecharts
import Traces
import ViewModels

/// Answers the requests of the API, one session for all.
///
/// It runs on one thread. While a search inspects its own copy of the session, it calls `ServeRun.poll`, through
/// which other requests come in.
final class Server {
  let catalogue: Catalogue
  /// The folder that holds every file of a request; nil for all files of the user.
  let root: String?
  private(set) var session: Session
  private(set) var rests = ServeRests()

  init(_ session: Session, root: String?) {
    (self.session, self.root) = (session, root)
    catalogue = session.catalogue
  }

  func answer(_ call: ServeCall, _ run: ServeRun = ServeRun()) -> ServeAnswer {
    let task = ServeTask(server: self, arguments: call.arguments, session: call.session, run: run)
    do {
      let members = try call.request.answer(task)
      return ServeAnswer(to: call.id, [Member("answer", .string(call.request.name))] + members, &rests)
    } catch {
      return refuse(call.id, ServeError(error), at: task.kept)
    }
  }

  func answer(_ call: ServeCall, cancelling isKnown: Bool) -> ServeAnswer {
    let members = [Member("answer", .string(call.request.name)), Member("cancelled", .bool(isKnown))]
    return ServeAnswer(to: call.id, members, &rests)
  }

  func refuse(_ id: Value, _ error: ServeError, at state: String? = nil) -> ServeAnswer {
    let place = state.map { [Member("at", .string($0))] } ?? []
    return ServeAnswer(to: id, [Member("error", error.value)] + place, isError: true, &rests)
  }

  /// Changes the session; meanwhile nothing else uses it.
  fileprivate func changing<Result>(
    _ run: ServeRun, _ body: (inout Session) throws -> Result
  ) rethrows -> Result {
    var changed = session
    session = Session(catalogue: catalogue, options: changed.options)
    changed.watch = run.watch
    defer {
      changed.watch = nil
      session = changed
    }
    return try body(&changed)
  }
}

struct ServeAnswer: Sendable {
  let members: [Member]
  let isError: Bool

  init(to id: Value, _ members: [Member], isError: Bool = false, _ rests: inout ServeRests) {
    self.members = rests.fit([Member("v", 1), Member("id", id)] + members)
    self.isError = isError
  }

  var json: String { Value.record(members).json }

  /// `holds`, `broken`, `stopped` or nil.
  var verdict: Value? { Value.record(members)["verdict"]?["is"] }
}

/// A request that was read.
struct ServeCall: Sendable {
  let id: Value
  let request: ServeRequest
  let arguments: ServeArguments
  /// The session when a search was asked for, which may run later; nil for the present one.
  var session: Session?
}

/// A request that runs, which another one may cancel.
final class ServeRun: Sendable {
  private let cancelled = AtomicFlag()
  /// Reads what came in. Called only on the thread of the loop.
  private let poll: @Sendable () -> Void

  init(_ poll: @escaping @Sendable () -> Void = {}) { self.poll = poll }

  var isCancelled: Bool { cancelled.isSet }

  func cancel() { cancelled.set() }

  /// A bound once it was cancelled.
  var bound: SearchBound? {
    poll()
    return isCancelled ? .interrupted : Traps.isExhausted ? .traps : nil
  }

  var watch: CommandWatch {
    CommandWatch(isInterrupted: { [self] in isCancelled }) { [self] _ in poll() }
  }
}

/// What a request has at hand.
final class ServeTask {
  let server: Server
  let arguments: ServeArguments
  let run: ServeRun
  private let given: Session?
  /// The state that a request reached although it failed.
  fileprivate(set) var kept: String?

  /// A search's default bound, some seconds on machines of 2026.
  static let steps = 100_000

  init(server: Server, arguments: ServeArguments, session: Session?, run: ServeRun) {
    (self.server, self.arguments, self.run, given) = (server, arguments, run, session)
  }

  var steps: Int { max(1, arguments.count("steps") ?? Self.steps) }

  /// A copy of the session at the state that the request names.
  func view() throws -> Session {
    var session = given ?? server.session
    session.watch = run.watch
    try go(&session)
    return session
  }

  /// Changes the session, from the state that the request names.
  func changing<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
    try server.changing(run) { session in
      try go(&session)
      defer { kept = session.machine == nil ? nil : session.handle }
      return try body(&session)
    }
  }

  private func go(_ session: inout Session) throws {
    if let handle = arguments.text("at") { try session.go(to: session.state(named: handle, in: "at")) }
  }

  /// A text file below the root.
  func text(of file: String, _ limits: TextLimits) throws -> String {
    try readText(file, under: server.root, limit: limits.fileBytes, lineLimit: limits.lineBytes)
  }

  /// A path as the other functions read it, once its text was read below the root.
  func path(of file: String) -> String {
    guard let root = server.root, root != "." else { return file }
    return "\(root)/\(file)"
  }
}

extension Session {
  var handle: String { "@\(position)" }

  /// The arguments of a command without possible secrets.
  func disclosed(_ arguments: String, of verb: String) -> String {
    String(disclosed("\(verb) \(arguments)").dropFirst(verb.count + 1))
  }

  func state(named handle: String, in part: String) throws -> Int {
    guard machine != nil else {
      throw ServeError(
        code: "E1404", place: ServePlace(in: part), message: "no machine is open; 'open' opens one", help: ["open"])
    }
    guard handle.utf8.first == UInt8(ascii: "@"), let state = Int(handle.dropFirst()), "@\(state)" == handle,
      (0..<stateCount).contains(state)
    else {
      throw ServeError(
        code: "E1404", place: ServePlace(in: part),
        message: "the request names no state of the open case; its states are '@0' to '@\(stateCount - 1)'",
        help: ["state"])
    }
    return state
  }
}
