/// A place in a source file; lines and columns count from one, columns in Unicode scalars.
public struct SourcePlace: Hashable, Sendable, Comparable, CustomStringConvertible {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  public var description: String { "\(line):\(column)" }
}
