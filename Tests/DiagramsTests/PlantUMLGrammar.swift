/// Reads PlantUML's state diagrams.
enum PlantUMLGrammar {
  static func parse(_ lines: [String]) throws -> ParsedDiagram {
    guard lines.count > 3, lines.first == "@startuml", lines.last == "@enduml", let title = lines[1].between("title "),
      lines[2] == "hide empty description"
    else { throw SyntaxFault(line: lines.first ?? "nothing") }
    _ = try label(title)
    let colours = [" #gold", " #lightyellow", " #honeydew", " #mistyrose", " #lightcyan"]
    var grammar = LineGrammar(
      suffixes: colours + [" <<history>>", " <<history*>>"], lines: ["-->", "-[dashed]->"], label: label)
    for line in lines[3..<(lines.count - 1)] { try grammar.read(line) }
    return try grammar.finished()
  }

  /// A label holds no quote, and no sign of Creole or of the preprocessor but by number; `\n` breaks the line.
  private static func label(_ written: String) throws -> String {
    var result = String.UnicodeScalarView()
    var rest = written.unicodeScalars[...]
    var last: Unicode.Scalar?
    while let scalar = rest.popFirst() {
      defer { last = scalar }
      switch scalar {
      case "<":
        guard rest.starts(with: "U+".unicodeScalars), let end = rest.firstIndex(of: ">"),
          let value = UInt32(String(rest[..<end].dropFirst(2)), radix: 16), let meant = Unicode.Scalar(value)
        else { throw SyntaxFault(line: written) }
        result.append(meant)
        rest = rest[rest.index(after: end)...]
      case "\\":
        guard rest.popFirst() == "n" else { throw SyntaxFault(line: written) }
      case "\"", "~", "%", "$", "&", "#", "|", "{", "}", "=", "\n", "\r", ">": throw SyntaxFault(line: written)
      case "*", "/", "-", "_", "[", "]", ".", ",", "'", "!", "?":
        guard last != scalar else { throw SyntaxFault(line: written) }
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
