/// A typed line, split into commands at each `;` that ends a word.
///
/// Words (`a;b`), quoted texts, lists and records may contain `;`. The latter three begin only at the start of a
/// word, so `items[3]` and `it's 5"` are words.
package struct TypedLine: Sendable {
  /// `shift` counts the scalars before it.
  package struct Command: Hashable, Sendable {
    package var text: String
    package var shift: Int
  }

  /// What continues on the next line.
  package enum Opening: Hashable, Sendable {
    case text
    case listOrRecord

    /// Adds `\n` inside a text and a blank inside a list or record.
    package func joining(_ line: String, _ next: String) -> String {
      switch self {
      case .text: line + "\\n" + next
      case .listOrRecord: line + " " + next
      }
    }
  }

  let text: String
  /// A comment or an empty line counts as one command.
  package let commands: [Command]
  package let opening: Opening?
  /// In UTF-8 bytes.
  let lastStart: Int

  package init(_ line: String) {
    var scanner = TypedLineScanner(line)
    scanner.readAll()
    (text, commands, opening, lastStart) = (line, scanner.commands, scanner.opening, scanner.start)
  }

  var last: String { String(Substring(text.utf8.dropFirst(lastStart))) }
}

private struct TypedLineScanner {
  private let line: String
  private let bytes: [UInt8]
  private var offset = 0
  private(set) var start = 0
  private var counted = (offset: 0, scalars: 0)
  private(set) var commands: [TypedLine.Command] = []
  private(set) var opening: TypedLine.Opening?

  init(_ line: String) {
    self.line = line
    bytes = Array(line.utf8)
  }

  mutating func readAll() {
    if bytes.first == UInt8(ascii: "#") { offset = bytes.count }
    var beginsWord = true
    while offset < bytes.count, opening == nil {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: ";") where offset + 1 == bytes.count || bytes[offset + 1] == UInt8(ascii: " "):
        endCommand()
        beginsWord = true
        continue
      case UInt8(ascii: "\"") where beginsWord: skipText()
      case UInt8(ascii: "["), UInt8(ascii: "{"): if beginsWord { skipValue() } else { offset += 1 }
      default: offset += 1
      }
      beginsWord = byte == UInt8(ascii: " ")
    }
    addCommand()
  }

  private mutating func endCommand() {
    addCommand()
    offset += 1
    while offset < bytes.count, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    start = offset
  }

  private mutating func addCommand() {
    let text = start == 0 && offset == bytes.count ? line : String(decoding: bytes[start..<offset], as: UTF8.self)
    guard !text.isBlank || (commands.isEmpty && offset == bytes.count) else { return }
    if counted.offset < start {
      counted.scalars += String(decoding: bytes[counted.offset..<start], as: UTF8.self).unicodeScalars.count
      counted.offset = start
    }
    commands.append(TypedLine.Command(text: text, shift: counted.scalars))
  }

  private mutating func skipText() {
    offset += 1
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return
      case UInt8(ascii: "\\"): offset = min(offset + 2, bytes.count)
      default: offset += 1
      }
    }
    opening = .text
  }

  private mutating func skipValue() {
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        skipText()
        if opening != nil { return }
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      offset += 1
      if depth == 0 { return }
    }
    opening = .listOrRecord
  }
}
