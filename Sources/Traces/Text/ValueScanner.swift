import Turns

/// A cursor over one line of text that reads the parts of which values, patterns and output lines are made.
///
/// Every operation either moves the cursor over what it read, or leaves it where it was. Nothing traps on any input;
/// all cost is linear in the text read.
package struct ValueScanner: Sendable {
  let bytes: [UInt8]
  /// How many bytes of UTF-8 stand before the cursor.
  package internal(set) var offset: Int

  package init(_ text: String) {
    bytes = Array(text.utf8)
    offset = 0
  }

  /// Reads bytes that may not be text.
  package init(utf8 bytes: [UInt8]) throws(TextError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let repaired = String(decoding: bytes, as: UTF8.self)
      let offset = zip(repaired.utf8, bytes).prefix { $0 == $1 }.count
      let column = String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars.count + 1
      throw TextError(.invalidUTF8, offset: offset, column: column)
    }
    self.bytes = bytes
    offset = 0
  }

  package var isAtEnd: Bool { offset >= bytes.count }

  /// The next byte; nil at the end.
  package var next: UInt8? { byte(at: 0) }

  /// The cursor's place counted in Unicode scalars, from 1; linear.
  package var column: Int { column(at: offset) }

  /// What has not been read.
  package var rest: String { text(from: offset, to: bytes.count) }

  /// The text between two offsets; an offset inside a scalar or beyond the end gives the nearest text.
  package func text(from start: Int, to end: Int) -> String {
    let end = min(max(end, 0), bytes.count)
    return String(decoding: bytes[min(max(start, 0), end)..<end], as: UTF8.self)
  }

  /// Puts the cursor back, or forward, to an offset that it had before.
  package mutating func move(to offset: Int) {
    self.offset = min(max(offset, 0), bytes.count)
  }

  /// Moves over blanks and tells how many there were.
  @discardableResult
  package mutating func skipBlanks() -> Int {
    let start = offset
    while next == UInt8(ascii: " ") { offset += 1 }
    return offset - start
  }

  /// Moves over that very text if it comes next.
  package mutating func skip(_ text: String) -> Bool {
    var end = offset
    for byte in text.utf8 {
      guard end < bytes.count, bytes[end] == byte else { return false }
      end += 1
    }
    offset = end
    return true
  }

  /// Moves over that text or fails.
  package mutating func expect(_ text: String) throws(TextError) {
    guard skip(text) else { throw expected("'\(text)'") }
  }

  /// Fails unless everything has been read.
  package func expectEnd() throws(TextError) {
    guard isAtEnd else { throw expected("the end") }
  }

  /// Reads an identifier: ASCII letters, digits and `_`, not first a digit; nil if none comes next.
  package mutating func identifier() -> String? {
    guard let first = next, first.isIdentifierStart else { return nil }
    let start = offset
    while let byte = next, byte.isIdentifierPart { offset += 1 }
    return text(from: start, to: offset)
  }

  /// Reads everything up to a blank or the end.
  package mutating func word() -> String {
    let start = offset
    while let byte = next, byte != UInt8(ascii: " ") { offset += 1 }
    return text(from: start, to: offset)
  }

  /// An error at the cursor that tells what should stand there.
  package func expected(_ description: String) -> TextError {
    var probe = self
    let found = probe.word()
    return error(.expected(description, found: found.isEmpty && !isAtEnd ? " " : found))
  }

  /// An error at the cursor, or at an offset that the cursor had.
  package func error(_ reason: TextError.Reason, at place: Int? = nil) -> TextError {
    let place = place ?? offset
    return TextError(reason, offset: place, column: column(at: place))
  }

  func byte(at distance: Int) -> UInt8? {
    let index = offset + distance
    return index < bytes.count ? bytes[index] : nil
  }

  private func column(at place: Int) -> Int {
    bytes[..<min(max(place, 0), bytes.count)].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
