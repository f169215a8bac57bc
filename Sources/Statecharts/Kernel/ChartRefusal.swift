/// Why a machine does not take an event from outside, or a command is not executed.
enum ChartRefusal: Hashable, Sendable {
  /// A guard that does not hold, and the fields that it reads, secrets without their values.
  struct FalseGuard: Hashable, Sendable {
    var name: String
    var reads: [Member]
  }

  case instanceGone
  case finished
  case noChart(template: String)
  case falseGuards([FalseGuard])
  case executing
  case notEnabled
  /// Where the machine stands, nothing takes it.
  case noTransition(in: [String])
}

extension ChartRefusal {
  /// What a person is told behind `refused NAME: `.
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
  /// `'form' does not hold (name "abc", password <secret>)`.
  fileprivate var reason: String {
    let values = reads.map { "\($0.name) \($0.value.plainText)" }
    return "'\(name)' does not hold\(values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")"
  }
}
