package struct LayerReport: Sendable {
  /// Sorted by path and place; cycles last.
  package var findings: [LayerFinding] = []
  package var fileCount = 0
  package var typeCount = 0
  package var layers: [(name: String, count: Int)] = []
  package var unusedExceptions: [LayerRules.Exception] = []
  /// False if the search for detours reached its limit.
  package var isComplete = true

  /// If false, nothing was checked.
  package var hasLayers: Bool { layers.contains { $0.count > 0 } }

  /// `4 files, 6 types (1 View, 2 ViewModel): 1 forbidden reference, 0 cycles`
  package var summary: String {
    let cycles = findings.count { if case .cycle = $0.kind { true } else { false } }
    let members = layers.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    return "\(counted(fileCount, "file")), \(counted(typeCount, "type"))\(members.isEmpty ? "" : " (\(members))"): "
      + "\(counted(findings.count - cycles, "forbidden reference")), \(counted(cycles, "cycle"))"
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

package struct LayerFinding: Hashable, Sendable {
  /// A type, or the rest of a file.
  package struct Part: Hashable, Sendable {
    package var name: String
    package var layer: String?
    package var path: String
    package var place: SourceLocation
  }

  package enum Kind: Hashable, Sendable {
    /// A forbidden reference, directly or through `detours` without a layer.
    case edge(from: Part, to: Part, detours: [Part], isProtocolAllowed: Bool)
    /// A property of an allowed type whose own type is forbidden.
    case exposed(from: Part, to: Part, owner: Part, property: String)
    case toolkitName(from: Part, name: String)
    case toolkitImport(from: Part, module: String)
    /// Each part is at the place of its reference to the next.
    case cycle([Part])
  }

  package var kind: Kind
  package var path: String
  package var place: SourceLocation
  package var count = 1

  package var sentence: String {
    switch kind {
    case .edge(let from, let to, let detours, let isProtocolAllowed):
      "\(from.title) refers to \(to.title)" + by(detours) + times
        + (isProtocolAllowed ? "; a protocol is enough" : "")
    case .exposed(let from, let to, let owner, let property):
      "\(from.title) reads '\(property)' of \(owner.title), which is the \(to.title)" + times
    case .toolkitName(let from, let name): "\(from.title) refers to '\(name)' of the user interface's toolkit" + times
    case .toolkitImport(let from, let module): "\(from.title) imports '\(module)', the user interface's toolkit"
    case .cycle(let parts): "a cycle: " + (parts + parts.prefix(1)).map(\.title).joined(separator: " -> ")
    }
  }

  /// The places in a cycle or detour.
  package var details: [String] {
    switch kind {
    case .edge(_, let to, let detours, _): detours.isEmpty ? [] : (detours + [to]).map(\.placed)
    case .exposed, .toolkitName, .toolkitImport: []
    case .cycle(let parts):
      parts.enumerated().map { index, part in
        "\(part.path):\(part.place): '\(part.name)' refers to '\(parts[(index + 1) % parts.count].name)'"
      }
    }
  }

  private var times: String { count == 1 ? "" : " (\(count) times)" }

  private func by(_ detours: [Part]) -> String {
    detours.isEmpty ? "" : " by way of " + detours.map { "'\($0.name)'" }.joined(separator: ", ")
  }
}

extension LayerFinding.Part {
  package var title: String { (layer.map { $0 + " " } ?? "") + "'\(name)'" }

  fileprivate var placed: String { "\(path):\(place): '\(name)'" }
}
