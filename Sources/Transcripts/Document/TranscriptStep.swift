/// A command and what it is expected to print.
package struct TranscriptStep: Sendable {
  /// The command with its continuations joined by a blank.
  package var command: String
  /// Whether it only shows something: then what it prints is free text.
  var isLook: Bool
  /// The line of the command, counted from one.
  package var line: Int
  package var block: ExpectedBlock
  /// Where the pieces of the command stand in the file.
  var pieces: [Piece]

  struct Piece: Sendable {
    var place: SourcePlace
    var scalars: Int
  }

  /// The place in the file of a column of the command, both counted from one.
  package func place(ofColumn column: Int) -> SourcePlace {
    var rest = max(1, column) - 1
    for piece in pieces.dropLast() {
      if rest <= piece.scalars { return SourcePlace(line: piece.place.line, column: piece.place.column + rest) }
      rest -= piece.scalars + 1
    }
    guard let last = pieces.last else { return SourcePlace(line: line, column: 1) }
    return SourcePlace(line: last.place.line, column: last.place.column + min(rest, last.scalars))
  }
}
