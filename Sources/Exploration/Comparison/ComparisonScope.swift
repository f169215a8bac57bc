import Differences
import Traces
import ViewModels

/// What two machines can be compared by: what only one of them declares is no behaviour of both.
///
/// What the first view model declares is known by its name; what is below a path, by its last name, whichever of
/// the other view models has it.
package struct ComparisonScope: StepDifference.Scope {
  private typealias Word = EffectRow.Declared

  /// What only one machine declares: in its first view model, and in the others.
  private let foreignInRoot: [Word: Set<Name>]
  private let foreignInRest: [Word: Set<Name>]
  /// Objects have sleeps instead of timers; only their ends are visible.
  private let hasTimers: Bool
  /// The regions of a diagram; it has no more than states and outputs.
  private let regions: [Name]?

  package init(_ parts: Sides<[DefinitionPart]>, regionsOfA: [Name] = []) {
    let root = parts.map { parts in parts.first { $0.kind == .viewModel }?.name ?? "" }
    regions = parts.a.contains(.design) ? regionsOfA : nil
    hasTimers = !parts.a.contains(.objects) && !parts.b.contains(.objects)
    func names(ofRoot isOfRoot: Bool) -> [Word: Set<Name>] {
      var own = parts
      for side in DiffSide.allCases {
        own[side].removeAll { !$0.owner.isEmpty && ($0.owner == root[side]) != isOfRoot }
      }
      return Self.foreign(own)
    }
    foreignInRoot = names(ofRoot: true)
    foreignInRest = names(ofRoot: false)
  }

  private static func foreign(_ parts: Sides<[DefinitionPart]>) -> [Word: Set<Name>] {
    let words = parts.map { parts in
      parts.reduce(into: [Word: Set<Name>]()) { words, part in
        switch part.kind {
        case .field: words[.field, default: []].insert(part.name)
        case .subject: words[.subject, default: []].insert(part.name)
        case .service: words[.service, default: []].insert(part.name)
        case .state: words[.state, default: []].formUnion(part.name.text.split(separator: ".").map { Name(String($0)) })
        case .viewModel, .page, .input, .invocation, .transition, .property, .control, .route, .setting: break
        }
      }
    }
    return words.a.merging(words.b) { $0.symmetricDifference($1) }
  }

  package var ignoresReturns: Bool { regions != nil }

  package func contains(_ subject: Reaction.Subject) -> Bool {
    if let regions {
      switch subject.kind {
      case .moved: return regions.contains(subject.name)
      case .output: break
      case .crashed, .limit: return true
      default: return false
      }
    }
    if !hasTimers, subject.kind == .timerStarted || subject.kind == .timerFired { return false }
    return subject.kind.row.declared.map { !isForeign(Name(subject.lastName), $0, of: subject) } ?? true
  }

  package func contains(state: String, of region: Reaction.Subject) -> Bool {
    !state.split(separator: ".").contains { isForeign(Name(String($0)), .state, of: region) }
  }

  private func isForeign(_ name: Name, _ word: Word, of subject: Reaction.Subject) -> Bool {
    let names = subject.name.utf8.contains(UInt8(ascii: ".")) ? foreignInRest : foreignInRoot
    return names[word]?.contains(name) ?? false
  }
}
