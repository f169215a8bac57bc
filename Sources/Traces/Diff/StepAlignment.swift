import Statecharts

/// Which steps of two runs belong together.
struct StepAlignment {
  /// One row: a step of both runs or of one, by their places in the runs.
  enum Row: Hashable {
    case both(a: Int, b: Int)
    case only(DiffSide, Int)
  }

  private(set) var rows: [Row] = []
  /// Whether both runs had the same stimuli in the same order.
  let hasSameStimuli: Bool
  /// Where more steps might have been paired by a longer search.
  let coarse: [SequenceAlignment.Stretch]

  /// Pairs equal stimuli, and in the gaps between them those that differ only in their value or in being held.
  init(_ sides: Sides<[RunSteps.Step]>, cap: Int = SequenceAlignment.defaultCap) {
    let stimuli = sides.map { $0.map(\.stimulus.identity) }
    let exact = SequenceAlignment(stimuli.a, stimuli.b, cap: cap)
    let targets = sides.map { $0.map(\.stimulus.target) }
    hasSameStimuli = exact.pairs.count == stimuli.a.count && exact.pairs.count == stimuli.b.count
    var paired = exact.pairs
    var stretches = exact.coarse
    for gap in exact.gaps(of: stimuli.map(\.count)) where !gap.a.isEmpty && !gap.b.isEmpty {
      let similar = SequenceAlignment(Array(targets.a[gap.a]), Array(targets.b[gap.b]), cap: cap)
      paired += similar.pairs.map { .init(a: gap.a.lowerBound + $0.a, b: gap.b.lowerBound + $0.b) }
      if !similar.coarse.isEmpty && !stretches.contains(where: { $0 == gap }) { stretches.append(gap) }
    }
    coarse = stretches.sorted { ($0.a.lowerBound, $0.b.lowerBound) < ($1.a.lowerBound, $1.b.lowerBound) }
    rows = Self.rows(paired.sorted { $0.a < $1.a }, of: stimuli.map(\.count))
  }

  private static func rows(_ pairs: [SequenceAlignment.Pair], of counts: Sides<Int>) -> [Row] {
    var rows: [Row] = []
    var next = SequenceAlignment.Pair(a: 0, b: 0)
    for pair in pairs + [SequenceAlignment.Pair(a: counts.a, b: counts.b)] {
      rows += (next.a..<pair.a).map { .only(.a, $0) }
      rows += (next.b..<pair.b).map { .only(.b, $0) }
      if pair.a < counts.a { rows.append(.both(a: pair.a, b: pair.b)) }
      next = SequenceAlignment.Pair(a: pair.a + 1, b: pair.b + 1)
    }
    return rows
  }
}

extension Cause? {
  /// The whole stimulus as a value, which is compared by bytes.
  var identity: Value {
    guard let cause = self else { return .null }
    return .list([
      .string(cause.source.rawValue), .string(cause.event), .string(cause.target), cause.value ?? .null,
      .bool(cause.value == nil), .bool(cause.isHeld),
    ])
  }

  /// What was done to what, without the value.
  var target: Value {
    guard let cause = self else { return .null }
    return .list([.string(cause.source.rawValue), .string(cause.event), .string(cause.target)])
  }
}
