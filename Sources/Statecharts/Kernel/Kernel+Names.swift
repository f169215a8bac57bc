/// ReactiveObjC's signal names in log lines, without addresses.
extension Kernel {
  /// `logged` adds nothing to the name.
  func name(of nodes: SignalNodes, at position: Int) -> String {
    let node = nodes.nodes[position]
    let inputs = node.inputs.prefix(Kernel.namedInputs).map { name(of: nodes, at: $0) }
    switch node.kind {
    case .values(let id, let port): return "RACObserve(\(fieldName(id, port)))"
    case .changes(let id, let port): return "[RACObserve(\(fieldName(id, port)))] -skip: 1"
    case .subject(let id, let port): return subject(id) == nil ? fieldName(id, port) : "RACSubject"
    case .lifetime: return "-rac_willDeallocSignal"
    case .signal(let signal): return Kernel.name(of: signal).text
    case .just(let value): return "+return: \(value.plainText)"
    case .fail(let error): return "+error: \(error.plainText)"
    case .empty: return "+empty"
    case .never: return "+never"
    case .combineLatest, .merge: return "+\(node.kind.selector)(\(inputs.joined(separator: ", ")))"
    case .concat, .takeUntil, .catchError: return "[\(inputs[0])] -\(node.kind.selector)\(inputs.last ?? "")"
    case .log: return inputs[0]
    case .run: return "[\(inputs[0])] -\(node.action?.selector ?? "")"
    case .map, .filter, .distinct, .member, .delay, .deliver, .skip, .take, .ignoreValues,
      .materialize, .catchMap, .flatten, .switchToLatest:
      return "[\(inputs[0])] -\(node.kind.selector)"
    }
  }

  private static let namedInputs = 16

  private func fieldName(_ id: InstanceID, _ port: Int) -> String {
    !isMachine(id) ? "command" : path(id, port: port)
  }
}

extension Operator {
  fileprivate var selector: String {
    switch self {
    case .map: "map:"
    case .filter: "filter:"
    case .distinct: "distinctUntilChanged"
    case .member(let field): "member: \(field)"
    case .delay(let milliseconds): "delay: \(Operator.seconds(milliseconds))"
    case .deliver: "deliverOn: main"
    case .skip(let count): "skip: \(count)"
    case .take(let count): "take: \(count)"
    case .ignoreValues: "ignoreValues"
    case .materialize: "materialize"
    case .catchMap: "catch:"
    case .flatten(limit: nil): "flatten"
    case .flatten(limit: 1): "concat"
    case .flatten(let limit?): "flatten: \(limit)"
    case .switchToLatest: "switchToLatest"
    case .combineLatest: "combineLatest: "
    case .merge: "merge: "
    case .concat: "concat: "
    case .takeUntil: "takeUntil: "
    case .catchError: "catchTo: "
    case .values, .changes, .subject, .lifetime, .signal, .just, .fail, .empty, .never, .log, .run: ""
    }
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.utf8.count))\(rest)000"
  }
}
