struct ForbiddenSearch {
  private let graph: TypeGraph
  private let rules: LayerRules
  /// How many more references it may follow.
  private var budget: Int
  private(set) var findings: [LayerFinding] = []
  private(set) var usedExceptions: Set<Int> = []

  init(_ graph: TypeGraph, rules: LayerRules, detourLimit: Int) {
    self.graph = graph
    self.rules = rules
    budget = detourLimit
    for node in graph.nodes.indices {
      if let layer = graph.nodes[node].layer { search(from: node, of: layer) }
    }
  }

  var isComplete: Bool { budget > 0 }

  /// Searches breadth first through types without a layer.
  private mutating func search(from start: Int, of layer: Int) {
    var cameFrom = [start: start]
    var queue = [start]
    var head = 0
    while head < queue.count, budget > 0 {
      let node = queue[head]
      head += 1
      for edge in graph.edges[node] {
        budget -= 1
        guard cameFrom[edge.to] == nil else { continue }
        cameFrom[edge.to] = node
        if let other = graph.nodes[edge.to].layer {
          check(layer, other, cameFrom.path(from: start, to: edge.to))
        } else {
          queue.append(edge.to)
        }
      }
    }
  }

  private mutating func check(_ layer: Int, _ other: Int, _ path: [Int]) {
    guard let end = path.last, !rules.allows(layer, other, isProtocol: graph.nodes[end].isProtocol),
      !isExcepted(path), let edge = graph.edges[path[0]].first(where: { $0.to == path[1] })
    else { return }
    let kind = LayerFinding.Kind.edge(
      from: graph.part(path[0]), to: graph.part(end), detours: path.dropFirst().dropLast().map(graph.part),
      isProtocolAllowed: rules.allows(layer, other, isProtocol: true))
    findings.append(LayerFinding(kind: kind, path: edge.path, place: edge.place, count: edge.count))
  }

  private mutating func isExcepted(_ path: [Int]) -> Bool {
    var isExcepted = false
    for (from, to) in zip(path, path.dropFirst()) {
      for (index, exception) in rules.exceptions.enumerated()
      where exception.from.hasSameBytes(as: graph.nodes[from].name)
        && exception.to.hasSameBytes(as: graph.nodes[to].name)
      {
        usedExceptions.insert(index)
        isExcepted = true
      }
    }
    return isExcepted
  }
}

/// Finds types behind properties: in a view, `viewModel.goods.title` reads a model without naming it.
struct ExposureSearch {
  let graph: TypeGraph
  let rules: LayerRules

  func findings() -> [LayerFinding] {
    graph.nodes.indices.flatMap { node in graph.nodes[node].layer.map { findings(of: node, in: $0) } ?? [] }
  }

  private func findings(of node: Int, in layer: Int) -> [LayerFinding] {
    guard !graph.accesses[node].isEmpty else { return [] }
    var owners: [String: Int] = [:]
    for edge in graph.edges[node] where isAllowed(layer, edge.to) {
      for (name, type) in graph.properties[edge.to] where !isAllowed(layer, type) {
        owners[name] = min(owners[name] ?? edge.to, edge.to)
      }
    }
    guard !owners.isEmpty else { return [] }
    var findings: [LayerFinding] = []
    var places: [String: Int] = [:]
    for access in graph.accesses[node] {
      guard let owner = owners[access.name], let type = graph.properties[owner][access.name] else { continue }
      if let place = places[access.name] {
        findings[place].count += 1
        continue
      }
      places[access.name] = findings.count
      let kind = LayerFinding.Kind.exposed(
        from: graph.part(node), to: graph.part(type), owner: graph.part(owner), property: access.name)
      findings.append(LayerFinding(kind: kind, path: access.path, place: access.place))
    }
    return findings
  }

  /// Types without a layer are allowed.
  private func isAllowed(_ layer: Int, _ type: Int) -> Bool {
    graph.nodes[type].layer.map { rules.allows(layer, $0, isProtocol: graph.nodes[type].isProtocol) } ?? true
  }
}
