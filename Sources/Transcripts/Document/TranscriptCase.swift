import Statecharts

/// One run from a fresh machine: the unit of selection, parallelism and reporting.
public struct TranscriptCase: Sendable {
  public var title: String
  /// The line of `%case`, counted from one.
  public var line: Int
  public var tags: [String] = []
  /// Why the case is not run; nil when it is.
  public var skipReason: String?
  /// The issue because of which the case is expected to fail.
  public var expectedFailure: String?
  public var bindings: [LetBinding] = []
  /// What the machine does by itself when it is opened.
  public var opening: Block
  public var steps: [Step] = []

  init(title: String, line: Int) {
    self.title = title
    self.line = line
    self.opening = Block(insertion: line)
  }

  /// The opening block, then those of the commands.
  public var blocks: [Block] { [opening] + steps.map(\.block) }
}

/// A command and what it is expected to print.
public struct Step: Sendable {
  /// The command with its continuations joined by a blank.
  public var command: String
  /// The line of the command, counted from one.
  public var line: Int
  public var block: Block
  /// Where the pieces of the command stand in the file.
  var pieces: [Piece]

  struct Piece: Sendable {
    var place: SourcePlace
    var scalars: Int
  }

  /// The place in the file of a column of the command, both counted from one.
  public func place(ofColumn column: Int) -> SourcePlace {
    var rest = max(1, column) - 1
    for piece in pieces.dropLast() {
      if rest <= piece.scalars { return SourcePlace(line: piece.place.line, column: piece.place.column + rest) }
      rest -= piece.scalars + 1
    }
    guard let last = pieces.last else { return SourcePlace(line: line, column: 1) }
    return SourcePlace(line: last.place.line, column: last.place.column + min(rest, last.scalars))
  }
}

/// The expected output lines of one command, or of the opening of a case.
public struct Block: Sendable {
  /// The index in the document's lines at which the first line of an empty block would stand.
  public var insertion: Int
  public var expectations: [Expectation] = []

  init(insertion: Int) { self.insertion = insertion }
}

/// An expected output line.
public struct Expectation: Sendable {
  /// The line's index in the document's lines.
  public var index: Int
  public var mark: OutputMark
  public var pattern: LinePattern
  /// Whether an empty line stands between this line and the one before, which ends a run of `|&`.
  public var followsSeparator: Bool
}

/// A `%let` line: a value named by the file.
public struct LetBinding: Sendable {
  public var name: String
  public var value: Value
  /// The line of the directive, counted from one.
  public var line: Int
}
