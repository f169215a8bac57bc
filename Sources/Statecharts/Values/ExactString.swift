/// A text as a key: equal when its UTF-8 is, while `String` merges canonically equivalent spellings.
package struct ExactString: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool { left.text.hasBytes(of: right.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}
