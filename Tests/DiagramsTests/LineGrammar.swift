/// The grammar of Mermaid's state diagrams: one statement a line, states in braces.
///
/// It takes only what Mermaid's own grammar takes.
struct LineGrammar {
  /// Reads a label back, or throws where Mermaid would take a part of it for something else.
  let label: (String) throws -> String

  private(set) var parsed = ParsedDiagram()
  private var parents: [String] = []
  private var noted: String?

  init(label: @escaping (String) throws -> String) { self.label = label }

  mutating func read(_ raw: String) throws {
    let line = String(String.UnicodeScalarView(raw.unicodeScalars.drop { $0 == " " }))
    if let noted {
      if line == "end note" { self.noted = nil } else { parsed.notes[noted, default: []].append(try text(line)) }
      return
    }
    if line == "}" { return try close(line) }
    if line == "--" {
      guard !parents.isEmpty else { throw SyntaxFault(line: raw) }
      return
    }
    if let id = line.between("note right of ") { return try note(id) }
    if let rest = line.between("state ") { return try declare(rest, raw) }
    guard try edge(line) || describe(line) else { throw SyntaxFault(line: raw) }
  }

  mutating func finished() throws -> ParsedDiagram {
    guard parents.isEmpty, noted == nil else { throw SyntaxFault(line: "the end comes too early") }
    parsed.sort()
    return parsed
  }

  mutating func mark(_ id: String) { parsed.active.append(id) }

  private mutating func close(_ line: String) throws {
    guard parents.popLast() != nil else { throw SyntaxFault(line: line) }
  }

  private mutating func note(_ id: String) throws {
    guard id.isPlainID else { throw SyntaxFault(line: id) }
    noted = id
  }

  private mutating func declare(_ rest: String, _ raw: String) throws {
    if let id = rest.between("", " <<fork>>") {
      guard id.isPlainID else { throw SyntaxFault(line: raw) }
      return parsed.forks.append(id)
    }
    guard let (written, tail) = rest.between("\"").flatMap({ $0.split(at: "\" as ") }) else {
      throw SyntaxFault(line: raw)
    }
    var id = tail
    let opens = id.between("", " {").map { id = $0 } != nil
    guard id.isPlainID else { throw SyntaxFault(line: raw) }
    parsed.states.append(.init(id: id, label: try text(written), parent: parents.last))
    if opens { parents.append(id) }
  }

  private mutating func edge(_ line: String) throws -> Bool {
    guard let (source, rest) = line.split(at: " --> ") else { return false }
    let parts = rest.split(at: " : ")
    let (target, label) = (parts?.0 ?? rest, try parts.map { try text($0.1) })
    let ends = [source, target].map { $0 == "[*]" ? "*" : $0 }
    guard ends.allSatisfy({ $0 == "*" || $0.isPlainID }), ends != ["*", "*"] else { return false }
    // An end that is only drawn by a dot names the state that it ends.
    parsed.edges.append("\(ends[0]) -> \(ends[1])\(label.map { ": \($0)" } ?? "")")
    return true
  }

  private mutating func describe(_ line: String) throws -> Bool {
    guard let (id, written) = line.split(at: " : "), id.isPlainID else { return false }
    parsed.notes[id, default: []].append(try text(written))
    return true
  }

  private func text(_ written: String) throws -> String { try label(written).withoutBlanks }
}
