import Traces
import Turns

/// Folds two aligned runs in one pass and collects the differences.
struct TraceComparison<Source: StepSource> {
  private(set) var source: Source
  private var states: Sides<RunState>
  private var ledger = DivergenceLedger()
  private var counts: [Reaction.Subject: Sides<Int>] = [:]
  private var places: [Divergence.Key: Int] = [:]
  /// By kind and name, without rows and ordinals.
  private(set) var subjects = Sides<Set<Reaction.Subject>>(a: [], b: [])

  private(set) var findings: [Divergence] = []

  private let keys: RowKeys

  init(_ source: Source, by keys: RowKeys) {
    self.source = source
    self.keys = keys
    states = Sides(a: RunState(by: keys), b: RunState(by: keys))
  }

  mutating func compare(_ alignment: StepAlignment) {
    var index = 0
    alignment.forEachRow { row in
      switch row {
      case .both(let a, let b): comparePair(Sides(a: a, b: b), row: index)
      case .only(let side, let step): compareSingle(step, on: side, row: index)
      }
      index += 1
    }
    for (finding, carry) in ledger.remaining(rows: alignment.rowCount) { findings[finding].carries.append(carry) }
  }

  /// Counts the effects of skipped steps on both sides.
  mutating func count(_ passed: [(subject: Reaction.Subject, count: Int)]) {
    for (subject, count) in passed {
      for side in DiffSide.allCases { self.count(subject, on: side, times: count) }
    }
  }

  private mutating func count(_ subject: Reaction.Subject, on side: DiffSide, times: Int = 1) {
    if subject.kind.row.isTallied { counts[subject, default: Sides(a: 0, b: 0)][side] += times }
    subjects[side].insert(subject)
  }

  var tallies: [TraceDifference.Tally] {
    counts.filter { $0.value.a != $0.value.b }
      .map { TraceDifference.Tally(subject: $0.key, counts: $0.value) }
      .sorted { $0.subject.precedes($1.subject) }
  }

  private mutating func comparePair(_ steps: Sides<Int>, row: Int) {
    if source.passes(steps, &states) { return }
    let reactions = Sides(a: react(steps.a, on: .a), b: react(steps.b, on: .b))
    let place = Divergence.Place(a: steps.a, b: steps.b)
    let stimulus = Sides(a: source.stimulus(of: steps.a, on: .a), b: source.stimulus(of: steps.b, on: .b))
    var sources: [Reaction.Subject: Int?] = [:]
    let absence = Sides(a: source.absence(of: steps.a, on: .a), b: source.absence(of: steps.b, on: .b))
    if let side = DiffSide.allCases.first(where: { absence[$0] != nil }), let reason = absence[side] {
      let isFault = { (reaction: Reaction) in reaction.subject.kind.row.differenceClass == .fault }
      let done = reactions[side.other].filter { !isFault($0) }
      let source = add(Divergence(.absent(side, reason: reason, done), at: place, stimulus: stimulus))
      for fault in reactions[side.other] where isFault(fault) {
        _ = add(Divergence(.only(side.other, fault), at: place, stimulus: stimulus))
      }
      let sources = Dictionary(done.map { ($0.subject, source) }) { first, _ in first }
      return settle(reactions, sources, row: row, at: place)
    }
    if stimulus.a.identity != stimulus.b.identity { _ = add(Divergence(.stimulus, at: place, stimulus: stimulus)) }
    if !reactions.a.elementsEqual(reactions.b, by: { $0.looksLike($1) }) {
      for content in StepComparison(reactions, by: keys).contents where !isCarried(content) {
        var finding = Divergence(
          content, at: place, stimulus: stimulus, isAddition: content.isAddition { states.a[$0] != nil })
        if let origin = finding.origin {
          finding.hasTurn = reactions.map { side in side.contains { $0.origin == origin } }
        }
        let source = add(finding)
        for reaction in content.reactions { sources[reaction.subject] = .some(source) }
      }
    }
    settle(reactions, sources, row: row, at: place)
  }

  private mutating func compareSingle(_ step: Int, on side: DiffSide, row: Int) {
    var reactions = Sides<[Reaction]>(a: [], b: [])
    reactions[side] = react(step, on: side)
    var place = Divergence.Place(a: nil, b: nil)
    place[side] = step
    var stimulus = Sides<Cause?>(a: nil, b: nil)
    stimulus[side] = source.stimulus(of: step, on: side)
    let content = Divergence.Content.step(side, reactions[side])
    let source = add(Divergence(content, at: place, stimulus: stimulus, isAddition: side == .b))
    let sources = Dictionary(reactions[side].map { ($0.subject, source) }) { first, _ in first }
    settle(reactions, sources, row: row, at: place)
  }

