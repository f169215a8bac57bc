import Traces

/// An answer in which blocks of recorded lines that repeat are folded for a person: the first stands, then how many more there
/// are, then the last. Two blocks are alike when their lines differ in numbers alone.
package struct FoldedLines {
  package private(set) var lines: [ReplyLine] = []

  /// Fewer repeats, or fewer lines to leave out, are not worth a fold.
  static let fewestRepeats = 4
  static let fewestLines = 8
  static let longestBlock = 16

  package init(_ lines: [ReplyLine]) {
    let shapes = lines.map(\.shape)
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
        .talk("… \(count - 2) more like it, \((length * (count - 2)).counted("line")); 'more' shows all"))
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
  /// A line of a transcript without its numbers and digests; nil for talk.
  fileprivate var shape: FoldedLines.Shape? {
    guard case .recorded(let text) = self else { return nil }
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
