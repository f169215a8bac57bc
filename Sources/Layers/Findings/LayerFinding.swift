/// Something in the sources that the rules forbid.
package struct LayerFinding: Hashable, Sendable {
  /// A type, or the rest of a file, with its layer.
  package struct Part: Hashable, Sendable {
    /// The type's name; the path of a file for what stands outside of its types.
    package var name: String
    /// Nil for what belongs to none.
    package var layer: String?
    package var path: String
    package var place: SourceLocation
  }

  package enum Kind: Hashable, Sendable {
    /// A reference that its layer may not have; over types that belong to no layer, when there are `detours`.
    case edge(from: Part, to: Part, detours: [Part], isProtocolAllowed: Bool)
    /// A property of a type that may be known, whose own type may not.
    case exposed(from: Part, to: Part, owner: Part, property: String)
    /// A name of the user interface's toolkit.
    case toolkitName(from: Part, name: String)
    /// An import of the toolkit.
    case toolkitImport(from: Part, module: String)
    /// References that lead back to where they began, by way of several layers; each part at the place of its reference to
    /// the next, the last to the first.
    case cycle([Part])
  }

  package var kind: Kind
  /// Where the reference first stands.
  package var path: String
  package var place: SourceLocation
  /// How often it stands there.
  package var count = 1

  /// What is wrong, without its place.
  package var sentence: String {
    switch kind {
    case .edge(let from, let to, let detours, let isProtocolAllowed):
      "\(from.title) refers to \(to.title)" + by(detours) + times
        + (isProtocolAllowed ? "; a protocol would do" : "")
    case .exposed(let from, let to, let owner, let property):
      "\(from.title) reads '\(property)' of \(owner.title), which is the \(to.title)" + times
    case .toolkitName(let from, let name): "\(from.title) refers to '\(name)' of the user interface's toolkit" + times
    case .toolkitImport(let from, let module): "\(from.title) imports '\(module)', the user interface's toolkit"
    case .cycle(let parts): "a cycle: " + (parts + parts.prefix(1)).map(\.title).joined(separator: " -> ")
    }
  }

  /// The places of what the sentence is about, for a cycle and for a reference with detours.
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
  /// `ViewModel 'Home'`
  package var title: String { (layer.map { $0 + " " } ?? "") + "'\(name)'" }

  fileprivate var placed: String { "\(path):\(place): '\(name)'" }
}
