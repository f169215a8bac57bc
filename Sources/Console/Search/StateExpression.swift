import Statecharts
import Traces
import ViewModels

/// A statement about where a machine stands: `login = succeeded and not loginEnabled`.
///
/// It has a verdict everywhere: what is not there at the moment is `nil`, and nothing is less or more than what is no number.
package struct StateExpression: Sendable {
  indirect enum Node: Sendable {
    case literal(Value)
    case field(String)
    /// The state of a region.
    case region(String)
    /// The name of the top page.
    case page
    /// The title of the alert; nil without one.
    case alert
    /// How many parts a list has, or how many bytes a text.
    case count(String)
    /// How many requests of a service are under way.
    case requests(String)
    /// The virtual clock, in milliseconds.
    case time
    /// So many milliseconds, which only the clock is compared with.
    case duration(Int)
    case not(Node)
    case both(Node, Node)
    case either(Node, Node)
    case compare(Node, Comparison, Node)
    /// Whether a region is in a state, or in one below it.
    case isIn(String, state: String)
  }

  enum Comparison: String, Sendable, CaseIterable {
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case equal = "="
    case less = "<"
    case more = ">"
  }

  /// As it was written.
  package let text: String
  let root: Node

  /// What it is worth at a snapshot; what is hidden in a field stays hidden where the field is all of it.
  package func value(of snapshot: Snapshot, _ machine: Machine) -> Value {
    if case .field(let path) = root {
      guard let field = machine.field(at: path, of: snapshot) else { return .null }
      return field.shape.isSecret ? field.value.hidden : field.value
    }
    return Evaluation(machine: machine, snapshot: snapshot).value(of: root)
  }

  /// The times in milliseconds at which a comparison with the clock may come to hold, or no longer hold, on its own.
  var moments: [Int] { root.moments }

  /// Whether it is the clock.
  var isTime: Bool { if case .time = root { true } else { false } }

  /// Whether it is a region's state.
  var isRegion: Bool { if case .region = root { true } else { false } }

  /// Returns whether it holds of a snapshot.
  package func holds(of snapshot: Snapshot, _ machine: Machine) -> Bool {
    Evaluation(machine: machine, snapshot: snapshot).value(of: root) == .bool(true)
  }
}

/// One look at a snapshot.
private struct Evaluation {
  let machine: Machine
  let snapshot: Snapshot

  func value(of node: StateExpression.Node) -> Value {
    switch node {
    case .literal(let value): value
    case .field(let path): machine.field(at: path, of: snapshot)?.value.plain ?? .null
    case .region(let name): state(of: name).map(Value.string) ?? .null
    case .page: .string(machine.page(of: snapshot))
    case .alert: machine.alert(of: snapshot).map { .string($0.title) } ?? .null
    case .count(let path): .int(count(of: machine.field(at: path, of: snapshot)?.value.plain ?? .null))
    case .requests(let service):
      .int(machine.requests(of: snapshot).count { !$0.isEnded && $0.service.hasBytes(of: service) })
    case .time: .int(snapshot.time)
    case .duration(let milliseconds): .int(milliseconds)
    case .not(let inner): .bool(value(of: inner) != .bool(true))
    case .both(let left, let right): .bool(value(of: left) == .bool(true) && value(of: right) == .bool(true))
    case .either(let left, let right): .bool(value(of: left) == .bool(true) || value(of: right) == .bool(true))
    case .compare(let left, let comparison, let right):
      .bool(comparison.holds(between: value(of: left), value(of: right)))
    case .isIn(let region, let name): .bool(state(of: region).map { $0.isState(name) } ?? false)
    }
  }

  private func state(of region: String) -> String? {
    machine.regions(of: snapshot).first { $0.region.hasBytes(of: region) }?.state
  }

  private func count(of value: Value) -> Int {
    switch value {
    case .list(let parts): parts.count
    case .string(let text): text.utf8.count
    case .null: 0
    default: 1
    }
  }
}

extension StateExpression.Node {
  fileprivate var moments: [Int] {
    switch self {
    case .not(let inner): inner.moments
    case .both(let left, let right), .either(let left, let right): left.moments + right.moments
    case .compare(.time, _, .duration(let moment)), .compare(.duration(let moment), _, .time):
      [moment, moment.addingReportingOverflow(1).partialValue]
    default: []
    }
  }
}

extension StateExpression.Comparison {
  fileprivate func holds(between left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right || left.number.map { $0 == right.number } ?? false
    case .notEqual: !Self.equal.holds(between: left, right)
    case .less: left.isOrdered(before: right, by: <)
    case .atMost: left.isOrdered(before: right, by: <=)
    case .more: left.isOrdered(before: right, by: >)
    case .atLeast: left.isOrdered(before: right, by: >=)
    }
  }
}

extension Value {
  /// The value with nothing hidden in it.
  fileprivate var plain: Value {
    var value = self
    while case .secret(let hidden) = value { value = hidden }
    return value
  }

  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  fileprivate func isOrdered(before other: Value, by isOrdered: (Double, Double) -> Bool) -> Bool {
    guard let left = number, let right = other.number else { return false }
    return isOrdered(left, right)
  }
}

extension String {
  /// Whether a region's text names a state, or one below it: `on.fast` is `on`.
  fileprivate func isState(_ name: String) -> Bool {
    hasBytes(of: name) || [".", "("].contains { beginsWithBytes(of: name + $0) }
  }
}
