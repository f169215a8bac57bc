/// Why a snapshot cannot be made of what a file held, and in which part of it.
package struct SnapshotProblem: Error, Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case outline
    case frame
    /// The position among the instances of the form.
    case instance(Int)
    /// The position in the agenda of the form.
    case work(Int)
  }

  package enum Reason: Error, Hashable, Sendable {
    /// What changed since, a phrase each; empty when the outline itself is damaged.
    case otherDefinition([String])
    case missing(String)
    case wrong(String, expected: String)
    /// A name that the definition does not have.
    case unknown(String, String)
    case wrongType(field: String, of: String)
    /// A property that cannot remember what it is said to.
    case wrongMemory(of: String)
    /// A wiring, or what it captured, that does not fit the definition.
    case misfit(String)
    /// An instance that the file does not hold, or of another kind.
    case noInstance(Int)
    case notAConfiguration(of: String)
    case tooMany(String, limit: Int)
  }

  package var part: Part
  package var reason: Reason

  package init(_ part: Part, _ reason: Reason) {
    self.part = part
    self.reason = reason
  }
}

extension SnapshotProblem {
  /// What is wrong and what to do; names in it are the file's own and not escaped.
  package var sentence: String { reason.sentence }
}

extension SnapshotProblem.Reason {
  /// How many changes a sentence names.
  private static let shownChanges = 6

  var sentence: String {
    switch self {
    case .otherDefinition(let changes) where changes.isEmpty:
      "the definition has changed since this was saved; '--migrate' keeps what still fits"
    case .otherDefinition(let changes):
      "the definition has changed since this was saved (\(Self.list(changes))); '--migrate' keeps what still fits"
    case .missing(let name): "'\(name)' is missing; save the snapshot again"
    case .wrong(let name, let expected): "'\(name)' is not \(expected); save the snapshot again"
    case .unknown(let noun, let name): "there is no \(noun) '\(name)' in the definition; save the snapshot again"
    case .wrongType(let field, let template):
      "field '\(field)' of '\(template)' cannot hold this value; save the snapshot again"
    case .wrongMemory(let name): "property '\(name)' cannot remember this value; save the snapshot again"
    case .misfit(let name): "'\(name)' is not built from these captures any more; save the snapshot again"
    case .noInstance(let place): "instance \(place) is mentioned and does not fit; save the snapshot again"
    case .notAConfiguration(let template):
      "'\(template)' cannot stand in these states together; save the snapshot again"
    case .tooMany(let noun, let limit): "there are more than \(limit) \(noun); save a smaller snapshot"
    }
  }

  /// What is dropped because of it, for a migration: `there is no wiring 'x'`.
  var phrase: String {
    switch self {
    case .unknown(let noun, let name): "\(noun) '\(name)' is gone"
    case .noInstance(let place): "instance \(place) is gone"
    case .misfit(let name): "'\(name)' has changed"
    case .otherDefinition, .missing, .wrong, .wrongType, .wrongMemory, .notAConfiguration, .tooMany: sentence
    }
  }

  private static func list(_ changes: [String]) -> String {
    let rest = changes.count - shownChanges
    return changes.prefix(shownChanges).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
