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
  private var skipped: Skipped?
  private var noted: Int?

  /// Lines without meaning for a machine.
  private enum Skipped {
    case frontMatter, description
  }

  private static let ignoredWords = [
    "direction", "classDef", "class", "style", "linkStyle", "click", "hide", "scale", "accTitle:", "accTitle",
    "accDescr:", "accDescr", "title",
  ]

  var wrapper: Int { ids["s0"] ?? -1 }

  // MARK: Lines

  mutating func read(_ text: some StringProtocol, at place: Place) throws(DiagramProblem) {
    var place = place
    var rest = Substring(text).utf8[...]
    let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    place.column += blanks.count
    rest = rest.dropFirst(blanks.count)
    let line = String(Substring(rest)).withoutComment.trimmingBlanks
    if try skips(line, place) { return }
    if let noted {
      if line == "end note" { self.noted = nil } else if noted > 0 { note(line, of: noted, place) }
      return
    }
    if line == "---", !isBegun { return skipped = .frontMatter }
    guard isBegun else { return try begin(line, place) }
    try read(line, place)
  }

  private mutating func skips(_ line: String, _ place: Place) throws(DiagramProblem) -> Bool {
    if line.isEmpty { return true }
    switch skipped {
    case .frontMatter?:
      if line == "---" { skipped = nil }
      return true
    case .description?:
      if line.utf8.last == UInt8(ascii: "}") { skipped = nil }
      return true
    case nil: return false
    }
  }

  private mutating func begin(_ line: String, _ place: Place) throws(DiagramProblem) {
    guard line == "stateDiagram-v2" || line == "stateDiagram" else {
      throw DiagramProblem(
        .malformed, at: place, "'\(line.cut)' does not begin a state diagram", "begin with 'stateDiagram-v2'")
    }
    isBegun = true
  }

  private mutating func read(_ line: String, _ place: Place) throws(DiagramProblem) {
    if line == "--" { return nodes[scopes[scopes.count - 1]].groupCount += 1 }
    if line.utf8.first == UInt8(ascii: "}") {
      guard scopes.count > 1 else {
        throw DiagramProblem(.malformed, at: place, "'}' closes nothing", "remove it, or open a state with '{'")
      }
      scopes.removeLast()
      let rest = String(Substring(line.utf8.dropFirst())).trimmingBlanks
      return rest.isEmpty ? () : try read(rest, Place(line: place.line, column: place.column + 1))
    }
    let word = String(Substring(line.utf8.prefix { $0 != 0x20 && $0 != 0x09 }))
    let rest = String(Substring(line.utf8.dropFirst(word.utf8.count))).trimmingBlanks
    let (head, text) = line.splitAtColon
    if let (source, target) = head.splitAtArrow { return try arrow((source, target, text), line, place) }
    if word == "state" { return try declare(rest, line, place) }
    if word == "note" { return beginNote(rest, line, place) }
    if word == "accDescr", rest == "{" { return skipped = .description }
    if Self.ignoredWords.contains(word), word.utf8.last == UInt8(ascii: ":") || !rest.isEmpty { return }
    try describe(line, place)
  }

  /// Reports a part that has no meaning here.
  private mutating func lose(_ cause: String, _ cure: String, at place: Place) {
    losses.append(DiagramProblem(.notUnderstood, at: place, cause, cure))
  }

  // MARK: States

  private mutating func declare(_ rest: String, _ line: String, _ place: Place) throws(DiagramProblem) {
    var rest = rest
    var label: String?
    if rest.utf8.first == UInt8(ascii: "\"") {
      guard let (text, tail) = rest.quotedAndTail else {
        return lose("'\(line.cut)' is not understood", "write 'state \"NAME\" as ID'", at: place)
      }
      (label, rest) = (text, tail)
    }
    let id = String(Substring(rest.utf8.prefix { $0 != 0x20 && $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "<") }))
    let tail = String(Substring(rest.utf8.dropFirst(id.utf8.count))).trimmingBlanks
    let (name, isPlain) = id.withoutClass
    guard isPlain, name != "[*]" else {
      return lose("'\(line.cut)' is not understood", "write 'state ID' or 'state \"NAME\" as ID'", at: place)
    }
    let node = try node(name, label, isDeclared: true, at: place)
    switch tail.lowercased() {
    case "": return
    case "<<choice>>", "[[choice]]": nodes[node].kind = .choice
    case "<<fork>>", "[[fork]]", "<<join>>", "[[join]]": nodes[node].kind = .bar
    case let body where body.utf8.first == UInt8(ascii: "{"):
      try open(node, place)
      let inner = String(Substring(tail.utf8.dropFirst())).trimmingBlanks
      if !inner.isEmpty { try read(inner, place) }
    default: lose("'\(tail.cut)' is not understood", "write '{', '<<choice>>', '<<fork>>' or '<<join>>'", at: place)
    }
  }

  private mutating func open(_ node: Int, _ place: Place) throws(DiagramProblem) {
    guard !nodes[node].hasBody else {
      throw DiagramProblem(
        .malformed, at: place,
        "the state '\(nodes[node].name.cut)' has two bodies, the first in line \(nodes[node].place.line)",
        "join them, or rename one")
    }
    guard scopes.count < DiagramLimits.depth else {
      throw DiagramLimits.problem("states inside each other", DiagramLimits.depth, at: place)
    }
    nodes[node].hasBody = true
    scopes.append(node)
  }

  /// The node of an id. A declaration places it; else its first mention does.
  private mutating func node(
    _ id: String, _ label: String? = nil, isDeclared: Bool = false, at place: Place
  ) throws(DiagramProblem) -> Int {
    let scope = scopes[scopes.count - 1]
    let group = nodes[scope].groupCount - 1
    order += 1
    guard let known = ids[id] else {
      guard nodes.count <= DiagramLimits.states else {
        throw DiagramLimits.problem("states", DiagramLimits.states, at: place)
      }
      ids[id] = nodes.count
      var node = MermaidNode(name: id, place: place, parent: scope, group: group, order: order)
      node.isDeclared = isDeclared
      nodes.append(node)
      name(nodes.count - 1, id, label)
      return nodes.count - 1
    }
    guard isDeclared else { return known }
    if nodes[known].isDeclared {
      guard nodes[known].parent == scope, !scopes.contains(known) else {
        throw DiagramProblem(
          .malformed, at: place, "the state '\(id.cut)' is declared twice, first in line \(nodes[known].place.line)",
          "rename one of them")
      }
    } else {
      (nodes[known].parent, nodes[known].group, nodes[known].order) = (scope, group, order)
      nodes[known].isDeclared = true
    }
    name(known, id, label)
    return known
  }

  /// A state's name is its label if commands can contain that, else its id.
  private mutating func name(_ node: Int, _ id: String, _ label: String?) {
    guard let label else { return nodes[node].name = nodes[node].name == id ? id.asUsableName : nodes[node].name }
    var written = label
    for (prefix, isDeep) in [("H* ", true), ("H ", false)] {
      guard let rest = label.withoutStart(prefix) else { continue }
      nodes[node].kind = .history(isDeep: isDeep)
      written = rest
      break
    }
    let name = written.decodingEntities
    nodes[node].name = name == name.asUsableName ? name : id.isNumberedID ? name.asUsableName : id.asUsableName
  }

  private mutating func describe(_ line: String, _ place: Place) throws(DiagramProblem) {
    let (written, text) = line.splitAtColon
    let (id, isPlain) = written.withoutClass
    guard isPlain else {
      return lose(
        "'\(line.cut)' is not understood", "write an arrow 'A --> B : event [guard] / action', or a comment '%%'",
        at: place)
    }
    let node = try node(id, at: place)
    if let text { note(text, of: node, place) }
  }

  // MARK: Notes

  private mutating func beginNote(_ rest: String, _ line: String, _ place: Place) {
    let (head, text) = rest.splitAtColon
    let words = head.utf8.split(separator: 0x20).map { String(Substring($0)) }
    if text == nil, words.first?.utf8.first == UInt8(ascii: "\"") { return }
    guard words.count == 3, ["left", "right"].contains(words[0]), words[1] == "of" else {
      return lose("'\(line.cut)' is not understood", "write 'note right of STATE'", at: place)
    }
    let node = ids[words[2]] ?? 0
    if let text { note(text, of: node, place) } else { noted = node }
  }

  /// Reads activities; other texts are for people.
  private mutating func note(_ written: String, of node: Int, _ place: Place) {
    guard node > 0 else { return }
    let text = written.replacingBreaks
    if let (head, position) = text.withoutStays {
      guard let label = try? MermaidLabel(head) else { return }
      return nodes[node].staying.append((label, position))
    }
    if let rest = text.withoutStart("entry /"), let actions = try? MermaidLabel.actions(rest) {
      nodes[node].entryActions += actions
    } else if let rest = text.withoutStart("exit /"), let actions = try? MermaidLabel.actions(rest) {
      nodes[node].exitActions += actions
    } else if let service = text.withoutStart("invoke ") {
      nodes[node].invocations.append(service.trimmingBlanks.decodingEntities)
    }
  }

  // MARK: Arrows

  private mutating func arrow(
    _ parts: (source: String, target: String, text: String?), _ line: String, _ place: Place
  ) throws(DiagramProblem) {
    let (from, isFromPlain) = parts.source.withoutClass
    let (to, isToPlain) = parts.target.withoutClass
    guard isFromPlain, isToPlain, from != "[*]" || to != "[*]" else {
      return lose(
        "'\(line.cut)' is not understood", "write an arrow between two states, such as 'A --> B : event'", at: place)
    }
    guard arrows.count < DiagramLimits.transitions else {
      throw DiagramLimits.problem("arrows", DiagramLimits.transitions, at: place)
    }
    var label = MermaidLabel()
    if let text = parts.text {
      do throws(MermaidLabel.Fault) { label = try MermaidLabel(text) } catch {
        lose(error.cause, error.cure, at: place)
      }
    }
    let scope = scopes[scopes.count - 1]
    let group = nodes[scope].groupCount - 1
    if from == "[*]" {
      let node = try node(to, at: place)
      if !label.isEmpty {
        lose("the start arrow has a label", "remove it; the start has no event, guard or action", at: place)
      }
      return nodes[scope].starts.append(.init(target: node, group: group, place: place))
    }
    let node = try node(from, at: place)
    let end = to == "[*]" ? MermaidArrow.End.end(of: scope, group: group) : .node(try self.node(to, at: place))
    arrows.append(MermaidArrow(source: node, target: end, label: label, place: place))
  }

  /// - Throws: If a state is open or nothing was read.
  mutating func end(at place: Place) throws(DiagramProblem) {
    guard isBegun else {
      throw DiagramProblem(.malformed, at: place, "there is no state diagram", "begin with 'stateDiagram-v2'")
    }
    guard scopes.count == 1 else {
      let node = nodes[scopes[scopes.count - 1]]
      throw DiagramProblem(.malformed, at: node.place, "the state '\(node.name.cut)' is not closed", "add a '}'")
    }
    guard nodes.count > 1 else {
      throw DiagramProblem(.malformed, at: place, "the diagram has no states", "add one, such as '[*] --> idle'")
    }
  }
}

