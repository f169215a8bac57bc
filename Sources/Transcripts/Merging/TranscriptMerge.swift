import Traces
import Turns

/// Two versions of a transcript made one, by what they have in common with a third from which both come.
///
/// Cases are merged by their titles, blocks by their commands. What is no transcript is merged line by line.
package struct TranscriptMerge {
  package let text: String
  package let conflictCount: Int

  package init(base: String, ours: String, theirs: String) {
    let pieces: [MergePiece]
    if let base = MergeParts(base), let ours = MergeParts(ours), let theirs = MergeParts(theirs) {
      pieces = TranscriptMerge.pieces(base, ours, theirs)
    } else {
      func units(_ text: String) -> [MergeUnit] { text.textLines.map { MergeUnit(key: $0, lines: [$0]) } }
      pieces = SequenceMerge(base: units(base), ours: units(ours), theirs: units(theirs)).pieces
    }
    conflictCount = pieces.count(where: \.isConflict)
    text = pieces.flatMap(\.text).map { $0 + "\n" }.joined()
  }

  private static func pieces(_ base: MergeParts, _ ours: MergeParts, _ theirs: MergeParts) -> [MergePiece] {
    var header = SequenceMerge(base: base.header, ours: ours.header, theirs: theirs.header, takesBoth: true)
    header.resolve = machine
    var cases: [(pieces: [MergePiece], spacing: Int)] = []
    for title in titles(ours, theirs) {
      let (left, right) = (ours[title], theirs[title])
      let pieces = pieces(base[title], left, right)
      guard !pieces.allSatisfy({ $0 == .lines([]) }) else { continue }
      cases.append((pieces, (left ?? right)?.spacing ?? 0))
    }
    if !cases.isEmpty { cases[cases.count - 1].spacing = 0 }
    let isEnded = ours.isEnded == base.isEnded ? theirs.isEnded : ours.isEnded
    return header.pieces
      + cases.flatMap { $0.pieces + [.lines(Array(repeating: "", count: $0.spacing))] }
      + (isEnded ? [.lines([TranscriptLine.directive(.end, "\(cases.count)").text])] : [])
  }

  /// The titles in our order; those that only they have stand behind the last one above them that both have, and behind
  /// what we put in there.
  private static func titles(_ ours: MergeParts, _ theirs: MergeParts) -> [String] {
    var added: [[String]] = [[]]
    var groups: [ExactString: Int] = [:]
    for known in theirs.cases {
      if ours[known.title] == nil {
        added[added.count - 1].append(known.title)
      } else {
        groups[ExactString(known.title)] = added.count
        added.append([])
      }
    }
    var titles: [String] = []
    var group = 0
    for own in ours.cases {
      if let next = groups[ExactString(own.title)] {
        titles += added[group]
        group = next
      }
      titles.append(own.title)
    }
    titles += added[group]
    return titles
  }

  private static func pieces(_ base: MergeParts.Case?, _ ours: MergeParts.Case?, _ theirs: MergeParts.Case?)
    -> [MergePiece]
  {
    let whole = MergePiece.of(base: base?.lines, ours: ours?.lines, theirs: theirs?.lines)
    guard whole.isConflict, let ours, let theirs else { return [whole] }
    return SequenceMerge(base: base?.units ?? [], ours: ours.units, theirs: theirs.units).pieces
  }

  /// Of two hashes neither is that of the merged machine, so none stands there.
  private static func machine(_ ours: [String], _ theirs: [String]) -> MergePiece {
    let names = [ours, theirs].map { $0.first?.machineWithoutHash }
    guard let name = names[0], let other = names[1], name.utf8.elementsEqual(other.utf8) else {
      return .conflict(ours: ours, theirs: theirs)
    }
    return .lines([name])
  }
}

extension String {
  /// `%machine login@fixed` of such a line with a hash; nil of any other.
  fileprivate var machineWithoutHash: String? {
    let words = utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    guard words.count == 3, words[0] == "%machine", MachineReference.isHash(words[2]) else { return nil }
    return "\(words[0]) \(words[1])"
  }
}
