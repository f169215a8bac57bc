import Traces

/// Rows of cells in columns as wide as their widest cell, two blanks between them and none at a line's end.
///
/// The cells are made inert here.
struct TextTable {
  private let rows: [[String]]

  init(_ rows: [[String]]) {
    self.rows = rows.map { $0.map(\.escapedForDisplay) }
  }

  /// Rows of two cells in lines of at most so many columns: the second is broken at blanks where it is too long.
  init(_ rows: [(String, String)], toWidth width: Int) {
    let left = width - 2 - (rows.map(\.0.displayWidth).max() ?? 0)
    self.init(
      rows.flatMap { name, text in
        let lines = text.displayWidth <= left ? [text] : text.wrapped(toWidth: left)
        return lines.enumerated().map { [$0.offset == 0 ? name : "", $0.element] }
      })
  }

  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    return rows.map { line(of: $0, widths) }
  }

  private func line(of cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { $0.padded(toWidth: $1) }
    return padded.joined(separator: "  ").trimmingBlanks
  }
}

extension String {
  /// The text without the blanks at its end.
  var trimmingBlanks: String {
    String(Substring(utf8.dropLast(utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count)))
  }

  /// The text in lines of at most so many columns, broken at blanks.
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
