import Statecharts
import Traces

/// Reads Mermaid's `stateDiagram-v2`, line by line, in linear time.
struct MermaidReader {
  private(set) var nodes = [
    MermaidNode(name: "", place: Place(line: 1), parent: -1, group: 0, order: 0)
  ]
  private(set) var arrows: [MermaidArrow] = []
  private(set) var losses: [DiagramProblem] = []
  private var ids: [String: Int] = [:]
  private var scopes: [Int] = [0]
  private var order = 0
  private var isBegun = false
  private var eventNames = UsableNames()
  /// Lines without meaning for a machine up to an end: front matter, a directive or a description.
  private var skipped: (end: String, place: Place)?
  private var noted: (node: Int, place: Place)?
  private var line = ""
  private var place = Place(line: 1)

  private static let ignoredWords = [
    "direction", "classDef", "class", "style", "linkStyle", "click", "hide", "scale", "accTitle:", "accTitle",
    "accDescr:", "accDescr", "title",
  ]

  var wrapper: Int { ids["s0"] ?? -1 }

  private var scope: Int { scopes[scopes.count - 1] }
  private var group: Int { nodes[scope].groupCount - 1 }

  // MARK: Lines

  mutating func read(_ text: Substring, at start: Place) throws(DiagramProblem) {
    let indent = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.count
    place = Place(line: start.line, column: start.column + indent)
    line = String(text).trimmingBlanks
    if skipped == nil, line.withoutStart("%%{") != nil { skipped = ("}%%", place) }
    if let end = skipped?.end {
      if end == "---" ? line == end : line.withoutEnd(end) != nil { skipped = nil }
      return
    }
    line = line.withoutComment
    if line.isEmpty { return }
    if let noted {
      if line.lowercased() == "end note" { self.noted = nil } else { note(line, of: noted.node) }
    } else if isBegun {
      try read(line)
    } else if line == "---" {
      skipped = (line, place)
    } else {
      guard line == "stateDiagram-v2" || line == "stateDiagram" else {
        throw place.malformed(
          "'\(line.cut)' does not begin a state diagram",
          line.withoutStart("```") == nil
            ? "begin with 'stateDiagram-v2'; other diagrams are not read" : "remove the fence, or call the file '.md'")
      }
      isBegun = true
    }
  }

  private mutating func read(_ statement: String) throws(DiagramProblem) {
    line = statement
    if line == "--" { return nodes[scope].groupCount += 1 }
    if let rest = line.withoutStart("}")?.trimmingBlanks {
      guard scopes.count > 1 else {
        throw place.malformed("'}' closes nothing", "remove it, or open a state with '{'")
      }
      scopes.removeLast()
      place.column += 1
      return rest.isEmpty ? () : try read(rest)
    }
    let (word, rest) = line.splitBehind { $0 != 0x20 && $0 != 0x09 }
    let (head, text) = line.splitAtColon
    if scopes.count > 1, text == nil, line.withoutEnd("}") != nil, line.split(at: "{") == nil {
      let ends = line.utf8.reversed().prefix { " \t}".utf8.contains($0) }
      try read(String(Substring(line.utf8.dropLast(ends.count))))
      return try read(String(decoding: ends.filter { $0 == UInt8(ascii: "}") }, as: UTF8.self))
    }
    let opensBody = word.lowercased() == "state" && rest.split(at: "{").map { $0.head.split(at: "-->") == nil } ?? false
    if !opensBody, let (source, target) = head.split(at: "-->") {
      return try arrow(source.trimmingBlanks, target.trimmingBlanks, text)
    }
    if rest.withoutStart(":") == nil {
      if word.lowercased() == "state" { return try declare(rest) }
      if word.lowercased() == "note" { return try beginNote(rest) }
      if word == "accDescr", rest == "{" { return skipped = ("}", place) }
      if Self.ignoredWords.contains(word), word.withoutEnd(":") != nil || !rest.isEmpty { return }
    }
    guard let id = head.id else {
      return lose(line, "write an arrow 'A --> B : event [guard] / action', or a comment '%%'")
    }
    let node = try node(id)
    if let text { note(text, of: node) }
  }

  private mutating func lose(_ text: String, _ cure: String) {
    losses.lose("'\(text.cut)' is not understood", cure, at: place)
  }

  // MARK: States

