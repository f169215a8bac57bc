import Turns

extension Value {
  /// A total order of all values. It breaks ties, so that swapping the runs mirrors the result.
  func precedes(_ other: Value) -> Bool { order(against: other) < 0 }

  private func order(against other: Value) -> Int {
    switch (self, other) {
    case (.null, .null): 0
    case (.bool(let left), .bool(let right)): Self.order(left ? 1 : 0, right ? 1 : 0)
    case (.int(let left), .int(let right)): Self.order(left, right)
    case (.double(let left), .double(let right)): Self.order(left.identity, right.identity)
    case (.string(let left), .string(let right)): Self.order(left, right)
    case (.list(let left), .list(let right)): Self.order(left, right)
    case (.record(let left), .record(let right)): Self.order(left, right)
    case (.enumeration(let left, let leftMembers), .enumeration(let right, let rightMembers)):
      Self.first(of: Self.order(left, right)) { Self.order(leftMembers, rightMembers) }
    case (.secret(let left), .secret(let right)): left.order(against: right)
    case (.reference(let left), .reference(let right)): Self.order(left.index, right.index)
    case (.weak(let left), .weak(let right)): Self.order(left?.index ?? -1, right?.index ?? -1)
    case (.signal(let left), .signal(let right)): Self.order(left, right)
    default: Self.order(rank, other.rank)
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int: 2
    case .double: 3
    case .string: 4
    case .list: 5
    case .record: 6
    case .enumeration: 7
    case .secret: 8
    case .reference: 9
    case .weak: 10
    case .signal: 11
    }
  }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    left < right ? -1 : left > right ? 1 : 0
  }

  private static func order(_ left: String, _ right: String) -> Int {
    if left.hasBytes(of: right) { return 0 }
    return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
  }

  private static func order(_ left: [Value], _ right: [Value]) -> Int {
    zip(left, right).lazy.map { $0.order(against: $1) }.first { $0 != 0 } ?? order(left.count, right.count)
  }

  private static func order(_ left: [Member], _ right: [Member]) -> Int {
    let members = zip(left, right).lazy.map { left, right in
      first(of: order(left.name, right.name)) { left.value.order(against: right.value) }
    }
    return members.first { $0 != 0 } ?? order(left.count, right.count)
  }

  private static func order(_ left: SignalValue, _ right: SignalValue) -> Int {
    switch (left, right) {
    case (.wiring(let left, let leftCaptures), .wiring(let right, let rightCaptures)):
      first(of: order(left, right)) { order(leftCaptures, rightCaptures) }
    case (.execution(let left), .execution(let right)): order(left.index, right.index)
    case (.executionCatchingErrors(let left), .executionCatchingErrors(let right)): order(left.index, right.index)
    default: order(rank(of: left), rank(of: right))
    }
  }

  private static func rank(of signal: SignalValue) -> Int {
    switch signal {
    case .wiring: 0
    case .execution: 1
    case .executionCatchingErrors: 2
    case .failing: 3
    }
  }

  private static func first(of order: Int, then next: () -> Int) -> Int { order == 0 ? next() : order }
}
