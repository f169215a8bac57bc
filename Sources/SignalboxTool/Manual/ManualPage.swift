/// A page of the manual in mdoc, which both readers of manuals take.
///
/// It has no date: the same tool makes the same page on every day.
struct ManualPage {
  let name: String
  let section: Int
  private(set) var text: String

  /// - Parameter summary: One line without a period.
  init(_ name: String, section: Int, of version: String, summary: String) {
    self.name = name
    self.section = section
    text = ""
    macro("Dd")
    macro("Dt", [name.uppercased(), "\(section)"])
    macro("Os", [version])
    heading("NAME")
    macro("Nm", [name])
    macro("Nd", [summary])
  }

  /// Where it stands in a folder of manuals.
  var path: String { "man\(section)/\(name).\(section)" }

  // MARK: Parts

  mutating func heading(_ title: String) { macro("Sh", title.split(separator: " ").map(String.init)) }

  mutating func subheading(_ title: String) { macro("Ss", title.split(separator: " ").map(String.init)) }

  /// A text in paragraphs; lines that are indented stand as they are.
  mutating func paragraphs(_ source: String) {
    var isLiteral = false
    var isFirst = true
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let begins = line.hasPrefix("  ")
      if begins != isLiteral, !line.isEmpty {
        text += begins ? ".Bd -literal\n" : ".Ed\n"
        isLiteral = begins
      }
      if line.isEmpty {
        if isLiteral { text += ".Ed\n" }
        isLiteral = false
      } else if !isLiteral {
        if !isFirst { macro("Pp") }
        plain(String(line))
      } else {
        self.line(String(line))
      }
      isFirst = false
    }
    if isLiteral { text += ".Ed\n" }
  }

  /// What stands for itself, line by line.
  mutating func literal(_ lines: [String]) {
    text += ".Bd -literal -offset indent\n"
    for line in lines { self.line(line) }
    text += ".Ed\n"
  }

  mutating func list(_ body: (inout ManualPage) -> Void) {
    text += ".Bl -tag -width Ds\n"
    body(&self)
    text += ".El\n"
  }

  /// A text; each of its sentences begins a line of the page, as both readers set them.
  mutating func plain(_ source: String) {
    var sentence = ""
    for word in source.split(separator: " ", omittingEmptySubsequences: false) {
      sentence += sentence.isEmpty ? word : " \(word)"
      guard let last = word.utf8.last, ".?!".utf8.contains(last) else { continue }
      line(sentence)
      sentence = ""
    }
    if !sentence.isEmpty { line(sentence) }
  }

  /// One line that stands for itself.
  private mutating func line(_ line: String) {
    let escaped = Self.escaped(line)
    let begins = escaped.utf8.first
    text += (begins == UInt8(ascii: ".") || begins == UInt8(ascii: "'") ? "\\&" : "") + escaped + "\n"
  }

  /// A line of mdoc: macros that may be called stand in the arguments by name, texts go through `word`.
  mutating func macro(_ name: String, _ arguments: [String] = []) {
    raw(name, arguments.map(Self.word))
  }

  mutating func raw(_ name: String, _ arguments: [String]) {
    text += ([".\(name)"] + arguments).joined(separator: " ") + "\n"
  }

  // MARK: Escapes

  /// An argument of a macro that stands for itself, and calls none.
  static func word(_ text: String) -> String {
    let escaped = escaped(text)
    if text.utf8.contains(UInt8(ascii: " ")) { return "\"\(escaped)\"" }
    let isCallable = (2...3).contains(text.utf8.count) && text.first?.isUppercase ?? false
    let isPunctuation = text.utf8.count == 1 && !(text.first?.isLetter ?? false) && !(text.first?.isNumber ?? false)
    return (isCallable || isPunctuation ? "\\&" : "") + escaped
  }

  /// Text in which nothing is a language of its own, and a hyphen can be copied as one.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
