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

  private var place: String.Index {
    let offset = max(0, min(cursor, text.utf8.count))
    let place = text.utf8.index(text.startIndex, offsetBy: offset)
    return place.samePosition(in: text.unicodeScalars) ?? text.endIndex
  }
}
