import Files
import Statecharts
import Traces

/// What a line asks for, in one of the two protocols.
enum ServeLine {
  case call(ServeCall)
  /// Ends the request of that id.
  case cancel(target: Value, ServeCall?)
  /// A line that needs no server.
  case answer(String)
  case refusal(id: Value, ServeError)
  /// A message without an answer.
  case nothing
}

/// How requests and answers are written.
protocol ServeProtocol {
  func read(_ line: String) -> ServeLine
  func text(of answer: ServeAnswer, to id: Value) -> String
}

/// Reads requests, runs them one after the other, and writes their answers.
///
/// Everything happens on one thread. A search calls `poll` between two states, so a request that comes meanwhile is
/// answered before it, unless that is a search too or changes what runs. The order depends only on what has come in.
final class ServeLoop: @unchecked Sendable {
  /// Requests that wait; more stay in the pipe.
  private static let mostWaiting = 1_000

  private let server: Server
  private let form: any ServeProtocol
  private let lines: LineReader
  private let write: (String) throws(FileError) -> Void
  private var waiting: [ServeCall] = []
  /// The requests that run, the innermost last.
  private var running: [(call: ServeCall, run: ServeRun)] = []
  /// Ids of waiting requests that are to end at once.
  private var cancelled: [Value] = []
  private var isAtEnd = false
  private var failure: FileError?

  init(
    _ server: Server, _ form: any ServeProtocol, reading lines: LineReader,
    writing write: @escaping (String) throws(FileError) -> Void
  ) {
    (self.server, self.form, self.lines, self.write) = (server, form, lines, write)
  }

  /// Runs until the input ends and everything is answered.
  ///
  /// - Parameter first: A line that was read already.
  func run(_ first: InputLine?) throws(FileError) {
    if let first { take(first) } else { isAtEnd = true }
    while failure == nil {
      if !waiting.isEmpty {
        process(waiting.removeFirst())
      } else if let line = isAtEnd ? nil : lines.next() {
        take(line)
      } else {
        return
      }
    }
    if let failure { throw failure }
  }

  /// Handles what came in while a request runs.
  private func poll() {
    while failure == nil {
      if mayNest, let index = waiting.firstIndex(where: { $0.request.work == .command }) {
        // The searches in front of it inspect the session as it is before it.
        for earlier in waiting[..<index].indices where waiting[earlier].session == nil {
          waiting[earlier].session = server.session
        }
        process(waiting.remove(at: index))
      } else if !isAtEnd, waiting.count < Self.mostWaiting, lines.waitForLine(milliseconds: 0) {
        if let line = lines.next() { take(line) } else { isAtEnd = true }
      } else {
        return
      }
    }
  }

  /// Whether only a search runs, which has a session of its own.
  private var mayNest: Bool { running.count == 1 && running[0].call.request.work == .search }

  private func take(_ line: InputLine) {
    switch line.text {
    case .failure(let error): answer(.refusal(id: .null, .unreadable(error.message, nil)))
    case .success(let text): answer(form.read(text))
    }
  }

  private func answer(_ line: ServeLine) {
    switch line {
    case .call(var call):
      if running.isEmpty || (mayNest && call.request.work == .command) { return process(call) }
      // A search that waits inspects the session as it was when it was asked for.
      if call.request.work == .search, mayNest { call.session = server.session }
      waiting.append(call)
    case .cancel(let target, let call):
      let isKnown = cancel(target)
      if let call { say(server.answer(call, cancelling: isKnown), to: call.id) }
    case .answer(let text): say(text)
    case .refusal(let id, let error): say(server.refuse(id, error), to: id)
    case .nothing: break
    }
  }

  private func cancel(_ target: Value) -> Bool {
    let found = running.filter { $0.call.id == target }
    for (_, run) in found { run.cancel() }
    let waits = waiting.contains { $0.id == target }
    if waits { cancelled.append(target) }
    return waits || !found.isEmpty
  }

  private func process(_ call: ServeCall) {
    let run = ServeRun { [self] in poll() }
    if let index = cancelled.firstIndex(of: call.id) {
      cancelled.remove(at: index)
      run.cancel()
    }
    running.append((call, run))
    let answer = server.answer(call, run)
    running.removeLast()
    say(answer, to: call.id)
  }

  private func say(_ answer: ServeAnswer, to id: Value) { say(form.text(of: answer, to: id)) }

  private func say(_ text: String) {
    guard failure == nil else { return }
    do throws(FileError) {
      try write(text)
    } catch {
      failure = error
      for (_, run) in running { run.cancel() }
    }
  }
}

extension ServeError {
  static func unreadable(_ message: String, _ column: Int?) -> ServeError {
    ServeError(
      code: "E1401", place: ServePlace(in: "line", column: column), message: message,
      help: [#"{"id":1,"request":"list"}"#])
  }

  static func unknownRequest(_ name: String) -> ServeError {
    let nearest = NearestWord.find(name, among: ServeRequest.all.map(\.name)).map { "did you mean '\($0)'?" }
    return ServeError(
      code: "E1402", place: ServePlace(in: "request"),
      message: "unknown request '\(name.shownName)'; "
        + (nearest ?? "there are \(ServeRequest.all.map(\.name).joined(separator: ", "))"),
      help: ServeRequest.all.map(\.name))
  }
}

/// The API's own form: `{"id":1,"request":"do","command":"tap login"}`.
struct PlainProtocol: ServeProtocol {
  static let version = 1

  func text(of answer: ServeAnswer, to id: Value) -> String { answer.json }

  func read(_ line: String) -> ServeLine {
    let object: Value
    do throws(TextError) {
      object = try Value(json: line)
    } catch {
      return .refusal(id: .null, .unreadable(error.sentence, error.column))
    }
    guard case .record(let members) = object else {
      return .refusal(id: .null, .unreadable("a request is an object", 1))
    }
    guard let id = ServeLine.id(object["id"]) else {
      return .refusal(id: .null, .unreadable("'id' is not a text of at most 100 bytes or a number below 2^53", 1))
    }
    if let version = object["v"], version != .int(Self.version) {
      return .refusal(id: id, .unreadable("'v' is not \(Self.version), the version of this API", 1))
    }
    guard case .string(let name)? = object["request"] else {
      return .refusal(id: id, .unreadable("'request' is missing, or no text", 1))
    }
    guard let request = ServeRequest.named(name) else { return .refusal(id: id, .unknownRequest(name)) }
    let own: [Name] = ["id", "v", "request"]
    do throws(ServeError) {
      let arguments = try ServeArguments(members.filter { !own.contains($0.name) }, of: request)
      let call = ServeCall(id: id, request: request, arguments: arguments)
      if request.work == .cancel, let target = arguments.value("target") { return .cancel(target: target, call) }
      return .call(call)
    } catch {
      return .refusal(id: id, error)
    }
  }
}

extension ServeLine {
  /// Null for a missing id; nil for what is none.
  static func id(_ value: Value?) -> Value? {
    switch value {
    case nil, .null?: .null
    case .string(let text)?: text.utf8.count <= 100 ? .string(text) : nil
    case .int(let number)?: abs(Double(number)) < 9_007_199_254_740_992 ? .int(number) : nil
    default: nil
    }
  }
}
