import Turns

/// The requests under way in a trace, in the order of their starts, each with a number of its own.
struct RequestsUnderWay: Hashable, Sendable {
  struct Request: Hashable, Sendable {
    /// As the trace calls it: `authenticate'2`.
    let name: String
    let number: Int
    let input: Value
  }

  private(set) var all: [Request] = []
  private var count = 0

  mutating func begin(_ name: String, _ input: Value) -> Request {
    count += 1
    let request = Request(name: name, number: count, input: input)
    all.append(request)
    return request
  }

  /// Ends the request with a name; nil when there is none.
  mutating func end(_ name: String) -> Request? {
    all.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }.map { all.remove(at: $0) }
  }

  /// Ends all of them: the app that asked is gone.
  mutating func endAll() -> [Request] {
    defer { all = [] }
    return all
  }

  /// Takes in what a turn began and ended.
  mutating func apply(_ turn: Turn) {
    if turn.cause.source == .open { _ = endAll() }
    for effect in turn.effects {
      switch effect {
      case .requested(let service, let input): _ = begin(service, input)
      case .replied(let service, _, _), .cancelled(let service): _ = end(service)
      default: break
      }
    }
  }
}