  private mutating func declare(_ rest: String) throws(DiagramProblem) {
    var rest = rest
    var label: String?
    if rest.withoutStart("\"") != nil {
      guard let (text, tail) = rest.quotedAndTail else {
        return lose(line, "write 'state \"NAME\" as ID'")
      }
      (label, rest) = (text, tail)
    }
    var description: String?
    if rest.split(at: "{") == nil { (rest, description) = rest.splitAtColon }
    let (name, tail) = rest.splitBehind { !" {<".utf8.contains($0) }
    guard let id = name.id, id != "[*]" else {
      return lose(line, "write 'state ID' or 'state \"NAME\" as ID'")
    }
    let node = try node(id, label, isDeclared: true)
    if let description { note(description, of: node) }
    switch tail.lowercased() {
    case "": return
    case "<<choice>>", "[[choice]]": nodes[node].kind = .choice
    case "<<fork>>", "[[fork]]", "<<join>>", "[[join]]": nodes[node].kind = .bar
    default:
      guard let inner = tail.withoutStart("{")?.trimmingBlanks else {
        return lose(tail, "write '{', '<<choice>>', '<<fork>>' or '<<join>>'")
      }
      try open(node)
      if !inner.isEmpty { try read(inner) }
    }
  }

  private mutating func open(_ node: Int) throws(DiagramProblem) {
    guard !nodes[node].hasBody else {
      throw place.malformed(
        "the state '\(nodes[node].name.cut)' has two bodies, the first in line \(nodes[node].place.line)",
        "join them, or rename one")
    }
    try DiagramLimits.check(
      scopes.count + 1, DiagramLimits.depth, "states inside each other", at: place)
    (nodes[node].hasBody, nodes[node].place) = (true, place)
    scopes.append(node)
  }

  /// The node of an id. A declaration places it; else its first mention does.
  private mutating func node(
    _ id: String, _ label: String? = nil, isDeclared: Bool = false
  ) throws(DiagramProblem) -> Int {
    order += 1
    let node = ids[id] ?? nodes.count
    if node == nodes.count {
      try DiagramLimits.check(nodes.count, DiagramLimits.states, "states", at: place)
      try DiagramLimits.check(
        id.utf8.count, DiagramLimits.nameBytes, "bytes in a name", at: place, cure: "shorten it")
      ids[id] = node
      nodes.append(
        MermaidNode(name: id, place: place, parent: scope, group: group, order: order, isDeclared: isDeclared))
    } else if !isDeclared {
      return node
    } else if nodes[node].isDeclared {
      guard nodes[node].parent == scope, !scopes.contains(node) else {
        throw place.malformed(
          "the state '\(id.cut)' is declared twice, first in line \(nodes[node].place.line)", "rename one of them")
      }
    } else {
      (nodes[node].parent, nodes[node].group, nodes[node].order) = (scope, group, order)
      (nodes[node].isDeclared, nodes[node].place) = (true, place)
    }
    name(node, id, label)
    return node
  }

  /// A state's name is its label if commands can contain that, else its id.
  private mutating func name(_ node: Int, _ id: String, _ label: String?) {
    guard var name = label else {
      if nodes[node].name == id { nodes[node].name = id.asUsableName }
      return
    }
    for (prefix, kind) in [("H* ", MermaidNode.Kind.state(.deepHistory)), ("H ", .state(.shallowHistory))] {
      if let rest = label?.withoutStart(prefix) { (nodes[node].kind, name) = (kind, rest) }
    }
    name = name.decodingEntities
    nodes[node].name = (name == name.asUsableName || id.isNumberedID ? name : id).asUsableName
  }

  // MARK: Notes

  private mutating func beginNote(_ rest: String) throws(DiagramProblem) {
    let (head, text) = rest.splitAtColon
    if text == nil, head.withoutStart("\"") != nil { return }
    let words = head.utf8.split(separator: 0x20).map { String(Substring($0)) }
    guard words.count == 3, ["left of", "right of"].contains("\(words[0]) \(words[1])".lowercased()),
      let id = words[2].id
    else { return lose(line, "write 'note right of STATE'") }
    let node = try node(id)
    if let text { note(text, of: node) } else { noted = (node, place) }
  }

  /// Reads activities; other texts are for people.
  private mutating func note(_ written: String, of node: Int) {
    let text = written.replacingBreaks
    let (word, rest) = text.splitBehind(\.isLetter)
    do throws(DiagramProblem) {
      if let (head, position) = text.withoutStays {
        nodes[node].staying.append((try MermaidLabel(head, at: place, &eventNames), position))
      } else if let service = text.withoutStart("invoke ") {
        nodes[node].invocations.append(service.trimmingBlanks.decodingEntities)
      } else if let actions = rest.withoutStart("/") {
        switch word.lowercased() {
        case "entry": nodes[node].entryActions += try MermaidLabel.actions(actions, at: place)
        case "exit": nodes[node].exitActions += try MermaidLabel.actions(actions, at: place)
        case "do": lose(text, "write 'invoke SERVICE' for what goes on while the state is active")
        default: break
        }
      }
    } catch {
      losses.append(error)
    }
  }

