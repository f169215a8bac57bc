import Traces

/// A name in a line of a transcript.
struct NameUse {
  /// Where the line stands in the document.
  var index: Int
  /// Which bytes of the line's content.
  var range: Range<Int>
  var name: String
  /// What it is of; nil in prose, which does not say.
  var role: NameRole?
}

extension Transcript {
  /// The names in commands, output lines and paths, in the order of the file. Texts hold none, and what a look shows is
  /// not read.
  var nameUses: [NameUse] {
    let looks = cases.flatMap(\.steps).filter(\.isLook)
    var finder = NameFinder(language: language, looks: Set(looks.map { $0.line - 1 }))
    for (index, line) in lines.enumerated() {
      finder.index = index
      switch line.kind {
      case .directive: finder.readDirective(line.content)
      case .command: finder.readCommand(line.content, continues: false)
      case .continuation: finder.readCommand(line.content, continues: true)
      case .output: finder.readOutput(line.content)
      case .comment, .separator: break
      }
    }
    return finder.uses
  }
}

/// Reads the lines of a transcript for the names in them.
private struct NameFinder {
  private let language: CommandLanguage?
  /// Where commands stand that only show something.
  private let looks: Set<Int>
  var index = 0
  private(set) var uses: [NameUse] = []
  /// What the words of the command are for that stand behind those that were read.
  private var arguments: ArraySlice<CommandLanguage.Argument> = []
  private var isBelowLook = false
  /// The names in the command above, with their roles.
  private var commandNames: [String: NameRole?] = [:]

  init(language: CommandLanguage?, looks: Set<Int>) {
    self.language = language
    self.looks = looks
  }

  mutating func readDirective(_ content: String) {
    let fields = LineFields(content).fields
    switch fields.first.flatMap({ Directive(rawValue: $0.text) }) {
    case .case, .loop: isBelowLook = false
    case .expand, .mute: for field in fields.dropFirst() { note(field, .field) }
    case .transcript, .machine, .seed, .use, .let, .tag, .skip, .xfail, .end, nil: break
    }
  }

  // MARK: Commands

  mutating func readCommand(_ content: String, continues: Bool) {
    var fields = LineFields(content).fields[...]
    if !continues {
      isBelowLook = looks.contains(index)
      commandNames = [:]
      let start = uses.count
      readVerb(&fields)
      readArguments(fields)
      for use in uses[start...] { commandNames[use.name] = use.role }
    } else {
      readArguments(fields)
    }
  }

  private mutating func readVerb(_ fields: inout ArraySlice<LineFields.Field>) {
    guard let verb = fields.popFirst() else { return }
    arguments = (language?[verb.text]?.arguments ?? [])[...]
  }

  private mutating func readArguments(_ fields: ArraySlice<LineFields.Field>) {
    var rest = fields
    while let field = rest.first {
      let argument = arguments.first ?? .name(nil)
      if case .command = argument {
        readVerb(&rest)
        continue
      }
      rest.removeFirst()
      if arguments.count > 1 { arguments.removeFirst() }
      if case .name(let role) = argument { note(field, role) }
    }
  }

  // MARK: Output

  mutating func readOutput(_ content: String) {
    guard !isBelowLook else { return }
    var fields = LineFields(content).timelessFields
    if fields.first?.text == "detached" { fields.removeFirst() }
    guard let first = fields.first, case .word(let word) = first.content else { return }
    if let colon = fields.firstIndex(where: \.introducesProse) {
      for field in fields[colon...].dropFirst() { note(field, nil) }
      fields = fields[...colon]
    }
    let rest = fields.dropFirst()
    switch word {
    case "request", "reply", "cancelled", "late":
      // Alone, it is a subject of that name.
      note(rest.first ?? first, rest.isEmpty ? .subject : .service)
      for value in rest where value.isValue { noteOwners(in: value) }
    case "timer": rest.first.map { note($0, .state) }
    case "notify": rest.first.map { note($0, .field) }
    case "refused":
      if let name = rest.first { note(name, commandNames[name.text.withoutColon] ?? nil) }
    case "tie": readTie(rest)
    case "push", "pop", "alert", "hud", "tip", "store", "log", "broken", "limit": break
    default: readChange(first, rest)
    }
  }

