struct OutlineReader {
  let tokens: [SwiftToken]
  private var index = 0
  private var depth = 0
  /// The depth at each `#if`; every branch starts with it.
  private var conditionals: [Int] = []
  private var scope = Scope.file

  private enum Scope {
    case file
    /// After a declaration's name, before its brace.
    case header(owner: Int)
    case body(owner: Int)
    /// In a declaration that ends with its line.
    case line(owner: Int, Int)
  }

  private static let longestHeader = 400
  private static let declarations = ["class", "struct", "enum", "protocol", "actor", "typealias"]
  /// Words that may follow `class` instead of a name.
  private static let members = [
    "func", "var", "let", "subscript", "init", "override", "final", "static", "private", "fileprivate", "internal",
    "public", "open", "weak", "unowned", "nonisolated", "lazy", "dynamic", "required", "convenience",
  ]
  private static let namings = ["func", "var", "let", "case", "associatedtype", "macro", "operator", "precedencegroup"]

  init(tokens: [SwiftToken]) {
    self.tokens = tokens
  }

  mutating func read(into outline: inout SourceOutline) {
    while index < tokens.count {
      let token = tokens[index]
      if case .line(_, let line) = scope, token.place.line != line { scope = .file }
      switch token.kind {
      case .mark: read(mark: token)
      case .word, .quotedWord: read(word: token, into: &outline)
      case .number, .literal: break
      }
      index += 1
    }
  }

  private var isOutside: Bool { depth == 0 }

  // MARK: Marks

  private mutating func read(mark: SwiftToken) {
    switch mark.text {
    case "{":
      if case .header(let owner) = scope { scope = .body(owner: owner) }
      depth += 1
    case "}":
      depth = max(0, depth - 1)
      if depth == 0, case .body = scope { scope = .file }
    case "#": readConditional()
    default: break
    }
  }

  private mutating func readConditional() {
    guard let word = token(1), word.place.line == tokens[index].place.line else { return }
    switch word.text {
    case "if": conditionals.append(depth)
    case "elseif", "else": depth = conditionals.last ?? depth
    case "endif": _ = conditionals.popLast()
    default: return
    }
    index += 1
  }

  // MARK: Words

  private mutating func read(word: SwiftToken, into outline: inout SourceOutline) {
    if isOutside, word.isKeyword("import"), !isMember { return readImport(into: &outline) }
    if isOutside, word.isKeyword("extension"), !isMember { return readExtension(at: word.place, into: &outline) }
    if word.kind == .word, Self.declarations.contains(word.text), !isMember, let name = declaredName {
      return declare(name, by: word, in: &outline)
    }
    if word.isKeyword("var") || word.isKeyword("let"), depth == 1, case .body = scope, let property {
      outline.owners[owner].properties.append(property)
    }
    if isBehindPoint, let base = token(-2), !base.isKeyword("self") {
      outline.owners[owner].accesses.append(SourceOutline.Mention(name: word.text, place: word.place))
    }
    guard isMention else { return }
    outline.owners[owner].mentions.append(
      SourceOutline.Mention(name: word.text, base: isBehindPoint ? token(-2)?.name : nil, place: word.place))
  }

  private mutating func readImport(into outline: inout SourceOutline) {
    let kinds = Self.declarations + ["func", "var", "let", "macro"]
    if let kind = token(1), kind.kind == .word, kinds.contains(kind.text), token(2)?.name != nil { index += 1 }
    guard let module = token(1), let name = module.name else { return }
    outline.imports.append(SourceOutline.Mention(name: name, place: module.place))
    index += 1
    while token(1)?.isMark(".") ?? false, token(2)?.name != nil { index += 2 }
  }

  private mutating func readExtension(at place: SourceLocation, into outline: inout SourceOutline) {
    guard let first = token(1)?.name else { return }
    var names = [first]
    index += 1
    while token(1)?.isMark(".") ?? false, let name = token(2)?.name {
      names.append(name)
      index += 2
    }
    begin(SourceOutline.Owner(kind: .extension, names: names, place: place, inherited: inherited()), in: &outline)
  }

  private mutating func declare(_ name: SwiftToken, by keyword: SwiftToken, in outline: inout SourceOutline) {
    index += 1
    guard isOutside else {
      outline.owners[owner].nested.insert(name.text)
      return
    }
    let kind: SourceOutline.Owner.Kind = keyword.text == "protocol" ? .protocol : .type
    begin(
      SourceOutline.Owner(kind: kind, names: [name.text], place: name.place, inherited: inherited()), in: &outline)
    if keyword.text == "typealias" { scope = .line(owner: outline.owners.count - 1, keyword.place.line) }
  }

  private mutating func begin(_ owner: SourceOutline.Owner, in outline: inout SourceOutline) {
    outline.owners.append(owner)
    scope = .header(owner: outline.owners.count - 1)
  }

  private var owner: Int {
    switch scope {
    case .file: 0
    case .header(let owner), .body(let owner), .line(let owner, _): owner
    }
  }

  private var declaredName: SwiftToken? {
    guard let name = token(1), name.name != nil else { return nil }
    return name.kind == .word && Self.members.contains(name.text) ? nil : name
  }

  private func inherited() -> [String] {
    var distance = 1
    var names: [String] = []
    var angles = 0
    var isClause = false
    while distance < Self.longestHeader, let token = token(distance) {
      if token.isMark("{") || token.isMark("=") || token.isKeyword("where") || beginsDeclaration(token) { break }
      if token.isMark("<") { angles += 1 }
      if token.isMark(">") { angles -= 1 }
      if angles == 0, token.isMark(":") { isClause = true }
      if isClause, angles == 0, let name = token.name { names.append(name) }
      distance += 1
    }
    return names
  }

  /// The property declared here; it needs a type on the same line.
  private var property: SourceOutline.Property? {
    guard let name = token(1)?.name, token(2)?.isMark(":") ?? false, let line = token(2)?.place.line else { return nil }
    var types: [String] = []
    var distance = 3
    while distance < 100, let token = token(distance), token.place.line == line, !token.isMark("="), !token.isMark("{")
    {
      if let name = token.name { types.append(name) }
      distance += 1
    }
    return SourceOutline.Property(name: name, types: types)
  }

  private func beginsDeclaration(_ token: SwiftToken) -> Bool {
    token.kind == .word && (Self.declarations.contains(token.text) || token.text == "extension")
  }

  // MARK: Mentions

  private var isMention: Bool {
    if isMember { return false }
    if let before = token(-1), before.kind == .word, Self.namings.contains(before.text) { return false }
    let isLabel = token(1)?.isMark(":") ?? false && (token(-1)?.isMark("(") ?? false || token(-1)?.isMark(",") ?? false)
    return !isLabel
  }

  private var isBehindPoint: Bool { token(-1)?.isMark(".") ?? false }

  /// Whether the word follows a point. After a capitalized name it may still be a module's type; the graph decides
  /// that.
  private var isMember: Bool {
    guard isBehindPoint else { return false }
    guard let base = token(-2)?.name, base.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false else { return true }
    return token(-3)?.isMark(".") ?? false
  }

  private func token(_ distance: Int) -> SwiftToken? {
    let place = index + distance
    return tokens.indices.contains(place) ? tokens[place] : nil
  }
}
