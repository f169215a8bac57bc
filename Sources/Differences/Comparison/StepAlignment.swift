import Sequences
import Turns

/// Pairs the corresponding steps of two runs.
struct StepAlignment {
  enum Row: Hashable {
    case both(a: Int, b: Int)
    case only(DiffSide, Int)
  }

  let hasSameStimuli: Bool
  let coarse: [SequenceAlignment.Stretch]

  private let pairs: [SequenceAlignment.Pair]
  private let counts: Sides<Int>

  var rowCount: Int { counts.a + counts.b - pairs.count }

  /// Pairs equal stimuli, then, in the gaps, stimuli that differ only in value or in being held.
  ///
  /// - Parameter stimuli: Equal stimuli have equal numbers.
  init(numbered stimuli: Sides<[Int32]>, below count: Int, stimulus: (Int, DiffSide) -> Cause?) {
    let exact = SequenceAlignment(numbered: stimuli.a, stimuli.b, below: count) { place in
      stimulus(place, .b).identity.precedes(stimulus(place, .a).identity)
    }
    counts = stimuli.map(\.count)
    hasSameStimuli = exact.pairs.count == counts.a && exact.pairs.count == counts.b
    var similarPairs: [SequenceAlignment.Pair] = []
    var stretches = exact.coarse
    for gap in exact.gaps(a: counts.a, b: counts.b) where !gap.a.isEmpty && !gap.b.isEmpty {
      let targets = Sides(
        a: gap.a.map { stimulus($0, .a).target }, b: gap.b.map { stimulus($0, .b).target })
      let similar = SequenceAlignment(targets.a, targets.b)
      similarPairs += similar.pairs.map { .init(a: gap.a.lowerBound + $0.a, b: gap.b.lowerBound + $0.b) }
      if !similar.coarse.isEmpty && !stretches.contains(where: { $0 == gap }) { stretches.append(gap) }
    }
    coarse = stretches.sorted { ($0.a.lowerBound, $0.b.lowerBound) < ($1.a.lowerBound, $1.b.lowerBound) }
    pairs = similarPairs.isEmpty ? exact.pairs : (exact.pairs + similarPairs).sorted { $0.a < $1.a }
  }

  func forEachRow(_ body: (Row) -> Void) {
    var next = SequenceAlignment.Pair(a: 0, b: 0)
    func fill(upTo pair: SequenceAlignment.Pair) {
      for step in next.a..<pair.a { body(.only(.a, step)) }
      for step in next.b..<pair.b { body(.only(.b, step)) }
    }
    for pair in pairs {
      fill(upTo: pair)
      body(.both(a: pair.a, b: pair.b))
      next = pair.moved(by: 1)
    }
    fill(upTo: SequenceAlignment.Pair(a: counts.a, b: counts.b))
  }
}

extension Cause? {
  var identity: Value {
    guard let cause = self else { return .null }
    return .list([
      .string(cause.source.rawValue), .string(cause.event), .string(cause.target), cause.value ?? .null,
      .bool(cause.value == nil), .bool(cause.isHeld),
    ])
  }

  var target: Value {
    guard let cause = self else { return .null }
    return .list([.string(cause.source.rawValue), .string(cause.event), .string(cause.target)])
  }
}
