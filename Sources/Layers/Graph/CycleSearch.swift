/// Finds one cycle through several layers in each strongly connected component (Tarjan's algorithm without
/// recursion, linear).
struct CycleSearch {
  private let graph: TypeGraph
  private var indices: [Int]
  private var lowest: [Int]
  private var isOnStack: [Bool]
  private var stack: [Int] = []
  private var counter = 0
  private(set) var components: [[Int]] = []

  init(_ graph: TypeGraph) {
    self.graph = graph
    indices = Array(repeating: -1, count: graph.nodes.count)
    lowest = indices
    isOnStack = Array(repeating: false, count: graph.nodes.count)
    for node in graph.nodes.indices where indices[node] < 0 { visit(node) }
  }

  func cycles() -> [[Int]] {
    components.compactMap { component in
      let members = component.sorted()
      let layers = Set(members.compactMap { graph.nodes[$0].layer })
      guard layers.count > 1 else { return nil }
      return cycle(in: members)
    }
  }

  private mutating func visit(_ root: Int) {
    var path: [(node: Int, next: Int)] = []
    enter(root, &path)
    while let (node, next) = path.last {
      if next < graph.edges[node].count {
        path[path.count - 1].next += 1
        let target = graph.edges[node][next].to
        if indices[target] < 0 {
          enter(target, &path)
        } else if isOnStack[target] {
          lowest[node] = min(lowest[node], indices[target])
        }
      } else {
        path.removeLast()
        if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        if lowest[node] == indices[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int, _ path: inout [(node: Int, next: Int)]) {
    indices[node] = counter
    lowest[node] = counter
    counter += 1
    stack.append(node)
    isOnStack[node] = true
    path.append((node, 0))
  }

  private mutating func close(_ root: Int) {
    var component: [Int] = []
    while let node = stack.popLast() {
      isOnStack[node] = false
      component.append(node)
      if node == root { break }
    }
    if component.count > 1 { components.append(component) }
  }

  /// Starts with the first reference between two layers, else with the first type of a layer.
  private func cycle(in members: [Int]) -> [Int]? {
    let inside = Set(members)
    for node in members {
      for edge in graph.edges[node] where inside.contains(edge.to) && areApart(node, edge.to) {
        return path(from: edge.to, inside) { $0 == node }.map { [node] + $0.dropLast() }
      }
    }
    guard let start = members.first(where: { graph.nodes[$0].layer != nil }),
      let there = path(from: start, inside, to: { areApart(start, $0) }), let other = there.last,
      let back = path(from: other, inside, to: { $0 == start })
    else { return nil }
    return there + back.dropFirst().dropLast()
  }

  private func areApart(_ one: Int, _ other: Int) -> Bool {
    guard let one = graph.nodes[one].layer, let other = graph.nodes[other].layer else { return false }
    return one != other
  }

  private func path(from start: Int, _ inside: Set<Int>, to isEnd: (Int) -> Bool) -> [Int]? {
    var cameFrom = [start: start]
    var queue = [start]
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      if isEnd(node) { return cameFrom.path(from: start, to: node) }
      for edge in graph.edges[node] where inside.contains(edge.to) && cameFrom[edge.to] == nil {
        cameFrom[edge.to] = node
        queue.append(edge.to)
      }
    }
    return nil
  }
}

extension [Int: Int] {
  /// The path of a search that recorded for each node the one before it.
  func path(from start: Int, to end: Int) -> [Int] {
    sequence(first: end) { $0 == start ? nil : self[$0] }.reversed()
  }
}
