/// How large a text file may be: what reads it and what writes it hold to the same table, so that nothing is written
/// which no reader takes.
package struct TextLimits: Hashable, Sendable {
  /// Bytes in the file.
  package var fileBytes: Int
  /// Bytes in a line, without its line feed.
  package var lineBytes: Int
  /// Bytes at the file's end that are kept for its last line, so that there is always room for it.
  package var lastLineBytes: Int

  package init(fileBytes: Int, lineBytes: Int = LineReader.defaultLineLimit, lastLineBytes: Int = 0) {
    self.fileBytes = fileBytes
    self.lineBytes = lineBytes
    self.lastLineBytes = lastLineBytes
  }

  /// Why a text of whole lines cannot stand behind so many bytes of a file; nil when it can.
  ///
  /// - Parameter isLast: Whether nothing has to stand behind it.
  func fault(of text: String, behind length: Int = 0, isLast: Bool = true) -> Fault? {
    if text.utf8.count > fileBytes - length - (isLast ? 0 : lastLineBytes) { return .file(limit: fileBytes) }
    // A text that is no longer than a line may be has no longer line.
    guard text.utf8.count > lineBytes else { return nil }
    let isTooLong = text.utf8.split(separator: 0x0A).contains { $0.count > lineBytes }
    return isTooLong ? .line(limit: lineBytes) : nil
  }

  /// The limit that a text would pass.
  package enum Fault: Hashable, Sendable {
    case file(limit: Int)
    case line(limit: Int)
  }
}
