/// Reads the language of Graphviz, as its grammar has it: graphs, subgraphs, nodes, edges and attribute lists.
struct DotGrammar {
  enum Token: Equatable {
    case word(String)
    case text(String)
    case sign(Unicode.Scalar)
    case arrow
  }

  private var tokens: ArraySlice<Token>
  private var parsed = ParsedDiagram()
  private var clusters: [String] = []

  static func parse(_ lines: [String]) throws -> ParsedDiagram {
    var grammar = DotGrammar(tokens: try tokens(of: lines.joined(separator: "\n"))[...])
    try grammar.graph()
    grammar.parsed.sort()
    return grammar.parsed
  }

  private mutating func graph() throws {
    guard tokens.popFirst() == .word("digraph"), case .text? = tokens.popFirst() else { throw fault }
    try block()
    guard tokens.isEmpty else { throw fault }
  }

  private mutating func block() throws {
    try expect(.sign("{"))
    while let next = tokens.first, next != .sign("}") { try statement() }
    try expect(.sign("}"))
  }

  private mutating func statement() throws {
    guard case .word(let word)? = tokens.popFirst() else { throw fault }
    if word == "subgraph" {
      guard case .word(let name)? = tokens.popFirst(), let id = name.between("cluster_") else { throw fault }
      clusters.append(id)
      try block()
      clusters.removeLast()
      return
    }
    guard tokens.first == .arrow else { return try node(word, try attributes()) }
    tokens.removeFirst()
    guard case .word(let target)? = tokens.popFirst() else { throw fault }
    edge(word, target, try attributes())
  }

  private mutating func node(_ id: String, _ attributes: [String: String]) throws {
    let isActive = attributes["penwidth"] == "3"
    switch id {
    case "node", "edge": return
    case "graph":
      guard let cluster = clusters.last else { return }
      parsed.states.append(.init(id: cluster, label: attributes["label"] ?? "?", parent: clusters.dropLast().last))
      if isActive { parsed.active.append(cluster) }
    default:
      guard id.isPlainID else { throw SyntaxFault(line: id) }
      if id.hasPrefix("t") { return parsed.forks.append(id) }
      if id.hasPrefix("i") || attributes["style"] == "invis" { return }
      guard let label = attributes["label"] else { throw SyntaxFault(line: id) }
      parsed.states.append(.init(id: id, label: label, parent: clusters.last))
      if isActive { parsed.active.append(id) }
    }
  }

  private mutating func edge(_ source: String, _ target: String, _ attributes: [String: String]) {
    let label = attributes["label"].map { ": \($0)" } ?? ""
    parsed.edges.append("\(source.hasPrefix("i") ? "*" : source) -> \(target)\(label)")
  }

  private mutating func attributes() throws -> [String: String] {
    var result: [String: String] = [:]
    if tokens.first == .sign("[") {
      repeat {
        tokens.removeFirst()
        guard case .word(let name)? = tokens.popFirst() else { throw fault }
        try expect(.sign("="))
        switch tokens.popFirst() {
        case .word(let value), .text(let value): result[name] = value
        default: throw fault
        }
      } while tokens.first == .sign(",")
      try expect(.sign("]"))
    }
    try expect(.sign(";"))
    return result
  }

  private mutating func expect(_ token: Token) throws {
    guard tokens.popFirst() == token else { throw fault }
  }

  private var fault: SyntaxFault { SyntaxFault(line: "before \(tokens.prefix(6))") }

  // MARK: Tokens

  private static func tokens(of source: String) throws -> [Token] {
    var tokens: [Token] = []
    var rest = source.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ", "\n": continue
      case "{", "}", "[", "]", ";", ",", "=": tokens.append(.sign(scalar))
      case "-":
        guard rest.popFirst() == ">" else { throw SyntaxFault(line: "-") }
        tokens.append(.arrow)
      case "\"": tokens.append(.text(try text(&rest).withoutBlanks))
      default:
        let word = rest.prefix {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" || $0 == ".")
        }
        guard scalar.isASCII else { throw SyntaxFault(line: String(scalar)) }
        tokens.append(.word(String(scalar) + String(word)))
        rest = rest[word.endIndex...]
      }
    }
    return tokens
  }

  private static func text(_ rest: inout Substring.UnicodeScalarView) throws -> String {
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(result)
      case "\\":
        switch rest.popFirst() {
        case "n": break
        case "\"": result.append("\"")
        case "\\": result.append("\\")
        default: throw SyntaxFault(line: "an escape of a label")
        }
      case "&":
        guard rest.starts(with: "amp;".unicodeScalars) else { throw SyntaxFault(line: "an entity of a label") }
        rest = rest.dropFirst(4)
        result.append("&")
      case "\n": throw SyntaxFault(line: "a string that does not end")
      default: result.append(scalar)
      }
    }
    throw SyntaxFault(line: "a string that does not end")
  }
}