extension String {
  /// At most 40 scalars, for messages.
  var cut: String {
    unicodeScalars.count > 40 ? String(String.UnicodeScalarView(unicodeScalars.prefix(37))) + "..." : self
  }

  fileprivate var withoutComment: String {
    if utf8.starts(with: "%%".utf8) { return "" }
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var before: (UInt8, UInt8) = (0, 0)
    for index in utf8.indices {
      let byte = utf8[index]
      if byte == UInt8(ascii: "%"), before.1 == byte, before.0 == 0x20 {
        return String(self[..<utf8.index(before: index)])
      }
      before = (before.1, byte)
    }
    return self
  }

  /// Splits at the first `-->`.
  fileprivate var splitAtArrow: (String, String)? {
    var dashes = 0
    for index in utf8.indices {
      if utf8[index] == UInt8(ascii: ">"), dashes >= 2 {
        let head = Substring(utf8[..<index].dropLast(2))
        return (String(head).trimmingBlanks, String(self[utf8.index(after: index)...]).trimmingBlanks)
      }
      dashes = utf8[index] == UInt8(ascii: "-") ? dashes + 1 : 0
    }
    return nil
  }

  /// Splits at the first colon that is not of `:::`.
  fileprivate var splitAtColon: (String, String?) {
    var rest = utf8[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let tail = utf8[colon...]
      if tail.starts(with: ":::".utf8) {
        rest = tail.dropFirst(3)
        continue
      }
      return (String(self[..<colon]).trimmingBlanks, String(Substring(tail.dropFirst())).trimmingBlanks)
    }
    return (trimmingBlanks, nil)
  }

