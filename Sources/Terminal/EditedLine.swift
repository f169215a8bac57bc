/// A line while it is edited.
struct EditedLine: Equatable, Sendable {
  var text: String
  /// The offset of the cursor in UTF-8 bytes.
  var cursor: Int

  init(_ text: String, cursor: Int? = nil) {
    self.text = text
    self.cursor = cursor ?? text.utf8.count
  }
}