  private mutating func react(_ step: Int, on side: DiffSide) -> [Reaction] {
    let reactions = source.reactions(of: step, on: side, from: &states)
    for reaction in reactions { count(reaction.common, on: side) }
    return reactions
  }

  /// Returns nil for a repetition.
  private mutating func add(_ finding: Divergence) -> Int? {
    let key = finding.cause
    if let known = places[key] {
      findings[known].repetitions.append(finding.place)
      return nil
    }
    places[key] = findings.count
    findings.append(finding)
    return findings.count - 1
  }

  /// Notes which subjects begin to differ or agree again, including the rows of a changed list.
  private mutating func settle(
    _ reactions: Sides<[Reaction]>, _ sources: [Reaction.Subject: Int?], row: Int, at place: Divergence.Place
  ) {
    guard !ledger.isEmpty || !sources.isEmpty else { return }
    for reaction in reactions.a + reactions.b where reaction.subject.kind.isStateful {
      let subject = reaction.subject
      if agree(on: subject) {
        close(subject, row: row, at: place)
      } else if let source = sources[subject] {
        ledger.open(subject, by: source, row: row)
      }
      for inRow in ledger.subjects(inRowsOf: subject) where agree(on: inRow) { close(inRow, row: row, at: place) }
    }
  }

  private mutating func close(_ subject: Reaction.Subject, row: Int, at place: Divergence.Place) {
    guard let (finding, carry) = ledger.close(subject, row: row, at: place) else { return }
    findings[finding].carries.append(carry)
  }

  private mutating func agree(on subject: Reaction.Subject) -> Bool { states.a[subject] == states.b[subject] }

  /// Whether the difference only continues an earlier one.
  private mutating func isCarried(_ content: Divergence.Content) -> Bool {
    switch content {
    case .only(_, let reaction):
      let subject = reaction.subject
      return ledger.isOpen(subject) && reaction.values.count == 1 && agree(on: subject)
    case .changed(let reactions, _):
      return ledger.isOpen(reactions.a.subject) && reactions.moveAlike(by: keys)
    case .step, .absent, .stimulus, .shifted, .reordered: return false
    }
  }
}

extension Sides<Reaction> {
  /// Whether both changed by the same amount, or the same places still differ, at the same time.
  fileprivate func moveAlike(by keys: RowKeys) -> Bool {
    guard a.offset == b.offset, a.values.count == b.values.count else { return false }
    guard let aOld = a.old, let bOld = b.old, let aNew = a.values.last, let bNew = b.values.last else { return false }
    if case (.int(let aOld), .int(let bOld), .int(let aNew), .int(let bNew)) = (aOld, bOld, aNew, bNew) {
      let (before, after) = (bOld.subtractingReportingOverflow(aOld), bNew.subtractingReportingOverflow(aNew))
      return !before.overflow && !after.overflow && before.partialValue == after.partialValue
    }
    return ValueComparison.changes(from: aOld, to: bOld, of: a.subject, by: keys)
      == ValueComparison.changes(from: aNew, to: bNew, of: a.subject, by: keys)
  }
}

/// Two runs split into steps. Each step is read once, in order.
protocol StepSource {
  func stimulus(of step: Int, on side: DiffSide) -> Cause?
  func absence(of step: Int, on side: DiffSide) -> String?
  /// Also applies the reactions to the states.
  mutating func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction]
  /// Skips a step if it is equal in both runs and need not be read; else returns false.
  mutating func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool
}

struct HeldSteps: StepSource {
  let runs: Sides<RunSteps>

  func stimulus(of step: Int, on side: DiffSide) -> Cause? { runs[side].steps[step].stimulus }
  func absence(of step: Int, on side: DiffSide) -> String? { runs[side].steps[step].absence }

  func reactions(of step: Int, on side: DiffSide, from states: inout Sides<RunState>) -> [Reaction] {
    runs[side].reactions(of: step, from: &states[side])
  }

  func passes(_ steps: Sides<Int>, _ states: inout Sides<RunState>) -> Bool { false }
}

extension Reaction.Subject {
  func precedes(_ other: Self) -> Bool {
    guard kind == other.kind else { return kind.rank < other.kind.rank }
    return name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}

extension Effect.Kind {
  /// The declaration order is the order of severity.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
