/// A link's plan as nodes in pre-order.
struct SignalNodes: Sendable {
  struct Node: Sendable {
    let kind: Operator
    let transform: (@Sendable (Value) -> Value)?
    let action: SignalPlan.Action?
    let inputs: [Int]
    let keeps: [InstanceID]
  }

  let nodes: [Node]
  let sink: Sink
  /// The longest chain of operators.
  let depth: Int

  /// Uses an explicit stack, because a plan may be deeper than the call stack.
  ///
  /// - Parameter captures: The instances captured by the link.
  init(_ link: Link, captures: [InstanceID]) {
    var pending: [(plan: SignalPlan, parent: Int, depth: Int)] = [(link.plan, -1, 1)]
    var plans: [SignalPlan] = []
    var inputs: [[Int]] = []
    var depth = 0
    while let next = pending.popLast() {
      if next.parent >= 0 { inputs[next.parent].append(plans.count) }
      for input in next.plan.inputs.reversed() { pending.append((input, plans.count, next.depth + 1)) }
      plans.append(next.plan)
      inputs.append([])
      depth = max(depth, next.depth)
    }
    let observed = plans.compactMap(\.kind.source?.instance)
    let unobserved = captures.filter { !observed.contains($0) && $0 != link.sink.bound }
    nodes = plans.indices.map { index in
      Node(
        kind: plans[index].kind, transform: plans[index].transform, action: plans[index].action,
        inputs: inputs[index],
        keeps: captures.isEmpty ? [] : plans[index].keeps(captures, unobserved))
    }
    sink = link.sink
    self.depth = depth
  }

  /// Whether a port is negative: no definition lists the field or subject.
  var usesUnlisted: Bool {
    switch sink {
    case .assign(_, let port, _), .write(_, let port), .output(_, let port): if port < 0 { return true }
    case .stage, .relay, .handlers, .allow, .execute, .execution: break
    }
    return nodes.contains { ($0.kind.source?.port ?? 0) < 0 }
  }
}

extension SignalPlan {
  /// A closure keeps captures that the signal does not merely observe; a later subscription keeps what it will
  /// observe.
  fileprivate func keeps(_ captures: [InstanceID], _ unobserved: [InstanceID]) -> [InstanceID] {
    switch kind {
    case .map, .filter, .catchMap: unobserved
    case .catchError, .concat: inputs.dropFirst().flatMap(\.observed).filter(captures.contains)
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never, .distinct, .member, .delay,
      .deliver, .log, .run, .skip, .take, .ignoreValues, .materialize, .flatten, .switchToLatest,
      .combineLatest, .merge, .takeUntil:
      []
    }
  }
}

/// An in-place change of a list. Indexes ascend; insertions use the new list's indexes.
package enum ListEdit: Hashable, Sendable {
  case insert([Value], at: [Int])
  case remove(at: [Int])
  case replace(at: [Int], with: [Value])

  var indexes: [Int] {
    switch self {
    case .insert(_, let indexes), .remove(let indexes), .replace(let indexes, _): indexes
    }
  }

  /// Returns nil for an index out of range, or for different numbers of values and indexes.
  func applied(to list: [Value]) -> (list: [Value], change: FieldChange)? {
    guard zip(indexes, indexes.dropFirst()).allSatisfy(<), indexes.allSatisfy({ $0 >= 0 }) else { return nil }
    switch self {
    case .insert(let values, let indexes): return ListEdit.inserted(values, at: indexes, into: list)
    case .remove(let indexes):
      guard indexes.allSatisfy(list.indices.contains) else { return nil }
      let isRemoved = Set(indexes)
      let rest = list.indices.filter { !isRemoved.contains($0) }.map { list[$0] }
      return (rest, FieldChange(kind: .removal, indexes: indexes, old: .list(indexes.map { list[$0] })))
    case .replace(let indexes, let values):
      guard indexes.count == values.count, indexes.allSatisfy(list.indices.contains) else { return nil }
      var result = list
      for (index, value) in zip(indexes, values) { result[index] = value }
      let old = Value.list(indexes.map { list[$0] })
      return (result, FieldChange(kind: .replacement, indexes: indexes, new: .list(values), old: old))
    }
  }

  private static func inserted(
    _ values: [Value], at indexes: [Int], into list: [Value]
  ) -> (list: [Value], change: FieldChange)? {
    guard indexes.count == values.count else { return nil }
    var result: [Value] = []
    var rest = list[...]
    for (index, value) in zip(indexes, values) {
      let kept = index - result.count
      guard kept <= rest.count else { return nil }
      result += rest.prefix(kept)
      rest = rest.dropFirst(kept)
      result.append(value)
    }
    return (result + rest, FieldChange(kind: .insertion, indexes: indexes, new: .list(values)))
  }
}
