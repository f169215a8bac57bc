/// Reads Mermaid, as its `stateDiagram.jison` has it.
enum MermaidGrammar {
  static func parse(_ lines: [String]) throws -> ParsedDiagram {
    var grammar = LineGrammar(label: label)
    guard lines.first == "stateDiagram-v2" else { throw SyntaxFault(line: lines.first ?? "nothing") }
    for line in lines.dropFirst() {
      if line.between("  %% ") != nil || line.between("  classDef ") != nil { continue }
      if let ids = line.between("  class ", " active") ?? line.between("  class ", " around") {
        for id in ids.split(separator: ",") { grammar.mark(String(id)) }
        continue
      }
      let classes = ["taken", "missed", "added", "removed", "changed"]
      if classes.contains(where: { line.between("  class ", " \($0)") != nil }) { continue }
      try grammar.read(line)
    }
    return try grammar.finished()
  }

  /// A label holds no quote, colon, semicolon, brace, percent sign or angle bracket but in entities and `<br/>`.
  static func label(_ written: String) throws -> String {
    var result = String.UnicodeScalarView()
    var rest = written.unicodeScalars[...]
    guard written.lowercased().split(at: "end note") == nil else { throw SyntaxFault(line: written) }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<":
        guard rest.starts(with: "br/>".unicodeScalars) else { throw SyntaxFault(line: written) }
        rest = rest.dropFirst(4)
      case "#":
        guard let end = rest.firstIndex(of: ";"), let value = UInt32(String(rest[..<end])),
          let meant = Unicode.Scalar(value)
        else { throw SyntaxFault(line: written) }
        result.append(meant)
        rest = rest[rest.index(after: end)...]
      case "\"", ":", ";", "{", "}", "%", ">", "\\", "\n", "\r": throw SyntaxFault(line: written)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
