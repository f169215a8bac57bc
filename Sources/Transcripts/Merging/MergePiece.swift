import Sequences
import Traces
import Turns

/// A part of a merged text.
enum MergePiece: Equatable {
  case lines([String])
  /// Both sides changed it, each in its way.
  case conflict(ours: [String], theirs: [String])

  /// What three versions of a part become; nil is a part that is not there.
  static func of(base: [String]?, ours: [String]?, theirs: [String]?) -> MergePiece {
    if ours.isSame(as: theirs) || theirs.isSame(as: base) { return .lines(ours ?? []) }
    if ours.isSame(as: base) { return .lines(theirs ?? []) }
    return .conflict(ours: ours ?? [], theirs: theirs ?? [])
  }

  var isConflict: Bool { if case .conflict = self { true } else { false } }

  /// The lines, a conflict between markers as git writes them, without what is the same on both sides.
  var text: [String] {
    guard case .conflict(let ours, let theirs) = self else {
      if case .lines(let lines) = self { return lines }
      return []
    }
    let head = zip(ours, theirs).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let rest = (ours: ours.dropFirst(head), theirs: theirs.dropFirst(head))
    let tail = zip(rest.ours.reversed(), rest.theirs.reversed()).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let conflict = ["<<<<<<< ours"] + rest.ours.dropLast(tail) + ["======="] + rest.theirs.dropLast(tail)
    return ours[..<head] + conflict + [">>>>>>> theirs"] + rest.ours.suffix(tail)
  }
}

/// Lines that are merged as one, and by which they are known on every side.
struct MergeUnit {
  var key: String
  var lines: [String]
}

/// Merges three sequences of units: those of one key stand beside each other, and what lies between is one part.
struct SequenceMerge {
  let base: [MergeUnit]
  let ours: [MergeUnit]
  let theirs: [MergeUnit]
  /// Whether what both sides put in at one place is taken from both, where nothing of it is the same.
  var takesBoth = false
  /// What becomes of a unit that both sides changed.
  var resolve: (_ ours: [String], _ theirs: [String]) -> MergePiece = { .conflict(ours: $0, theirs: $1) }

  var pieces: [MergePiece] {
    let left = partners(in: ours)
    let right = partners(in: theirs)
    var pieces: [MergePiece] = []
    var (next, nextLeft, nextRight) = (0, 0, 0)
    for place in base.indices {
      guard let a = left[place], let b = right[place] else { continue }
      pieces.append(between(base[next..<place], ours[nextLeft..<a], theirs[nextRight..<b]))
      let piece = MergePiece.of(base: base[place].lines, ours: ours[a].lines, theirs: theirs[b].lines)
      if case .conflict(let ours, let theirs) = piece {
        pieces.append(resolve(ours, theirs))
      } else {
        pieces.append(piece)
      }
      (next, nextLeft, nextRight) = (place + 1, a + 1, b + 1)
    }
    return pieces + [between(base[next...], ours[nextLeft...], theirs[nextRight...])]
  }

  /// The places of the units of the base on a side.
  private func partners(in side: [MergeUnit]) -> [Int: Int] {
    let pairs = SequenceAlignment(base.map { ExactString($0.key) }, side.map { ExactString($0.key) }) {
      $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
    }.pairs
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0.a, $0.b) })
  }

  private func between(
    _ base: ArraySlice<MergeUnit>, _ ours: ArraySlice<MergeUnit>, _ theirs: ArraySlice<MergeUnit>
  ) -> MergePiece {
    let keys = Set(ours.map { ExactString($0.key) })
    if takesBoth, base.isEmpty, keys.isDisjoint(with: theirs.map { ExactString($0.key) }) {
      return .lines((ours + theirs).flatMap(\.lines))
    }
    return .of(base: base.flatMap(\.lines), ours: ours.flatMap(\.lines), theirs: theirs.flatMap(\.lines))
  }
}

extension [String]? {
  fileprivate func isSame(as other: [String]?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.elementsEqual(other) { $0.utf8.elementsEqual($1.utf8) }
  }
}
