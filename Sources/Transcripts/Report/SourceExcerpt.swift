/// The line of a file below the mistake in it.
///
/// Nobody knows before the machine is open which arguments are secrets, so a line that may hold a command's arguments is
/// not shown: of commands and of lines that are none of a transcript only those of one word, or of a verb and a name,
/// without quotes, equals signs and colons (`set password=x`); of `%let` and of what continues a command none.
package enum SourceExcerpt {
  /// The line as a report may show it; nil when it may hold a secret.
  ///
  /// - Parameter language: That of the file's commands; nil where nobody knows their verbs.
  package static func of(_ line: String, _ language: CommandLanguage?) -> String? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let text = Substring(scalars)
    switch scalars.first {
    case "%": return text.utf8.starts(with: "%let".utf8) ? nil : line
    case "|", "#": return line
    case ">" where text.utf8.starts(with: ">|".utf8): return nil
    case ">": return isShort(text.utf8.dropFirst(), language) ? line : nil
    default: return isShort(text.utf8, language) ? line : nil
    }
  }

  private static func isShort(_ bytes: some Collection<UInt8>, _ language: CommandLanguage?) -> Bool {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard !bytes.contains(where: { "\"=:".utf8.contains($0) }) else { return false }
    return words.count <= 1
      || words.count == 2 && language?[String(decoding: words[0], as: UTF8.self)] != nil
  }
}
