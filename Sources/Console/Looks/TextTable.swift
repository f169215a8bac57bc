import Traces

/// A table of escaped cells without trailing blanks.
struct TextTable {
  private let rows: [[String]]

  init(_ rows: [[String]]) {
    self.rows = rows.map { $0.map(\.escapedForDisplay) }
  }

  /// Wraps the second of two columns to the width.
  init(_ rows: [(String, String)], toWidth width: Int) {
    let left = width - 2 - (rows.map(\.0.displayWidth).max() ?? 0)
    self.init(
      rows.flatMap { name, text in
        let lines = text.displayWidth <= left ? [text] : text.wrapped(toWidth: left)
        return lines.enumerated().map { [$0.offset == 0 ? name : "", $0.element] }
      })
  }

  /// The lines, or a sentence if there are none.
  func lines(or sentence: String) -> [String] { rows.isEmpty ? [sentence] : lines }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    return rows.map { cells in
      zip(cells, widths).map { $0.padded(toWidth: $1) }.joined(separator: "  ").trimmingBlanks
    }
  }
}

extension String {
  var trimmingBlanks: String {
    String(Substring(utf8.dropLast(utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count)))
  }

  /// Wraps at blanks.
  func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.displayWidth + 1 + String(word).displayWidth > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
