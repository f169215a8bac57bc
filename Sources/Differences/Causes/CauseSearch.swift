import Traces
import Turns

/// Goes through the findings of one case, step by step, and tells causes from what comes with them and what only follows.
///
/// A finding follows from an earlier cause only where the runs themselves show it: it stands in a turn that one run alone
/// has, and the work of that turn was asked for or put off where the runs first differed; it is a refusal while only one run has
/// left a page; or it only shows that a bare `advance` leads to another instant in each run.
struct CauseSearch {
  let title: String
  /// By side, which cause started a request that only this side has under way; nil for a service that the other lacks.
  private var requests = Sides<[Name: Int?]>(a: [:], b: [:])
  /// Pages that only one run has on its stack, and the cause that first put one there.
  private var pages = Sides(a: 0, b: 0)
  private var pageCause: Int?
  /// The cause that was found last; the inner nil is something that the other version lacks altogether.
  private var previous: Int??

  init(title: String) {
    self.title = title
  }

  /// Takes in the findings of one step.
  mutating func search(
    _ findings: ArraySlice<Divergence>, in summary: inout DifferenceSummary, _ counted: inout Set<Int>
  ) {
    var latest = Sides<Int?>(a: nil, b: nil)
    for turn in Self.turns(findings) {
      for finding in turn { if case .absent = finding.content { summary.addOwn(finding) } }
      let lacks = turn.filter(summary.isLack)
      for finding in lacks { summary.addOwn(finding) }
      if !lacks.isEmpty, previous == nil { previous = .some(nil) }
      let faults = turn.filter { $0.differenceClass == .fault }
      let others = turn.filter { $0.differenceClass != .fault && !summary.isLack($0) && !$0.isAbsent }
      var cause: Int?
      for fault in faults { cause = summary.add(fault, in: title, companions: 0, &counted) }
      let count = others.reduce(0) { $0 + $1.count }
      if let parent = parent(of: turn, latest) {
        if let parent { summary.addFollowers(count, to: parent) }
        cause = parent ?? cause
      } else if !faults.isEmpty, let cause {
        summary.addCompanions(count, to: cause)
      } else if let lead = others.min(by: { $0.differenceClass < $1.differenceClass }) {
        cause = summary.add(lead, in: title, companions: count - lead.count, &counted)
      }
      if let cause { previous = cause }
      note(turn, cause)
      for side in DiffSide.allCases where turn.contains(where: { $0.onlySide != side.other }) {
        latest[side] = cause ?? latest[side]
      }
    }
  }

  /// The findings of each turn, in the order of the turns.
  private static func turns(_ findings: ArraySlice<Divergence>) -> [[Divergence]] {
    var turns: [(origin: Origin?, findings: [Divergence])] = []
    for finding in findings {
      if let index = turns.firstIndex(where: { $0.origin == finding.origin }) {
        turns[index].findings.append(finding)
      } else {
        turns.append((finding.origin, [finding]))
      }
    }
    return turns.map(\.findings)
  }

  /// The cause without which there would be no such turn, or which is why it is refused. The outer nil: there is none; the
  /// inner one: it follows from what the other version lacks altogether.
  private func parent(of turn: [Divergence], _ latest: Sides<Int?>) -> Int?? {
    guard let first = turn.first else { return nil }
    if let previous, turn.allSatisfy(\.isOfDueTime) { return previous }
    if let origin = first.origin {
      guard let side = DiffSide.allCases.first(where: { !first.hasTurn[$0.other] }) else { return nil }
      if origin.source == .reply { return requests[side][origin.name] }
      return latest[side].map { .some($0) }
    }
    for side in DiffSide.allCases {
      guard let stimulus = first.stimulus[side], Name(stimulus.event) == "reply" else { continue }
      if let cause = requests[side][Name(stimulus.target)] { return cause }
    }
    let isRefusedOnce = turn.contains { $0.onlySide != nil && $0.causeKey.subject?.kind == .refused }
    if isRefusedOnce, pages.a > 0 || pages.b > 0, let pageCause { return .some(pageCause) }
    return nil
  }

  /// Notes what a turn leaves open on one side only.
  private mutating func note(_ turn: [Divergence], _ cause: Int?) {
    for finding in turn {
      guard case .only(let side, let reaction) = finding.content else { continue }
      let name = reaction.subject.name
      switch reaction.subject.kind {
      case .requested: requests[side][name] = .some(cause)
      case .cancelled: requests[side.other][name] = .some(cause)
      case .pushed: push(on: side, cause)
      case .popped: if pages[side] > 0 { pages[side] -= 1 } else { push(on: side.other, cause) }
      default: break
      }
    }
  }

  private mutating func push(on side: DiffSide, _ cause: Int?) {
    if pages.a == 0, pages.b == 0 { pageCause = cause }
    pages[side] += 1
  }
}

extension Divergence {
  fileprivate var isAbsent: Bool {
    if case .absent = content { true } else { false }
  }

  /// Whether it only shows that a bare `advance` leads to another instant in each run, or to none.
  fileprivate var isOfDueTime: Bool {
    guard stimulus.a?.isBareAdvance ?? false, stimulus.b?.isBareAdvance ?? false else { return false }
    return switch content {
    case .shifted: true
    case .only(_, let reaction): reaction.subject == Reaction.Subject(.refused, "advance")
    case .step, .absent, .stimulus, .changed, .reordered: false
    }
  }
}

extension Cause {
  fileprivate var isBareAdvance: Bool { source == .user && Name(event) == "advance" && value == nil }
}
