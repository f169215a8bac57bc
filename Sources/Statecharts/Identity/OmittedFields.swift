/// Fields that are left out of keys, by template and port: snapshots that differ only there have one key.
package struct OmittedFields: Sendable {
  /// The ports of each template that has any.
  private var ports: [Int: Set<Int>] = [:]

  package init() {}

  package var isEmpty: Bool { ports.isEmpty }

  package mutating func insert(port: Int, of template: Int) { ports[template, default: []].insert(port) }

  func ports(of template: Int) -> Set<Int> { ports[template] ?? [] }
}
