/// A line while it is edited.
struct EditedLine: Equatable, Sendable {
  var text: String
  /// The offset of the cursor in UTF-8 bytes.
  var cursor: Int

  init(_ text: String, cursor: Int? = nil) {
    self.text = text
    self.cursor = cursor ?? text.utf8.count
  }
}

/// What a person sees as one character is several scalars: a letter with its marks, a flag, a family.
extension EditedLine {
  /// How many scalars the character before the cursor has; 0 at the line's beginning.
  var scalarsBefore: Int {
    let before = text.unicodeScalars[..<place]
    return Substring(before).last?.unicodeScalars.count ?? 0
  }

  /// How many scalars the character behind the cursor has; 0 at the line's end.
  var scalarsBehind: Int {
    let behind = text.unicodeScalars[place...]
    return Substring(behind).first?.unicodeScalars.count ?? 0
  }

  /// The line whose characters before and behind the cursor have changed places, and the cursor behind both; at the line's end
  /// the last two change. Nil where there are not two.
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
