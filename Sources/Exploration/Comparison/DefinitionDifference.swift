import Differences
import ViewModels

package struct DefinitionDifference: Sendable {
  package struct Change: Hashable, Sendable {
    /// Nil on a side without the part.
    package let parts: Sides<DefinitionPart?>
    /// The number of parts in a view model or page that only one side has.
    package var folded = 0

    package var part: DefinitionPart { parts.a ?? parts.b! }
  }

  /// By kind, then in the order of the first definition and of the second.
  package let changes: [Change]

  package init(_ machines: Sides<Machine>) {
    self.init(machines.map(\.parts))
  }

  package init(_ parts: Sides<[DefinitionPart]>) {
    let tables = parts.map { PartTable($0) }
    let changed = tables.a.entries.map { Sides<DefinitionPart?>(a: $0.part, b: tables.b[$0.key]) }
    let added = tables.b.entries.filter { tables.a[$0.key] == nil }.map { Sides(a: nil, b: $0.part) }
    changes = Self.folded((changed.filter { $0.a != $0.b } + added).map { Change(parts: $0) })
  }

  /// Replaces the parts of a one-sided owner by a count.
  private static func folded(_ changes: [Change]) -> [Change] {
    let owners = Dictionary(
      changes.indices.compactMap {
        changes[$0].part.kind.isOwner && changes[$0].isOneSided ? (changes[$0].owner, $0) : nil
      }
    ) { first, _ in first }
    var result = changes
    var isFolded = changes.map { _ in false }
    for (index, change) in changes.enumerated() where !change.part.kind.isOwner && change.isOneSided {
      guard let owner = owners[Owner(side: change.side, name: change.part.owner)] else { continue }
      result[owner].folded += 1
      isFolded[index] = true
    }
    let order = result.indices.filter { !isFolded[$0] }.sorted {
      (result[$0].part.kind.rank, $0) < (result[$1].part.kind.rank, $1)
    }
    return order.map { result[$0] }
  }
}

extension DefinitionDifference.Change {
  fileprivate var isOneSided: Bool { parts.a == nil || parts.b == nil }
  fileprivate var side: DiffSide { parts.a == nil ? .b : .a }
  fileprivate var owner: Owner { Owner(side: side, name: part.kind == .page ? part.owner : part.name) }
}

private struct Owner: Hashable {
  let side: DiffSide
  let name: Name
}

extension DefinitionPart.Kind {
  fileprivate var isOwner: Bool { self == .viewModel || self == .page }
  fileprivate var rank: Int { DefinitionPart.Kind.allCases.firstIndex(of: self) ?? 0 }
}

/// Parts by key; repeated names are numbered.
private struct PartTable {
  struct Key: Hashable {
    let kind: DefinitionPart.Kind
    let owner: Name
    let name: Name
    var number = 0
  }

  private(set) var entries: [(key: Key, part: DefinitionPart)] = []
  private var parts: [Key: DefinitionPart] = [:]

  init(_ all: [DefinitionPart]) {
    for part in all {
      var key = Key(kind: part.kind, owner: part.owner, name: part.name)
      while parts[key] != nil { key.number += 1 }
      parts[key] = part
      entries.append((key, part))
    }
  }

  subscript(key: Key) -> DefinitionPart? { parts[key] }
}
