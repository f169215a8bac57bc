struct EditedLine: Equatable, Sendable {
  var text: String
  /// In UTF-8 bytes.
  var cursor: Int

  init(_ text: String, cursor: Int? = nil) {
    self.text = text
    self.cursor = cursor ?? text.utf8.count
  }
}

/// Edits by visible characters, because one can have several scalars, such as a flag.
extension EditedLine {
  var scalarsBefore: Int {
    let before = text.unicodeScalars[..<place]
    return Substring(before).last?.unicodeScalars.count ?? 0
  }

  var scalarsBehind: Int {
    let behind = text.unicodeScalars[place...]
    return Substring(behind).first?.unicodeScalars.count ?? 0
  }

  /// Swaps the characters around the cursor, or the last two at the end; nil if there are not two.
  var transposed: EditedLine? {
    let scalars = text.unicodeScalars
    let isAtEnd = scalarsBehind == 0
    let middle = isAtEnd ? scalars.index(place, offsetBy: -scalarsBefore) : place
    let end = isAtEnd ? place : scalars.index(place, offsetBy: scalarsBehind)
    guard let left = Substring(scalars[..<middle]).last, middle < end else { return nil }
    let start = scalars.index(middle, offsetBy: -left.unicodeScalars.count)
    let before = String(scalars[..<start]) + String(scalars[middle..<end]) + String(left)
    return EditedLine(before + String(scalars[end...]), cursor: before.utf8.count)
  }

  private var place: String.Index {
    let offset = max(0, min(cursor, text.utf8.count))
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    return place.samePosition(in: text.unicodeScalars) ?? text.endIndex
  }
}
