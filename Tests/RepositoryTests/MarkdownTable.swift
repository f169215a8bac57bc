/// Tables of a Markdown page.
enum MarkdownTable {
  /// The cells of every table row, trimmed and without code marks; heading rows and rulers are rows like others.
  static func rows(in text: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { cell in
        String(cell.filter { $0 != "`" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }
}
