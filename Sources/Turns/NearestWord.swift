/// Finds the known word that a mistyped one most likely means.
package enum NearestWord {
  private static let lettersPerEdit = 3

  /// Returns the first candidate with the fewest edits (insert, delete, replace, swap neighbours).
  ///
  /// Nil above three edits, or one for every three letters of the shorter word, or if only digits differ.
  package static func find(_ name: Name, among names: [Name]) -> String? { find(name.text, among: names.texts) }

  /// The same of words.
  package static func find(_ word: some StringProtocol, among candidates: [String]) -> String? {
    let scalars = Array(word.unicodeScalars.prefix(64))
    let letters = scalars.filter { !isDigit($0) }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let other = Array(candidate.unicodeScalars.prefix(64))
      let allowed = min(3, min(scalars.count, other.count) / lettersPerEdit)
      guard allowed > 0, letters != other.filter({ !isDigit($0) }) else { continue }
      let distance = distance(scalars, other)
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.word
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Optimal string alignment; costs the product of the lengths.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int]()
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