  /// `reply search over tick, push home`: works that were due together. What a page or an alert is called is no name here.
  private mutating func readTie(_ rest: ArraySlice<LineFields.Field>) {
    var works: [[LineFields.Field]] = [[]]
    for field in rest {
      if field.text == "over" {
        works.append([])
      } else {
        works[works.count - 1].append(field)
        if field.text.utf8.last == UInt8(ascii: ",") { works.append([]) }
      }
    }
    for work in works {
      switch work.first?.text {
      case "reply" where work.count == 2: note(work[1], .service)
      case "observer" where work.count == 4: note(work[3], .field)
      default: if work.count == 1 { note(work[0], nil) }
      }
    }
  }

  private mutating func readChange(_ first: LineFields.Field, _ rest: ArraySlice<LineFields.Field>) {
    guard !first.introducesProse else { return }
    for value in rest where value.isValue { noteOwners(in: value) }
    let states = rest.filter(\.isState)
    let isChain = rest.contains { $0.text == "->" }
    if isChain, !states.isEmpty {
      note(first, .state)
      for state in states { note(state, .state) }
    } else if isChain || rest.last?.text == "changed" {
      note(first, .field)
    } else if rest.isEmpty || rest.allSatisfy(\.isValue) {
      note(first, .subject)
    } else {
      // `login idle`: where a region stands at the opening.
      note(first, .state)
      for state in states { note(state, .state) }
    }
  }

  /// Notes the names of a path, of which the last has the role, and those before it hold it.
  private mutating func note(_ field: LineFields.Field, _ role: NameRole?) {
    switch field.content {
    case .offset: return
    case .word(let word):
      let names = word.pathNames
      for (place, name) in names.enumerated() {
        add(name, in: field, role: place == names.count - 1 ? role : role.map { _ in .field })
      }
    case .value: noteOwners(in: field)
    }
  }

  /// `$password.right` is a sample of a field.
  private mutating func noteOwners(in field: LineFields.Field) {
    for owner in field.text.sampleOwners { add(owner, in: field, role: .field) }
  }

  private mutating func add(_ name: Range<Int>, in field: LineFields.Field, role: NameRole?) {
    let text = String(decoding: Array(field.text.utf8)[name], as: UTF8.self)
    let range = field.offset + name.lowerBound..<field.offset + name.upperBound
    uses.append(NameUse(index: index, range: range, name: text, role: role))
  }
}

extension LineFields.Field {
  fileprivate var isValue: Bool { if case .value = content { true } else { false } }

  /// Whether it is a word of a chain of states.
  fileprivate var isState: Bool {
    guard case .word(let word) = content else { return false }
    return word != "->" && word != "…" && !word.utf8.starts(with: "#".utf8)
  }
}

extension String {
  fileprivate var withoutColon: String {
    utf8.last == UInt8(ascii: ":") ? String(Substring(utf8.dropLast())) : self
  }

  /// The names of fields in references such as `$password.right`, as ranges of the bytes of a value; texts hold none.
  fileprivate var sampleOwners: [Range<Int>] {
    let bytes = Array(utf8)
    var owners: [Range<Int>] = []
    var isQuoted = false
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\\") where isQuoted: place += 1
      case UInt8(ascii: "$") where !isQuoted:
        let end = bytes[(place + 1)...].firstIndex { !$0.isIdentifierPart } ?? bytes.count
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") { owners.append(place + 1..<end) }
      default: break
      }
      place += 1
    }
    return owners
  }

  /// The names in `goods'2.items[3].like`, as ranges of its bytes: neither ordinals nor what stands in brackets.
  var pathNames: [Range<Int>] {
    var names: [Range<Int>] = []
    var start: Int?
    var depth = 0
    var isOrdinal = false
    for (place, byte) in (Array(utf8) + [UInt8(ascii: ".")]).enumerated() {
      let isPart = depth == 0 && !isOrdinal && (byte.isIdentifierPart || byte >= 0x80)
      if isPart, start == nil { start = place }
      if !isPart, let first = start {
        names.append(first..<place)
        start = nil
      }
      switch byte {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "'"): isOrdinal = true
      case UInt8(ascii: "."): isOrdinal = false
      default: break
      }
    }
    return names
  }
}
