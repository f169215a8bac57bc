import Traces
import Turns

/// Separates the causes in one case from their companions and consequences.
///
/// A finding is a consequence in three cases. Only one run has its turn, whose work was requested or delayed where
/// the runs first differed. Or it is a refusal while only one run has left a page. Or a bare `advance` reaches
/// another instant.
struct CauseSearch {
  let title: String
  /// The causes of requests that only this side has; nil if the other version lacks the service.
  private var requests = Sides<[Name: Int?]>(a: [:], b: [:])
  private var pages = Sides(a: 0, b: 0)
  private var pageCause: Int?
  /// The last cause; the inner nil is something that the other version lacks entirely.
  private var previous: Int??
  /// The causes that this case has.
  private var counted: Set<Int> = []

  init(title: String) {
    self.title = title
  }

  /// - Parameter findings: Of one step.
  mutating func search(_ findings: ArraySlice<Divergence>, in summary: inout DifferenceSummary) {
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

  /// The cause that the turn follows from. The outer nil means none; the inner nil means something that the other
  /// version lacks.
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

  /// Whether a bare `advance` reaches different instants in the runs, or an instant in only one.
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
