import Statecharts
import ViewModels

/// The declared sources of a computed field.
struct FieldSources {
  /// Direct and indirect sources, nearest first.
  private(set) var paths: [Name] = []
  /// A description; nil for a stored field.
  private(set) var line: String?

  init(ofFieldAt path: Name, _ machine: Machine, _ snapshot: Snapshot) {
    switch machine.kind(ofFieldAt: path, in: snapshot) {
    case .stored, nil: break
    case .computed: line = "\(path) is computed, and does not declare from which fields"
    case .derived(let names):
      line = "\(path) is computed from \(names.joined(separator: ", "))"
      add(names, beside: path)
      var next = 0
      while next < paths.count {
        if case .derived(let names)? = machine.kind(ofFieldAt: paths[next], in: snapshot) {
          add(names, beside: paths[next])
        }
        next += 1
      }
    }
  }

  private mutating func add(_ names: [Name], beside path: Name) {
    for source in names.map({ "\(path.text.front)\($0)" as Name }) where !paths.contains(source) {
      paths.append(source)
    }
  }
}

extension Machine {
  fileprivate func kind(ofFieldAt path: Name, in snapshot: Snapshot) -> FieldDefinition.Kind? {
    definition(ofFieldAt: path.text, in: snapshot).map { program.templates[$0.template].fields[$0.port].kind }
  }
}

extension String {
  fileprivate var front: String {
    let end = utf8.lastIndex(of: UInt8(ascii: ".")).map { utf8.index(after: $0) } ?? utf8.startIndex
    return String(self[..<end])
  }
}
