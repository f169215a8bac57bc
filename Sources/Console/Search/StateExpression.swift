import Statecharts
import Traces
import ViewModels

/// A condition on a state or a value of it: `login = succeeded and not loginEnabled`, `count(items)`.
///
/// Missing things are `nil`, and ordering holds only between numbers. Evaluation is linear, without recursion over
/// `and` and `or` lists.
package struct StateExpression: Sendable {
  indirect enum Node: Sendable {
    case literal(Value)
    case field(String)
    case region(String)
    case page
    case alert
    /// Elements of a list or bytes of a text.
    case count(String)
    /// Open requests of a service.
    case requests(String)
    /// Virtual milliseconds.
    case time
    /// Only compared with the clock.
    case duration(Int)
    case not(Node)
    case all([Node])
    case any([Node])
    case compare(Node, Comparison, Node)
    /// Includes nested states.
    case isIn(region: String, state: Name)
  }

  enum Comparison: String, Sendable, CaseIterable {
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case equal = "="
    case less = "<"
    case more = ">"
  }

  package let text: String
  let root: Node

  /// A secret field alone stays hidden.
  package func value(of snapshot: Snapshot, _ machine: Machine) -> Value {
    if case .field(let path) = root {
      guard let field = machine.field(at: path, of: snapshot) else { return .null }
      return field.shape.isSecret ? field.value.hidden : field.value
    }
    return Evaluation(machine: machine, snapshot: snapshot).value(of: root)
  }

  /// Whether it holds in a snapshot.
  package func holds(of snapshot: Snapshot, _ machine: Machine) -> Bool {
    Evaluation(machine: machine, snapshot: snapshot).holds(root)
  }

  /// The times when a comparison with the clock may change, in milliseconds.
  var moments: [Int] {
    nodes.flatMap { node -> [Int] in
      switch node {
      case .compare(.time, _, .duration(let moment)), .compare(.duration(let moment), _, .time):
        [moment, moment.addingReportingOverflow(1).partialValue]
      default: []
      }
    }
  }

  /// Adds the rows that it names.
  func extend(_ domain: inout MoveDomain) {
    for node in nodes {
      switch node {
      case .field(let path), .region(let path), .count(let path), .isIn(let path, _): domain.addRow(at: path)
      case .literal, .page, .alert, .requests, .time, .duration, .not, .all, .any, .compare: break
      }
    }
  }

  private var nodes: [Node] {
    var (nodes, pending): ([Node], [Node]) = ([], [root])
    while let node = pending.popLast() {
      nodes.append(node)
      switch node {
      case .not(let inner): pending.append(inner)
      case .all(let parts), .any(let parts): pending += parts
      case .compare(let left, _, let right): pending += [left, right]
      case .literal, .field, .region, .page, .alert, .count, .requests, .time, .duration, .isIn: break
      }
    }
    return nodes
  }

  func text(of value: Value, _ printer: ValuePrinter) -> String {
    switch (root, value) {
    case (.region, .string(let state)): state
    case (.time, .int(let time)): VirtualDuration(milliseconds: time).readable
    default: printer.text(of: value, for: text)
    }
  }
}

private struct Evaluation {
  let machine: Machine
  let snapshot: Snapshot

  func holds(_ node: StateExpression.Node) -> Bool { value(of: node) == .bool(true) }

  func value(of node: StateExpression.Node) -> Value {
    switch node {
    case .literal(let value): value
    case .field(let path): machine.field(at: path, of: snapshot)?.value.revealed ?? .null
    case .region(let path): machine.state(ofRegionAt: path, in: snapshot).map(Value.string) ?? .null
    case .page: .string(machine.page(of: snapshot).text)
    case .alert: machine.alert(of: snapshot).map { .string($0.title) } ?? .null
    case .count(let path): .int(count(of: machine.field(at: path, of: snapshot)?.value.revealed ?? .null))
    case .requests(let service):
      .int(machine.requests(of: snapshot).count { !$0.isEnded && $0.service == service })
    case .time: .int(snapshot.time)
    case .duration(let milliseconds): .int(milliseconds)
    case .not(let inner): .bool(!holds(inner))
    case .all(let parts): .bool(parts.allSatisfy(holds))
    case .any(let parts): .bool(parts.contains(where: holds))
    case .compare(let left, let comparison, let right):
      .bool(comparison.holds(between: value(of: left), value(of: right)))
    case .isIn(let region, let state): .bool(machine.isIn(state, ofRegionAt: region, in: snapshot))
    }
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

extension StateExpression.Comparison {
  fileprivate func holds(between left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right || left.isOrdered(before: right, by: ==, ==)
    case .notEqual: !Self.equal.holds(between: left, right)
    case .less: left.isOrdered(before: right, by: <, <)
    case .atMost: left.isOrdered(before: right, by: <=, <=)
    case .more: left.isOrdered(before: right, by: >, >)
    case .atLeast: left.isOrdered(before: right, by: >=, >=)
    }
  }
}

extension Value {
  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// Compares exactly, because large integers are not exact as doubles.
  fileprivate func isOrdered(
    before other: Value, by isOrdered: (Double, Double) -> Bool, _ isWholeOrdered: (Int, Int) -> Bool
  ) -> Bool {
    if case (.int(let left), .int(let right)) = (self, other) { return isWholeOrdered(left, right) }
    guard let left = number, let right = other.number else { return false }
    return isOrdered(left, right)
  }
}
