/// Finds what is reached through a property: `viewModel.goods.title` in a view reads a model that it does not name.
struct ExposureSearch {
  let graph: TypeGraph
  let rules: LayerRules

  func findings() -> [LayerFinding] {
    graph.nodes.indices.flatMap { node in graph.nodes[node].layer.map { findings(of: node, in: $0) } ?? [] }
  }

  /// A member counts when a type that the node refers to, and may refer to, has a property of its name.
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

  /// Whether a type may be referred to; one of no layer may.
  private func isAllowed(_ layer: Int, _ type: Int) -> Bool {
    graph.nodes[type].layer.map { rules.allows(layer, $0, isProtocol: graph.nodes[type].isProtocol) } ?? true
  }
}
