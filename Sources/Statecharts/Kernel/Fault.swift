enum Fault: Error, Hashable {
  case told(String)
  // Missing in the definition.
  case unknownHandler(String)
  case unknownService(String)
  case unknownTemplate(String)
  case unknownState(Name, template: String, nearest: String?)
  case ambiguousState(Name, template: String, choices: [String])
  case badChart(template: String, problem: String)
  case answererNotMade(service: String, path: String)
  // Fields.
  case fieldOfNothing
  case unsettableField(String)
  case unfittingField(String, isNil: Bool)
  case noList(String)
  case noPlace(in: String, count: Int, indexes: [Int])
  case boundField(String)
  // Observation.
  case unknownObserver(String)
  case unobservable(String)
  case observerGone(String)
  case observedGone(String)
  // Signals.
  case boundError(Value)
  case noSignal(Value)
  // Time.
  case undeclaredClock
  case delayBeyondTime(milliseconds: Int)
  case shortInterval(timer: String)
  case limit(String, count: Int)
}

extension Fault {
  /// The text after `crash`, and the value of `error.execution`.
  var reason: String {
    switch self {
    case .told(let text): text
    case .unknownHandler(let name): "handler '\(name)' is not declared in the definition"
    case .unknownService(let name): "service '\(name)' is not declared in the definition"
    case .unknownTemplate(let name): "template '\(name)' is not declared in the definition"
    case .unknownState(let name, let template, let nearest):
      "code asks whether '\(template)' is in '\(name)'; its chart has no such state"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .ambiguousState(let name, let template, let choices):
      "code asks whether '\(template)' is in '\(name)', which is the name of several states; write "
        + choices.map { "'\($0)'" }.joined(separator: " or ")
    case .badChart(let name, let problem): "the chart of '\(name)' cannot run: \(problem)"
    case .answererNotMade(let service, let path): "service '\(service)' is answered by '\(path)', which was not made"
    case .fieldOfNothing: "a field of an instance that is gone was set"
    case .unsettableField(let path): "field '\(path)' cannot be set"
    case .unfittingField(let path, let isNil):
      "field '\(path)' cannot hold \(isNil ? "nil; set a value of its type instead" : "this value")"
    case .noList(let path): "field '\(path)' is not a list; it cannot be changed in place"
    case .noPlace(let path, let count, let indexes):
      "the list '\(path)' of \(count) elements cannot be changed at [\(indexes.map(String.init).joined(separator: ", "))]"
    case .boundField(let path):
      "field '\(path)' is already bound; end that binding first, or write to the field without binding it"
    case .unknownObserver(let name): "an observer of '\(name)' was removed, but is not registered"
    case .unobservable(let name): "'\(name)' cannot be observed: its instance has no field of this name"
    case .observerGone(let name): "an observer of '\(name)' was deallocated while registered; remove it first"
    case .observedGone(let name):
      "the instance of '\(name)' was deallocated while the field was observed; remove its observers first"
    case .boundError(let error): "a binding received an error: \(error.plainText)"
    case .noSignal(let value): "a signal of signals sent \(value.plainText), which is not a signal"
    case .undeclaredClock: "the code reads the clock, but the definition does not declare that"
    case .delayBeyondTime(let milliseconds): "delay of \(milliseconds) ms is beyond the end of virtual time"
    case .shortInterval(let timer): "timer '\(timer)' needs an interval of at least 1 ms"
    case .limit(let name, let count): "limit \(name) of \(count) reached"
    }
  }
}

/// Why a machine refuses an external event, or a command is not executed.
enum ChartRefusal: Hashable, Sendable {
  struct FalseGuard: Hashable, Sendable {
    var name: Name
    var reads: [Member]
  }

  case instanceGone
  case finished
  case noChart(template: String)
  case falseGuards([FalseGuard])
  case executing
  case notEnabled
  case noTransition(in: [String])
}

extension ChartRefusal {
  /// The text after `refused NAME: `.
  var reason: String {
    switch self {
    case .instanceGone: "the instance is gone"
    case .finished: "the chart has finished"
    case .noChart(let template): "'\(template)' has no chart"
    case .falseGuards(let guards): guards.map(\.reason).joined(separator: ", ")
    case .executing: "already executing"
    case .notEnabled: "not enabled"
    case .noTransition(let states): "no transition in \(states.joined(separator: ", "))"
    }
  }
}

extension ChartRefusal.FalseGuard {
  fileprivate var reason: String {
    let values = reads.map { "\($0.name) \($0.value.plainText)" }
    return "'\(name)' does not hold\(values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")"
  }
}
