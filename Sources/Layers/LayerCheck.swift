/// Checks which types in Swift sources may refer to which. It finds references by name, without a compiler;
/// Documentation/Layers.md lists what it misses.
package struct LayerCheck: Sendable {
  /// The maximum number of references that the search for detours follows.
  package static let detourLimit = 20_000_000

  private let rules: LayerRules
  private var outlines: [SourceOutline] = []

  package init(rules: LayerRules = .standard) { self.rules = rules }

  /// Accepts any text, in linear time.
  package mutating func add(path: String, text: String) {
    outlines.append(SourceOutline(path: path, text: text))
  }

  package func report(detourLimit: Int = LayerCheck.detourLimit) -> LayerReport {
    let outlines = outlines.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let graph = TypeGraph(outlines, rules: rules)
    let search = ForbiddenSearch(graph, rules: rules, detourLimit: detourLimit)
    let edges =
      (search.findings + ExposureSearch(graph: graph, rules: rules).findings() + graph.toolkitNames
      + imports(outlines, graph))
      .sorted(by: precedes)
    var report = LayerReport()
    report.findings = edges + CycleSearch(graph).cycles().map { cycle($0, graph) }.sorted(by: precedes)
    report.fileCount = outlines.count
    let types = graph.nodes.filter { !$0.isFile }
    report.typeCount = types.count
    report.layers = rules.layers.indices.map { index in (rules.layers[index].name, types.count { $0.layer == index }) }
    report.unusedExceptions = rules.exceptions.indices.filter { !search.usedExceptions.contains($0) }
      .map { rules.exceptions[$0] }
    report.isComplete = search.isComplete
    return report
  }

  private func precedes(_ one: LayerFinding, _ other: LayerFinding) -> Bool {
    if one.path.utf8.elementsEqual(other.path.utf8) { return one.place < other.place }
    return one.path.utf8.lexicographicallyPrecedes(other.path.utf8)
  }

  /// Reports an import for the file's first type whose layer forbids it, else for the file.
  private func imports(_ outlines: [SourceOutline], _ graph: TypeGraph) -> [LayerFinding] {
    let nodes = Dictionary(grouping: graph.nodes.indices) { graph.nodes[$0].path }
    return outlines.flatMap { outline in
      let barred = (nodes[outline.path] ?? []).filter { node in
        graph.nodes[node].layer.map { !rules.layers[$0].usesToolkit } ?? false
      }
      guard let from = barred.first(where: { !graph.nodes[$0].isFile }) ?? barred.first else { return [LayerFinding]() }
      return outline.imports.filter { entry in
        rules.toolkitModules.contains { $0.hasSameBytes(as: entry.name) }
      }.map { entry in
        LayerFinding(
          kind: .toolkitImport(from: graph.part(from), module: entry.name), path: outline.path, place: entry.place)
      }
    }
  }

  private func cycle(_ nodes: [Int], _ graph: TypeGraph) -> LayerFinding {
    let parts = nodes.enumerated().map { index, node in
      let next = nodes[(index + 1) % nodes.count]
      var part = graph.part(node)
      if let edge = graph.edges[node].first(where: { $0.to == next }) {
        (part.path, part.place) = (edge.path, edge.place)
      }
      return part
    }
    return LayerFinding(kind: .cycle(parts), path: parts[0].path, place: parts[0].place)
  }
}
