import Statecharts
import Traces
import ViewModels

/// The parser of the expression language, used by queries, breakpoints and searches.
///
///     law         = "never" truth | "always" truth | truth "leads to" truth ["within" DURATION] | "time comes to rest"
///     truth       = conjunction {"or" conjunction}
///     conjunction = negation {"and" negation}
///     negation    = {"not"} ("(" truth ")" | operand [comparison operand])
///     comparison  = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
///     operand     = value | "$" SAMPLE | DURATION | "count(" FIELD ")" | "requests(" SERVICE ")"
///                 | "page" | "alert" | "time" | FIELD | REGION | STATE
///
/// A region is compared with a state, `page` and `alert` with a text that needs no quotes. One linear pass; columns
/// are computed only for errors.
struct ExpressionParser {
  let names: ExpressionNames
  var scanner: ValueScanner
  /// A search reaches one state at many times, so it must not use `time`.
  private let knowsTime: Bool
  /// Whether the result need not be Boolean.
  private let acceptsValue: Bool
  private let byteCount: Int
  private var depth = 0

  static let deepest = 100
  /// In bytes.
  static let longest = 65_536

  typealias Node = StateExpression.Node

  init(_ text: String, _ names: ExpressionNames, knowsTime: Bool, acceptsValue: Bool) {
    self.names = names
    self.knowsTime = knowsTime
    self.acceptsValue = acceptsValue
    scanner = ValueScanner(text)
    byteCount = text.utf8.count
  }

  mutating func whole<Result>(
    _ read: (inout ExpressionParser) throws(Mistake) -> Result
  ) throws(Mistake) -> Result {
    guard byteCount <= Self.longest else {
      scanner.move(to: Self.longest)
      throw mistake("an expression has at most \(Self.longest) bytes; split it", "E1074")
    }
    let result = try read(&self)
    guard isAtEnd else {
      scanner.skipBlanks()
      throw mistake("'\(scanner.rest)' is more than one expression; join parts with 'and' or 'or'", "E1074")
    }
    return result
  }

  var isAtEnd: Bool {
    var probe = scanner
    probe.skipBlanks()
    return probe.isAtEnd
  }

  // MARK: Truths

