/// Finds the known word that a mistyped one most likely means.
enum NearestWord {
  /// Returns the candidate with the fewest edits (insert, delete, replace, swap neighbours), the first of equals; nil
  /// when even that one needs more edits than a third of the word, rounded up.
  static func find(_ word: some StringProtocol, among candidates: [String]) -> String? {
    let scalars = Array(word.unicodeScalars.prefix(64))
    let allowed = (scalars.count + 2) / 3
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(scalars, Array(candidate.unicodeScalars.prefix(64)))
      if distance <= allowed, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// The optimal string alignment distance; costs the product of the lengths.
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