  // MARK: Arrows

  private mutating func arrow(_ source: String, _ target: String, _ text: String?) throws(DiagramProblem) {
    guard let from = source.id, let to = target.id, from != "[*]" || to != "[*]" else {
      return lose(line, "write an arrow between two states, such as 'A --> B : event'")
    }
    try DiagramLimits.check(arrows.count + 1, DiagramLimits.transitions, "arrows", at: place)
    var label: MermaidLabel? = MermaidLabel()
    if let text {
      try DiagramLimits.check(
        text.utf8.count, DiagramLimits.labelBytes, "bytes in a label", at: place, cure: "shorten it")
      do throws(DiagramProblem) { label = try MermaidLabel(text, at: place, &eventNames) } catch {
        losses.append(error)
        label = nil
      }
    }
    if from == "[*]" {
      let target = try node(to)
      if let label, !label.isEmpty {
        losses.lose("the start arrow has a label", "remove it; the start has no event, guard or action", at: place)
      }
      return nodes[scope].starts.append((target, group, place))
    }
    let source = try node(from)
    let target = to == "[*]" ? endNode() : try node(to)
    guard let label else { return }
    nodes[source].outgoing.append(arrows.count)
    if to != "[*]" { nodes[target].incoming.append(arrows.count) }
    arrows.append(MermaidArrow(source: source, target: target, label: label, place: place))
  }

  /// The end of the current part.
  private mutating func endNode() -> Int {
    let id = "[*] \(scope) \(group)"
    if let known = ids[id] { return known }
    ids[id] = nodes.count
    nodes.append(
      MermaidNode(kind: .state(.final), name: "end", place: place, parent: scope, group: group, order: .max))
    return nodes.count - 1
  }

  /// - Throws: If a state is open or nothing was read.
  mutating func end(at place: Place) throws(DiagramProblem) {
    guard isBegun else { throw place.malformed("there is no state diagram", "begin with 'stateDiagram-v2'") }
    if let open = noted?.place { throw open.malformed("the note is not closed", "add a line 'end note'") }
    if let skipped {
      throw skipped.place.malformed("'\(skipped.end)' is missing", "add it behind the last line of this part")
    }
    guard scopes.count == 1 else {
      throw nodes[scope].place.malformed("the state '\(nodes[scope].name.cut)' is not closed", "add a '}'")
    }
    guard nodes.count > 1 else {
      throw place.malformed("the diagram has no states", "add one, such as '[*] --> idle'")
    }
  }
}

extension String {
  fileprivate var withoutComment: String {
    withoutStart("%%") ?? withoutStart("# ") != nil ? "" : (split(at: " %%")?.head ?? self).trimmingBlanks
  }

  /// Splits at the first colon that is not of `:::`.
  fileprivate var splitAtColon: (String, String?) {
    var rest = utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...]
      guard rest.starts(with: ":::".utf8) else {
        return (String(self[..<colon]).trimmingBlanks, String(Substring(rest.dropFirst())).trimmingBlanks)
      }
      rest = rest.dropFirst(3)
    }
    return (trimmingBlanks, nil)
  }

  /// The id in front of `:::class`; nil if it is not one word.
  fileprivate var id: String? {
    let id = split(at: ":::")?.head ?? self
    let isWord = !id.isEmpty && !id.utf8.contains { " \t\"{}<>:;".utf8.contains($0) }
    let isStrange = id.withoutStart("-") ?? id.withoutEnd("-") ?? id.withoutStart("[") != nil && id != "[*]"
    return isWord && !isStrange ? id : nil
  }

  /// Whether it is an id that Signalbox writes: `s12`.
  fileprivate var isNumberedID: Bool {
    withoutStart("s").map { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) } ?? false
  }

  /// The text in quotes at the start, and what follows `as`.
  fileprivate var quotedAndTail: (String, String)? {
    guard let (text, tail) = withoutStart("\"")?.split(at: "\""),
      let rest = tail.trimmingBlanks.withoutStart("as ")
    else { return nil }
    return (text, rest.trimmingBlanks)
  }

  /// The label of a note `label (stays)` or `label (stays, number N)`.
  fileprivate var withoutStays: (String, Int?)? {
    if let head = withoutEnd("(stays)") { return (head, nil) }
    guard utf8.last == UInt8(ascii: ")"), let open = utf8.lastIndex(of: UInt8(ascii: "(")),
      let number = String(self[open...]).withoutStart("(stays, number ")?.withoutEnd(")").flatMap({ Int($0) })
    else { return nil }
    return (String(self[..<open]), number)
  }
}