  mutating func truth() throws(Mistake) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      throw mistake("brackets are nested more than \(Self.deepest) deep", "E1074")
    }
    var parts = [try conjunction()]
    while skip(word: "or") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(Mistake) -> Node {
    var parts = [try negation()]
    while skip(word: "and") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negation() throws(Mistake) -> Node {
    var isNegated = false
    while skip(word: "not") { isNegated.toggle() }
    let node = try comparison()
    return isNegated ? .not(node) : node
  }

  private mutating func comparison() throws(Mistake) -> Node {
    scanner.skipBlanks()
    if scanner.skip("(") {
      let node = try truth()
      try closeBracket()
      return node
    }
    let isFirst = scanner.text(from: 0, to: scanner.offset).isBlank && depth == 1
    let left = try side { (parser) throws(Mistake) in try parser.operand() }
    scanner.skipBlanks()
    guard let comparison = comparisonSign() else {
      guard left.node.mayBeTrue(names) || acceptsValue && isFirst && (isAtEnd || left.isSecret(names)) else {
        let advice = "compare it, as in '\(left.text) = …'"
        throw Mistake(
          column: left.column, sentence: "'\(left.text)' is neither true nor false; \(advice)", code: "E1072")
      }
      return left.node
    }
    scanner.skipBlanks()
    if case .isIn(let region, let state) = left.node {
      throw Mistake(
        column: left.column,
        sentence: "'\(state)' is a state of '\(region)', which is true or false; remove what follows", code: "E1072")
    }
    let isEquality = comparison == .equal || comparison == .notEqual
    if case .region(let region) = left.node, isEquality, let isIn = try state(of: region) {
      return comparison == .equal ? isIn : .not(isIn)
    }
    let right = try side { (parser) throws(Mistake) in
      let isTitle = parser.names.titles(of: left.node) != nil
      return try isTitle && parser.hasBareText ? parser.bareText() : parser.operand(orState: false)
    }
    try ComparisonTyping(names: names).check(left, comparison, right)
    if isEquality, case (.literal(.string(let name)), .region(let region)) = (left.node, right.node) {
      let isIn = Node.isIn(region: region, state: try statePath(name, of: region, column: left.column))
      return comparison == .equal ? isIn : .not(isIn)
    }
    return .compare(left.node, comparison, right.node)
  }

  /// Accepts `==` for `=`.
  private mutating func comparisonSign() -> StateExpression.Comparison? {
    let sign = StateExpression.Comparison.allCases.first { scanner.skip($0.rawValue) }
    if sign == .equal { _ = scanner.skip("=") }
    return sign
  }

  private mutating func side(
    _ read: (inout ExpressionParser) throws(Mistake) -> Node
  ) throws(Mistake) -> ComparisonOperand {
    scanner.skipBlanks()
    let start = scanner
    let node = try read(&self)
    return ComparisonOperand(node: node, text: scanner.text(from: start.offset, to: scanner.offset), place: start)
  }

  private mutating func closeBracket() throws(Mistake) {
    scanner.skipBlanks()
    guard scanner.skip(")") else { throw mistake("a ')' is missing", "E1074") }
  }

  // MARK: Operands

  /// - Parameter orState: Whether a state's name is allowed.
  private mutating func operand(orState: Bool = true) throws(Mistake) -> Node {
    scanner.skipBlanks()
    guard let next = scanner.next else { throw mistake("a name or a value is missing", "E1074") }
    if next.isDigit, let duration = duration() { return .duration(duration.milliseconds) }
    if next.beginsValue { return .literal(try value()) }
    let start = scanner
    let name = name()
    guard !name.isEmpty else {
      throw Mistake(column: scanner.column, sentence: "'\(scanner.rest)' is neither a name nor a value", code: "E1074")
    }
    if let function = Self.functions.first(where: { Name($0) == name }), scanner.skip("(") {
      return try call(function)
    }
    guard let node = try meaning(of: name, at: start, orState: orState) else {
      if !orState { throw unknown("field or region", name, start.column, among: names.all + Self.words) }
      if let meant = names.comparison(meantBy: name) {
        throw Mistake(
          column: start.column, sentence: "unknown field, region or state '\(name)'; did you mean '\(meant)'?",
          code: "E1071")
      }
      let states = names.lonelyStates.map(\.state.text)
      throw unknown("field, region or state", name, start.column, among: names.all + states + Self.words)
    }
    return node
  }

  private static let functions = ["count", "requests"]
  private static let words = ["page", "alert"]

  private mutating func meaning(of name: String, at place: ValueScanner, orState: Bool) throws(Mistake) -> Node? {
    let own: Node? =
      switch names.meaning(of: name) {
      case .field: .field(name)
      case .region: .region(name)
      case nil: nil
      }
    guard let word = ReservedWord(rawValue: name) else {
      if let own { return own }
      return orState ? try lonelyState(name, at: place) : nil
    }
    if let own {
      let noun = if case .field = own { "field" } else { "region" }
      throw Mistake(
        column: place.column, sentence: "'\(name)' is a \(noun) of the machine and \(word.meaning); rename the \(noun)",
        code: "E1075")
    }
    switch word {
    case .page: return .page
    case .alert: return .alert
    case .yes, .no: return .literal(.bool(word == .yes))
    case .nothing: return .literal(.null)
    case .not, .and, .or: return nil
    case .time: break
    }
    guard knowsTime else {
      throw Mistake(
        column: place.column,
        sentence:
          "a search reaches one state at many times, so 'time' has no meaning in it; use 'break' or 'watch', or "
          + "search with '--leads-to' and a duration", code: "E1180")
    }
    return .time
  }

  private mutating func call(_ function: String) throws(Mistake) -> Node {
    scanner.skipBlanks()
    let place = scanner
    let argument = name()
    let isCount = Name(function) == "count"
    let known = isCount ? names.fields : names.machine.serviceNames.texts
    let isKnown = isCount ? names.isField(argument) : known.contains(Name(argument))
    try closeBracket()
    guard isKnown else { throw unknown(isCount ? "field" : "service", argument, place.column, among: known) }
    return isCount ? .count(argument) : .requests(argument)
  }

  private var hasBareText: Bool {
    var probe = self
    guard let next = scanner.next, !next.beginsValue else { return false }
    let name = probe.name()
    return !["true", "false"].contains(Name(name))
  }

  /// Reads a page's name or an alert's title without quotes.
  private mutating func bareText() throws(Mistake) -> Node {
    let name = name()
    guard !name.isEmpty else { throw mistake("a name is missing", "E1074") }
    return .literal(Name(name) == "nil" ? .null : .string(name))
  }

  private mutating func value() throws(Mistake) -> Value {
    do throws(TextError) {
      return try scanner.value(names: names.samples).revealed
    } catch {
      throw Mistake(.malformed(error), column: error.column)
    }
  }

  mutating func duration() -> VirtualDuration? {
    var probe = self
    guard let duration = try? VirtualDuration(probe.name()) else { return nil }
    self = probe
    return duration
  }

  // MARK: States

  /// Reads the state after a region; nil for a comparison with nil.
  private mutating func state(of region: String) throws(Mistake) -> Node? {
    let place = scanner
    var name = name()
    if name.utf8.first == UInt8(ascii: "\"") {
      scanner = place
      guard case .string(let text) = try value() else { throw mistake("a state is missing", "E1074") }
      name = text
    }
    if name == "nil", case .unknown = names.state(Name(name), of: region) {
      scanner = place
      return nil
    }
    return .isIn(region: region, state: try statePath(name, of: region, column: place.column))
  }

  private func statePath(_ name: String, of region: String, column: @autoclosure () -> Int) throws(Mistake) -> Name {
    switch names.state(Name(name), of: region) {
    case .state(_, let path): return path
    case .ambiguous(let choices):
      throw ambiguous(name, "several states of '\(region)'", choices, column())
    case .unknown:
      throw unknown("state of '\(region)'", name, column(), among: names.stateNames(of: region).texts)
    }
  }

  /// A state whose name belongs to one region only.
  private func lonelyState(_ name: String, at place: ValueScanner) throws(Mistake) -> Node? {
    switch names.state(Name(name)) {
    case .unknown: return nil
    case .state(let region, let path): return .isIn(region: region, state: path)
    case .ambiguous(let choices):
      let regions = Set(choices.map { $0.utf8.prefix { $0 != UInt8(ascii: " ") }.map(\.self) }).count
      throw ambiguous(name, regions > 1 ? "a state of several regions" : "several states", choices, place.column)
    }
  }

  private func ambiguous(_ name: String, _ what: String, _ choices: [String], _ column: Int) -> Mistake {
    Mistake(
      column: column, sentence: "'\(name)' is \(what); write \(choices.alternatives)", code: "E1075")
  }

  // MARK: Words

  /// Brackets may contain any text: `items[#a b].note`.
  private mutating func name() -> String {
    let start = scanner.offset
    while let byte = scanner.next, !" ()=!<>,".utf8.contains(byte) {
      scanner.move(to: scanner.offset + 1)
      if byte == UInt8(ascii: "["), scanner.offset > start + 1 { skipRow() }
    }
    return scanner.text(from: start, to: scanner.offset).unspelled
  }

  private mutating func skipRow() {
    var probe = scanner
    while let byte = probe.next, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "[") {
      probe.move(to: probe.offset + 1)
    }
    if probe.next == UInt8(ascii: "]") { scanner = probe }
  }

  mutating func skip(word: String) -> Bool {
    scanner.skipBlanks()
    var probe = self
    guard Name(probe.name()) == word else { return false }
    self = probe
    return true
  }

  // MARK: Mistakes

  func mistake(_ sentence: String, _ code: String) -> Mistake {
    Mistake(column: scanner.column, sentence: sentence, code: code)
  }

  private func unknown(_ noun: String, _ name: String, _ column: Int, among names: [String]) -> Mistake {
    let nearest = Word(text: name, column: column).nearest(among: names)
    let advice = nearest.map { "did you mean '\($0)'?" } ?? "'state' and 'fields' list the names"
    return Mistake(column: column, sentence: "unknown \(noun) '\(name)'; \(advice)", code: "E1071")
  }
}

extension UInt8 {
  fileprivate var beginsValue: Bool { isDigit || "\"$-.[{".utf8.contains(self) }
}