  /// An id without `:::class`, and whether it is one word.
  fileprivate var withoutClass: (id: String, isPlain: Bool) {
    var id = self
    if let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: ":::".utf8) {
      id = String(self[..<colon])
    }
    let isPlain = !id.isEmpty && !id.utf8.contains { $0 == 0x20 || $0 == 0x09 || "\"{}<>:;-".utf8.contains($0) }
    return (id, isPlain || id.isHyphenated)
  }

  private var isHyphenated: Bool {
    !isEmpty && !utf8.contains { $0 == 0x20 || $0 == 0x09 || "\"{}<>:;".utf8.contains($0) }
      && utf8.first != UInt8(ascii: "-") && utf8.last != UInt8(ascii: "-")
  }

  /// Whether it is an id that Signalbox writes: `s12`.
  fileprivate var isNumberedID: Bool {
    utf8.first == UInt8(ascii: "s") && utf8.count > 1 && utf8.dropFirst().allSatisfy(\.isDigit)
  }

  /// The text in quotes at the start, and what follows `as`.
  fileprivate var quotedAndTail: (String, String)? {
    let inner = utf8.dropFirst()
    guard let end = inner.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let tail = String(Substring(inner[end...].dropFirst())).trimmingBlanks
    guard let rest = tail.withoutStart("as ") else { return nil }
    return (String(Substring(inner[..<end])), rest.trimmingBlanks)
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
