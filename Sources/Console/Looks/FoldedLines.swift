import Traces

/// Folds repeated blocks of transcript lines and turns: the first block, a count, the last block. Blocks are alike
/// if they differ only in numbers.
package struct FoldedLines {
  package private(set) var lines: [ReplyLine] = []

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

  /// The repetition that covers the most lines.
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
  /// The line without numbers, digests and times; nil if it is not foldable.
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
  fileprivate var withoutTime: String {
    let blanks = utf8.prefix { $0 == UInt8(ascii: " ") }
    let line = utf8[blanks.endIndex...]
    guard line.starts(with: "at ".utf8), let comma = line.firstIndex(of: UInt8(ascii: ",")) else { return self }
    return String(Substring(blanks)) + String(self[comma...])
  }
}
