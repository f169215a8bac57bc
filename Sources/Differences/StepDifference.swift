import Traces
import Turns

package struct StepDifference: Sendable {
  /// Not empty; in order of occurrence.
  package let findings: [Divergence]

  package protocol Scope: Sendable {
    /// Whether both machines have the subject.
    func contains(_ subject: Reaction.Subject) -> Bool
    /// Whether a region that ends where it began did not move.
    var ignoresReturns: Bool { get }
    /// Whether both machines have the state, so that passing through it counts.
    func contains(state: String, of region: Reaction.Subject) -> Bool
  }

  /// Nil if no observer can distinguish the runs. The stimulus's turn comes first.
  package init?(_ turns: Sides<[Turn]>, in scope: some Scope, by keys: RowKeys = RowKeys()) {
    self.init(turns.map { StepReactions($0) }, in: scope, by: keys)
  }

  package init?(_ steps: Sides<StepReactions>, in scope: some Scope, by keys: RowKeys = RowKeys()) {
    let reactions = steps.map { step in
      step.reactions.filter { reaction in
        scope.contains(reaction.subject)
          && !(scope.ignoresReturns && reaction.subject.kind == .moved && reaction.values.last == reaction.old)
      }.map { $0.passing(scope) }
    }
    self.init(reactions, in: scope, stimulus: steps.map(\.cause), by: keys)
  }

  package init?(
    opening phases: Sides<[RegionState]>, _ fields: Sides<[Member]>, in scope: some Scope,
    by keys: RowKeys = RowKeys()
  ) {
    var reactions = Sides<[Reaction]>(a: [], b: [])
    for side in DiffSide.allCases {
      reactions[side] =
        phases[side].map { Reaction(.moved, $0.region, [.string($0.state.text)]) }
        + fields[side].map { Reaction(.set, $0.name, [$0.value]) }
      reactions[side].removeAll { !scope.contains($0.subject) }
    }
    self.init(reactions, in: scope, stimulus: Sides(a: nil, b: nil), by: keys)
  }

  private init?(
    _ reactions: Sides<[Reaction]>, in scope: some Scope, stimulus: Sides<Turns.Cause?>, by keys: RowKeys
  ) {
    if reactions.a.elementsEqual(reactions.b, by: { $0.looksLike($1) }) { return nil }
    self.init(
      StepComparison(reactions, by: keys).contents.compactMap { $0.inside(scope) }.map { content in
        Divergence(
          content, at: Divergence.Place(a: nil, b: nil), stimulus: stimulus,
          isAddition: content.isAddition { _ in true })
      })
  }

  /// Keeps only findings about shown fields.
  package func seen(_ shown: ShownFields) -> StepDifference? {
    StepDifference(findings.filter { !$0.isAbout { !shown.contain($0) } })
  }

  /// The laws that broke, and whether a machine crashed or reached a limit, on one side alone.
  package var faults: Set<Reaction.Subject> { Set(findings.filter(\.isFault).compactMap(\.causeKey.subject)) }

  /// Returns the faults that are not of known subjects; nil without any.
  package func faults(besides known: Set<Reaction.Subject>) -> StepDifference? {
    StepDifference(findings.filter { $0.isFault && !($0.causeKey.subject.map(known.contains) ?? true) })
  }

  init?(_ findings: [Divergence]) {
    if findings.isEmpty { return nil }
    self.findings = findings
  }

  /// The first of the most severe findings.
  package var lead: Divergence { findings.min { $0.differenceClass < $1.differenceClass } ?? findings[0] }

  package var verdict: Verdict { Verdict(of: findings) }

  package var isOnlyTiming: Bool { findings.allSatisfy { $0.differenceClass == .timing } }

  /// Whether both hold the same afterwards, as far as this step tells: times, order, texts and logs differ at most.
  package var isSlight: Bool {
    findings.allSatisfy { finding in
      switch finding.differenceClass {
      case .timing, .order, .text: true
      case .value: finding.causeKey.subject?.kind == .logged
      case .fault, .stimulus, .transition, .request, .refusal: false
      }
    }
  }

  /// Equal for two differences with the same kind, subject and transitions.
  package struct Cause: Hashable, Sendable {
    let key: DifferenceCause.Key
    let transitions: [Value]
  }

  package var cause: Cause {
    let lead = lead
    return Cause(key: lead.causeKey, transitions: lead.transitions)
  }
}

extension Divergence.Content {
  /// Returns it without members of rows that only one machine declares; nil when nothing is left.
  fileprivate func inside(_ scope: some StepDifference.Scope) -> Self? {
    guard case .changed(let reactions, let changes) = self, reactions.a.subject.kind == .set, !changes.isEmpty
    else { return self }
    let rest = changes.filter { change in
      let place = Name(change.path.place(in: reactions.a.subject.name.text))
      return change.sides.a != nil && change.sides.b != nil
        || scope.contains(Reaction.Subject(.set, place)) && scope.contains(Reaction.Subject(.moved, place))
    }
    return rest.isEmpty ? nil : .changed(reactions, rest)
  }
}

extension Divergence {
  fileprivate var isFault: Bool { differenceClass == .fault }
  fileprivate var transitions: [Value] {
    let reactions: [Reaction] =
      switch content {
      case .only(_, let reaction): [reaction]
      case .changed(let reactions, _): [reactions.a, reactions.b]
      case .step, .absent, .stimulus, .shifted, .reordered: []
      }
    return reactions.filter { $0.subject.kind == .moved }.map { .list([$0.old ?? .null] + $0.values) }
  }
}

extension Reaction {
  /// Removes passing states that only one machine has.
  fileprivate func passing(_ scope: some StepDifference.Scope) -> Reaction {
    guard subject.kind == .moved, values.count > 1 else { return self }
    var result = self
    result.values =
      values.dropLast().filter { value in
        guard case .string(let state) = value else { return true }
        return scope.contains(state: state, of: subject)
      } + values.suffix(1)
    return result
  }
}
