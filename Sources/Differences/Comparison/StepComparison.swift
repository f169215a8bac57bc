import Sequences
import Traces
import Turns

struct StepComparison {
  private let reactions: Sides<[Reaction]>
  private let keys: RowKeys
  private(set) var contents: [Divergence.Content] = []

  init(_ reactions: Sides<[Reaction]>, by keys: RowKeys = RowKeys()) {
    self.keys = keys
    self.reactions = reactions
    for row in ReactionAlignment(reactions.a, reactions.b).rows { append(row) }
  }

  private mutating func append(_ row: ReactionAlignment.Row) {
    switch row {
    case .only(let side, let index): contents.append(.only(side, reactions[side][index]))
    case .reordered(let a, let b, let neighbour): contents.append(reordered(a, b, neighbour))
    case .both(let a, let b):
      let pair = Sides(a: reactions.a[a], b: reactions.b[b])
      if pair.a.looksLike(pair.b) { return }
      if !pair.a.hasContent(of: pair.b) { return contents.append(.changed(pair, pair.changes(by: keys))) }
      if pair.a.offset != pair.b.offset { shift(pair) }
    }
  }

  private mutating func shift(_ pair: Sides<Reaction>) {
    if case .shifted(let earlier) = contents.last, let first = earlier.first,
      first.map(\.offset) == pair.map(\.offset)
    {
      contents[contents.count - 1] = .shifted(earlier + [pair])
    } else {
      contents.append(.shifted([pair]))
    }
  }

  private func reordered(_ a: Int, _ b: Int, _ neighbour: SequenceAlignment.Pair) -> Divergence.Content {
    a < neighbour.a
      ? .reordered(reactions.a[a], firstOn: .a, neighbour: reactions.a[neighbour.a])
      : .reordered(reactions.b[b], firstOn: .b, neighbour: reactions.b[neighbour.b])
  }
}

extension Sides<Reaction> {
  /// Empty if a chain differs as a whole.
  fileprivate func changes(by keys: RowKeys) -> [ValueChange] {
    let labels = a.subject.kind.labels
    guard a.values.count == b.values.count, a.values.count == labels.count else { return [] }
    return labels.indices.flatMap { index in
      let path = labels[index].isEmpty ? [] : [ValueChange.PathElement.member(Name(labels[index]))]
      return ValueComparison.changes(from: a.values[index], to: b.values[index], of: a.subject, below: path, by: keys)
    }
  }
}

package struct StepReactions: Sendable {
  /// Nil if nothing ran.
  package let cause: Cause?
  /// Times are relative to the stimulus.
  package let reactions: [Reaction]

  package init(cause: Cause?, reactions: [Reaction]) {
    self.cause = cause
    self.reactions = reactions
  }

  /// The stimulus's turn comes first.
  package init(_ turns: [Turn]) {
    var state = RunState()
    let start = turns.first?.time ?? 0
    cause = turns.first?.cause
    reactions = turns.flatMap { turn in
      let offset = turn.time.subtractingReportingOverflow(start).partialValue
      return turn.reactions(at: offset, from: &state)
    }
  }
}

extension RowNames {
  package mutating func take(_ step: StepReactions) -> StepReactions {
    var reactions = step.reactions
    take(&reactions)
    return StepReactions(cause: step.cause, reactions: reactions)
  }
}
