import Traces

extension String {
  /// The text in lines of at most so many columns, broken at blanks; a longer word is broken between characters.
  func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let joined = line.isEmpty ? word : "\(line) \(word)"
      guard joined.displayWidth > width else {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      let pieces = word.pieces(ofWidth: width)
      lines += pieces.dropLast()
      line = pieces.last ?? ""
    }
    return lines + [line]
  }

  /// The text in pieces of at most so many columns, each at least one character.
  private func pieces(ofWidth width: Int) -> [String] {
    var pieces = [""]
    for character in self {
      let text = String(character)
      let last = pieces[pieces.count - 1]
      if !last.isEmpty, last.displayWidth + text.displayWidth > width { pieces.append("") }
      pieces[pieces.count - 1] += text
    }
    return pieces
  }
}
