import Sequences
import Traces
import Turns

/// A difference between two texts that a reader may miss.
package enum TextNote: Hashable, Sendable {
  /// Canonically equivalent texts; the scalars of each side at the first difference.
  case normalisation(Sides<[Unicode.Scalar]>)
  /// The texts differ only in invisible scalars.
  case invisible(Sides<[Unicode.Scalar]>)
  /// Counted from 0, for long texts.
  case firstDifference(Int)

  static let longText = 32
}

extension TextNote {
  static func notes(on a: Value, _ b: Value) -> [TextNote] {
    guard case .string(let a) = a, case .string(let b) = b else { return [] }
    let scalars = Sides(a: Array(a.unicodeScalars), b: Array(b.unicodeScalars))
    let place = scalars.a.commonPrefix(with: scalars.b)
    guard place < scalars.a.count || place < scalars.b.count else { return [] }
    var notes: [TextNote] = []
    if let note = spelling(a, b, scalars, place) ?? invisibles(scalars, place) { notes.append(note) }
    if max(scalars.a.count, scalars.b.count) >= longText { notes.append(.firstDifference(place)) }
    return notes
  }

  /// `==` compares by canonical equivalence, as needed here.
  private static func spelling(
    _ a: String, _ b: String, _ scalars: Sides<[Unicode.Scalar]>, _ place: Int
  ) -> TextNote? {
    guard a == b else { return nil }
    return .normalisation(scalars.map { Array(character(around: place, of: $0)) })
  }

  private static func character(around place: Int, of scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    var start = min(place, scalars.count)
    while start > 0 && (start == scalars.count || scalars[start].isCombining) { start -= 1 }
    var end = min(start + 1, scalars.count)
    while end < scalars.count && scalars[end].isCombining { end += 1 }
    return scalars[start..<end]
  }

  private static func invisibles(_ scalars: Sides<[Unicode.Scalar]>, _ place: Int) -> TextNote? {
    let visible = scalars.map { $0.filter { !$0.isUnseen } }
    guard visible.a == visible.b else { return nil }
    let suffix = scalars.a.commonSuffix(with: scalars.b, after: place)
    return .invisible(scalars.map { Array($0[place..<$0.count - suffix].filter(\.isUnseen)) })
  }
}

extension Unicode.Scalar {
  fileprivate var isUnseen: Bool { self == " " || self == "\u{3000}" || isAlwaysEscaped }
}
