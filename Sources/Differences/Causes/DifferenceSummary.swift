import Traces
import Turns

/// The causes of all differences, and what only one version has.
package struct DifferenceSummary: Sendable {
  package struct Lack: Sendable {
    /// A stimulus that only this version has; nil for a subject.
    package var stimulus: Cause?
    package var subject: Reaction.Subject?
    package var count: Int
  }

  /// Most severe first, then by first place.
  package private(set) var causes: [DifferenceCause] = []
  /// What only one version has, in order of first appearance.
  package private(set) var own = Sides<[Lack]>(a: [], b: [])

  private var indices: [DifferenceCause.Key: Int] = [:]
  private var ownIndices = Sides<[OwnKey: Int]>(a: [:], b: [:])
  private let subjects: Sides<Set<Reaction.Subject>>

  private enum OwnKey: Hashable {
    case subject(Reaction.Subject)
    case stimulus(Value)
  }

  package init(_ differences: [TraceDifference]) {
    subjects = differences.reduce(into: Sides(a: [], b: [])) { all, difference in
      all.a.formUnion(difference.subjects.a)
      all.b.formUnion(difference.subjects.b)
    }
    for difference in differences {
      var search = CauseSearch(title: difference.headers.a.title)
      var rest = difference.findings[...]
      while let place = rest.first?.place {
        let step = rest.prefix { $0.place == place }
        search.search(step, in: &self)
        rest = rest.dropFirst(step.count)
      }
    }
    let order = causes.indices.sorted {
      (causes[$0].lead.differenceClass, causes[$0].lead.kindRank, $0)
        < (causes[$1].lead.differenceClass, causes[$1].lead.kindRank, $1)
    }
    causes = order.map { causes[$0] }
  }

  // MARK: What the search finds

  /// Whether the other version has no such subject at all.
  func isLack(_ finding: Divergence) -> Bool {
    guard case .only(let side, let reaction) = finding.content, reaction.subject.kind.row.canBeLacking else {
      return false
    }
    return !subjects[side.other].contains(reaction.common)
  }

  mutating func addOwn(_ finding: Divergence) {
    switch finding.content {
    case .only(let side, let reaction):
      add(.subject(reaction.common), Lack(subject: reaction.common, count: finding.count), on: side)
    case .absent(let side, _, _):
      guard let stimulus = finding.stimulus[side.other] else { return }
      add(
        .stimulus(stimulus.nameIdentity), Lack(stimulus: stimulus, subject: nil, count: finding.count), on: side.other)
    case .step, .stimulus, .changed, .shifted, .reordered: return
    }
  }

  private mutating func add(_ key: OwnKey, _ lack: Lack, on side: DiffSide) {
    if let index = ownIndices[side][key] {
      own[side][index].count += lack.count
    } else {
      ownIndices[side][key] = own[side].count
      own[side].append(lack)
    }
  }

  /// Returns the index of the cause.
  mutating func add(_ lead: Divergence, in title: String, companions: Int, _ counted: inout Set<Int>) -> Int {
    let index: Int
    if let known = indices[lead.causeKey] {
      index = known
      causes[index].count += lead.count
      if !counted.contains(index) { causes[index].caseCount += 1 }
    } else {
      index = causes.count
      indices[lead.causeKey] = index
      causes.append(DifferenceCause(lead: lead, title: title, count: lead.count))
    }
    counted.insert(index)
    causes[index].companions += companions
    let carried = lead.carries.map(\.laterSteps).max() ?? 0
    causes[index].carriedSteps = max(causes[index].carriedSteps, carried)
    return index
  }

  mutating func addCompanions(_ count: Int, to cause: Int) { causes[cause].companions += count }
  mutating func addFollowers(_ count: Int, to cause: Int) { causes[cause].followers += count }
}

extension Divergence {
  /// A crash precedes a broken property.
  fileprivate var kindRank: Int { causeKey.subject?.kind == .broken ? 1 : 0 }
}

extension Cause {
  fileprivate var nameIdentity: Value { .list([.string(event), .string(target.withoutRows)]) }
}
