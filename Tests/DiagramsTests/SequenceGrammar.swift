/// Reads a sequence chart of Mermaid, as its `sequenceDiagram.jison` has it: as much of that as ours use, and
/// nothing that it would take for something else.
struct SequenceGrammar {
  struct Message: Hashable {
    var arrow: String
    /// The two that it leads between, or those that a note stands over.
    var ends: [String]
    var text: String
  }

  private(set) var title = ""
  /// By their identifiers.
  private(set) var participants: [String: String] = [:]
  private(set) var messages: [Message] = []

  init(_ lines: [String]) throws {
    guard lines.first == "sequenceDiagram" else { throw SyntaxFault(line: lines.first ?? "nothing") }
    for line in lines.dropFirst() { try read(line) }
  }

  private mutating func read(_ line: String) throws {
    if let rest = line.between("  title ") { return title = try MermaidGrammar.label(rest) }
    for word in ["actor", "participant"] {
      guard let (id, name) = line.between("  \(word) ")?.split(at: " as ") else { continue }
      guard id.isPlainID, participants[id] == nil else { throw SyntaxFault(line: line) }
      return participants[id] = try MermaidGrammar.label(name)
    }
    guard let (head, written) = line.between("  ")?.split(at: ": "), !written.isEmpty else {
      throw SyntaxFault(line: line)
    }
    let text = try MermaidGrammar.label(written)
    if let ids = head.between("Note over ") { return try add("note", ids.split(separator: ",").map(String.init), text) }
    for arrow in ["-->>", "->>", "-x"] {
      guard let (from, to) = head.split(at: arrow) else { continue }
      return try add(arrow, [from, to], text)
    }
    throw SyntaxFault(line: line)
  }

  private mutating func add(_ arrow: String, _ ends: [String], _ text: String) throws {
    // Mermaid makes a participant of a name that it does not know.
    guard ends.allSatisfy({ participants[$0] != nil }) else { throw SyntaxFault(line: ends.joined(separator: ",")) }
    messages.append(Message(arrow: arrow, ends: ends, text: text))
  }
}
