import Traces

/// An answer in which blocks of lines that repeat are folded for a person: the first stands, then how many more there
/// are, then the last. Two blocks are alike when their lines differ in numbers alone. Only what a transcript would hold is folded, and
/// talk that tells turns.
package struct FoldedLines {
  package private(set) var lines: [ReplyLine] = []

  /// Fewer repeats, or fewer lines to leave out, are not worth a fold.
  static let fewestRepeats = 4
  static let fewestLines = 8
  static let longestBlock = 16

  package init(_ lines: [ReplyLine], tellsTurns: Bool = false) {
    let shapes = lines.map { $0.shape(tellsTurns: tellsTurns) }
    var start = 0
    while start < lines.count {
      guard let (length, count) = Self.repeated(in: shapes, from: start) else {
        self.lines.append(lines[start])
        start += 1
        continue
      }
      let last = start + length * (count - 1)
      self.lines += lines[start..<(start + length)]
      self.lines.append(
        .talk("… \(count - 2) more like it, \((length * (count - 2)).counted("line")); 'settings fold off' shows all"))
      self.lines += lines[last..<(last + length)]
      start = last + length
    }
  }

  /// The block at a place that repeats over the most lines: its length, and how often it stands there; nil where none is worth it.
  private static func repeated(in shapes: [Shape?], from start: Int) -> (length: Int, count: Int)? {
    var best: (length: Int, count: Int)?
    for length in 1...longestBlock where start + length * fewestRepeats <= shapes.count {
      guard shapes[start..<(start + length)].allSatisfy({ $0 != nil }) else { return best }
      var end = start + length
      while end < shapes.count, shapes[end] == shapes[end - length] { end += 1 }
      let count = (end - start) / length
      guard count >= fewestRepeats, length * (count - 2) >= fewestLines else { continue }
      if best.map({ $0.length * $0.count < length * count }) ?? true { best = (length, count) }
    }
    return best
  }

  fileprivate typealias Shape = [UInt8]
}

extension ReplyLine {
  /// A line without its numbers and digests, and without the time of a turn; nil for talk that is not folded.
  fileprivate func shape(tellsTurns: Bool) -> FoldedLines.Shape? {
    let text: String
    switch self {
    case .recorded(let line): text = line
    case .talk(let line):
      guard tellsTurns else { return nil }
      text = line.withoutTime
    }
    var shape: [UInt8] = []
    var isDigest = false
    for byte in text.utf8 {
      isDigest = byte == UInt8(ascii: "#") || isDigest && byte.isHexDigit
      if !byte.isDigit, !isDigest || byte == UInt8(ascii: "#") {
        shape.append(byte)
      } else if shape.last != UInt8(ascii: "0"), !isDigest {
        shape.append(UInt8(ascii: "0"))
      }
    }
    return shape
  }
}

extension String {
  /// `  , timer tick:` of `  at 1m30s, timer tick:`.
  fileprivate var withoutTime: String {
    let blanks = utf8.prefix { $0 == UInt8(ascii: " ") }
    let line = utf8[blanks.endIndex...]
    guard line.starts(with: "at ".utf8), let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return self }
    return String(Substring(blanks)) + String(self[comma...])
  }
}
