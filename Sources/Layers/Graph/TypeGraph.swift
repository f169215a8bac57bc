/// The types of the files and their references. A name means its nearest declaration: in the same file, then in the
/// file that shares most folders, then the first by path.
struct TypeGraph {
  /// A type, or the rest of a file.
  struct Node {
    var name: String
    var path: String
    var place: SourceLocation
    var layer: Int?
    var isProtocol = false
    var isFile = false
  }

  struct Edge: Hashable {
    var to: Int
    var path: String
    var place: SourceLocation
    var count = 1
  }

  private(set) var nodes: [Node] = []
  /// By referring node, in source order.
  private(set) var edges: [[Edge]] = []
  /// Toolkit names in types whose layers may not use the toolkit.
  private(set) var toolkitNames: [LayerFinding] = []
  /// By node, property names with their types.
  private(set) var properties: [[String: Int]] = []
  /// By node, members that it reads of other objects.
  private(set) var accesses: [[(name: String, path: String, place: SourceLocation)]] = []

  private static let candidateLimit = 100

  private let rules: LayerRules
  /// Imports, and folders of the sources.
  private let modules: Set<String>
  private var nodesByName: [String: [Int]] = [:]
  /// By node, the index of each target in `edges`.
  private var edgePlaces: [[Int: Int]] = []
  /// By node, the index of each name in `toolkitNames`.
  private var toolkitPlaces: [[String: Int]] = []

  init(_ outlines: [SourceOutline], rules: LayerRules) {
    self.rules = rules
    modules = Set(
      outlines.flatMap { outline in
        outline.imports.map(\.name) + outline.path.split(separator: "/").dropLast().map(String.init)
      })
    let owners = outlines.map { declare($0) }
    edgePlaces = Array(repeating: [:], count: nodes.count)
    toolkitPlaces = Array(repeating: [:], count: nodes.count)
    edges = Array(repeating: [], count: nodes.count)
    accesses = Array(repeating: [], count: nodes.count)
    properties = Array(repeating: [:], count: nodes.count)
    for (outline, owners) in zip(outlines, owners) {
      for (owner, node) in zip(outline.owners, owners) {
        connect(owner, node ?? extendedNode(of: owner, in: outline.path) ?? owners[0] ?? 0, in: outline.path)
      }
    }
  }

  func part(_ index: Int) -> LayerFinding.Part {
    let node = nodes[index]
    return LayerFinding.Part(
      name: node.name, layer: node.layer.map { rules.layers[$0].name }, path: node.path, place: node.place)
  }

  /// Nil for extensions, whose types may be in other files.
  private mutating func declare(_ outline: SourceOutline) -> [Int?] {
    outline.owners.map { owner in
      if owner.kind == .extension { return nil }
      let isFile = owner.kind == .file
      let name = isFile ? owner.names[0] : owner.names.joined(separator: ".")
      let layer = rules.layer(ofType: isFile ? nil : name, inherited: owner.inherited, path: outline.path)
      nodes.append(
        Node(
          name: name, path: outline.path, place: owner.place, layer: layer, isProtocol: owner.kind == .protocol,
          isFile: isFile))
      if !isFile { nodesByName[name, default: []].append(nodes.count - 1) }
      return nodes.count - 1
    }
  }

  /// The extended type; the first name may be a module's.
  private func extendedNode(of owner: SourceOutline.Owner, in path: String) -> Int? {
    if let node = node(named: owner.names[0], near: path) { return node }
    guard owner.names.count > 1, modules.contains(owner.names[0]) else { return nil }
    return node(named: owner.names[1], near: path)
  }

  private mutating func connect(_ owner: SourceOutline.Owner, _ node: Int, in path: String) {
    note(owner, node, in: path)
    if owner.kind == .extension {
      for name in owner.names.prefix(1) { add(SourceOutline.Mention(name: name, place: owner.place), from: node, path) }
    }
    for mention in owner.mentions where !owner.nested.contains(mention.name) {
      // After a type's name, even a library's, the word is a member of that type.
      if let base = mention.base, nodesByName[base] != nil || !modules.contains(base) { continue }
      add(mention, from: node, path)
    }
  }

  private mutating func note(_ owner: SourceOutline.Owner, _ node: Int, in path: String) {
    accesses[node] += owner.accesses.map { ($0.name, path, $0.place) }
    for property in owner.properties {
      let types = property.types.filter { !owner.nested.contains($0) }
      guard let type = types.compactMap({ self.node(named: $0, near: path) }).first else { continue }
      properties[node][property.name] = type
    }
  }

  private mutating func add(_ mention: SourceOutline.Mention, from node: Int, _ path: String) {
    if let target = self.node(named: mention.name, near: path) {
      addEdge(from: node, to: target, mention.place, path)
    } else if rules.isOfToolkit(mention.name) {
      addToolkit(mention, from: node, path)
    }
  }

  private mutating func addEdge(from: Int, to: Int, _ place: SourceLocation, _ path: String) {
    guard from != to else { return }
    if let index = edgePlaces[from][to] {
      edges[from][index].count += 1
    } else {
      edgePlaces[from][to] = edges[from].count
      edges[from].append(Edge(to: to, path: path, place: place))
    }
  }

  private mutating func addToolkit(_ mention: SourceOutline.Mention, from node: Int, _ path: String) {
    guard let layer = nodes[node].layer, !rules.layers[layer].usesToolkit else { return }
    if let index = toolkitPlaces[node][mention.name] {
      toolkitNames[index].count += 1
    } else {
      toolkitPlaces[node][mention.name] = toolkitNames.count
      let kind = LayerFinding.Kind.toolkitName(from: part(node), name: mention.name)
      toolkitNames.append(LayerFinding(kind: kind, path: path, place: mention.place))
    }
  }

  private func node(named name: String, near path: String) -> Int? {
    guard let candidates = nodesByName[name] else { return nil }
    if candidates.count == 1 { return candidates[0] }
    let bytes = Array(path.utf8)
    let nearness = candidates.prefix(Self.candidateLimit).map { candidate -> Int in
      let other = nodes[candidate].path.utf8
      if other.elementsEqual(bytes) { return Int.max }
      return zip(bytes, other).prefix { $0 == $1 }.count { $0.0 == UInt8(ascii: "/") }
    }
    let best = nearness.max() ?? 0
    return nearness.firstIndex(of: best).map { candidates[$0] }
  }
}
